import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { buildOverdueDaysSql, DUE_DAY_SQL } from '../../ledger/order-lateness.ts';
import type { MeasuredFactory, MeasuredValue } from './measured-value.ts';

/**
 * Reads by how many days each overdue open order of a factory is overdue. The order with the longest delay comes first.
 */
export async function readOrderDelays(
  db: Db,
  { factoryId, zone }: MeasuredFactory,
): Promise<(MeasuredValue & { workGroupId: null })[]> {
  const { rows } = await sql<{ key: string; subject: string; value: number; workGroupId: null }>`
    select o.id::text as key, o.code as subject, ${buildOverdueDaysSql(zone)} as value, null as work_group_id
    from work_order o
    where o.factory_id = ${factoryId} and o.deleted_at is null and o.state in ('released', 'inProgress', 'suspended')
      and ${DUE_DAY_SQL} < (now() at time zone ${zone})::date
    order by value desc, o.id`.execute(db);
  return rows;
}
