import { sql } from 'kysely';
import type { Cause } from '#shared/planning/engine/proposal.ts';
import type { Db } from '#server/db/database.ts';
import { packJson } from '#server/planning/schedule/stored-plan.ts';
import type { SampleRowIds } from './sample-rows.ts';

const MINUTE_MS = 60_000;

/** Adds an applied plan that has one operation on a device, and that ends its order a day late. */
export async function addAppliedPlan(
  db: Db,
  { process, device, workOrder }: Pick<SampleRowIds, 'process' | 'device' | 'workOrder'>,
): Promise<void> {
  const end = Math.floor(Date.now() / MINUTE_MS) + 60;
  const cause: Cause = { kind: 'work', minutes: 1440, machine: null, behind: [] };
  const plan = { proposal: { orders: [{ id: workOrder, end, lateBy: 1440, chain: [], causes: [cause] }] } };
  await sql`with run as (
      insert into schedule_run (factory_id, state, keep, goal, level, horizon_days, requested_by, input_hash, basis, plan,
        ended_at, applied_at, applied_by)
      select factory_id, 'applied', 'keepOrder', 'tardiness', 'quickSearch', 60, 'test', '', ${packJson({})},
        ${packJson(plan)}, now(), now(), 'test' from process where id = ${process} returning factory_id, id
    )
    insert into planned_operation (factory_id, process_id, run_id, device_id, lane, starts_at, ends_at, bound, first_day, day_minutes)
    select factory_id, ${process}, id, ${device}, 0, now(), now() + interval '1 hour', 'release', current_date, '{60}'
    from run`.execute(db);
}
