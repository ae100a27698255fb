import { sql } from 'kysely';
import type { Connection } from '../db/connect.ts';
import { listDemoPeople } from '../demo/people.ts';

/** How long ago the first inspection began, and the time over which the inspections are spread, in hours. */
const OLDEST_AGE_HOURS = 50;
const SPREAD_HOURS = 48;

/**
 * Moves the inspections of a new demonstration factory into the last two days, and assigns them to the
 * inspectors. No API call can do this. The codes of the inspections then contain their days, as other codes
 * do.
 */
export async function dateDemoInspections(
  { db }: Connection,
  { factoryId, zone }: { factoryId: number; zone: string },
): Promise<void> {
  const inspectorCodes = listDemoPeople()
    .filter(({ group }) => group === 'INSP')
    .map(({ code }) => code);
  await sql`
    with placed as (
      select id, concluded_at, released_at, row_number() over (order by id) - 1 as place, count(*) over () as count
      from inspection where factory_id = ${factoryId}
    ), dated as (
      select id, place, concluded_at is not null as is_concluded, released_at is not null as is_released,
        now() - make_interval(hours => ${OLDEST_AGE_HOURS}) + place * make_interval(hours => ${SPREAD_HOURS}) / count as at
      from placed
    ), inspectors as (
      select id, row_number() over (order by code) - 1 as place, count(*) over () as count
      from employee where factory_id = ${factoryId} and code = any(${inspectorCodes}) and deleted_at is null
    ), moved as (
      update inspection i set
        code = 'new-' || i.code, raised_at = d.at, inspector_id = n.id, created_at = d.at, updated_at = d.at,
        concluded_at = case when d.is_concluded then d.at + interval '6 minutes' end,
        released_at = case when d.is_released then d.at + interval '25 minutes' end
      from dated d left join inspectors n on n.place = d.place % n.count
      where i.factory_id = ${factoryId} and i.id = d.id
      returning i.id, i.raised_at, i.inspector_id
    )
    update inspection_value v set employee_id = m.inspector_id,
      at = m.raised_at + v.sample_number * interval '30 seconds' + v.seq * interval '0.2 seconds'
    from moved m where v.factory_id = ${factoryId} and v.inspection_id = m.id`.execute(db);
  await sql`
    update inspection i set code = numbered.code from (
      select id, 'I' || to_char(raised_at at time zone ${zone}, 'YYMMDD') || '-' || lpad((row_number() over (
        partition by (raised_at at time zone ${zone})::date order by raised_at))::text, 2, '0') as code
      from inspection where factory_id = ${factoryId}) numbered
    where i.factory_id = ${factoryId} and i.id = numbered.id`.execute(db);
}
