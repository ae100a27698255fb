import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { MeasuredFactory, MeasuredValue } from './measured-value.ts';

/** Reads how long each paired screen of a factory has not reported that it is on, in seconds. */
export async function readScreenSilences(
  db: Db,
  { factoryId }: MeasuredFactory,
): Promise<(MeasuredValue & { workGroupId: null })[]> {
  const { rows } = await sql<{ key: string; subject: string; value: number; workGroupId: null }>`
    select id::text as key, concat_ws(' · ', name, place) as subject,
           extract(epoch from now() - seen_at)::float8 as value, null as work_group_id
    from wall_screen
    where factory_id = ${factoryId} and deleted_at is null and state in ('online', 'dark') and seen_at is not null`.execute(
    db,
  );
  return rows;
}
