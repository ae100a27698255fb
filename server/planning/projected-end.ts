import { sql } from 'kysely';
import type { Instant } from '#shared/planning/engine/types.ts';
import type { Db } from '../db/database.ts';
import type { Transaction } from '../db/transaction.ts';

const MINUTE_MS = 60_000;

/**
 * The time at which an order is ready according to a plan. `end` is null if the plan does not place all
 * operations of the order.
 */
export interface ProjectedEnd {
  readonly id: number;
  readonly end: Instant | null;
}

/**
 * The SQL of the instant at which an order with the alias `o` is ready according to the applied plan, but
 * never before now. It is null if no applied plan has an end for the order.
 */
export const PROJECTED_END_SQL = sql<string | null>`
  case when o.state in ('released', 'inProgress') and o.projected_end is not null
    then greatest(o.projected_end, now()) end`;

/**
 * Locks the orders of a factory whose projected end has changed.
 * @returns the ids of these orders
 */
async function lockChangedOrders(
  db: Db,
  factoryId: number,
  ends: string,
  toleranceMinutes: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from work_order o join factory f on f.id = o.factory_id
      left join jsonb_to_recordset(${ends}::jsonb) as e (id bigint, ends_at timestamptz) on e.id = o.id
    where o.factory_id = ${factoryId} and (o.projected_end is not null or e.ends_at is not null)
      and not coalesce(abs(extract(epoch from o.projected_end - e.ends_at)) <= ${toleranceMinutes * 60}::int
        and (o.projected_end at time zone f.zone)::date = (e.ends_at at time zone f.zone)::date, false)
    order by o.id for no key update of o`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stores when each order is ready, and announces the orders whose end has changed. The end of orders that are
 * not in `ends` becomes null.
 * @param toleranceMinutes an end is not written if it moves by no more than this time and stays on the same
 * day
 */
export async function keepProjectedEnds(
  tx: Transaction,
  ends: readonly ProjectedEnd[],
  toleranceMinutes = 0,
): Promise<void> {
  const { db, factoryId } = tx;
  const json = JSON.stringify(
    ends.flatMap(({ id, end }) =>
      end === null ? [] : [{ id, ends_at: new Date(end * MINUTE_MS).toISOString() }],
    ),
  );
  const ids = await lockChangedOrders(db, factoryId, json, toleranceMinutes);
  if (ids.length === 0) return;
  await sql`update work_order o set projected_end = e.ends_at
    from unnest(${ids}::bigint[]) as c (id)
      left join jsonb_to_recordset(${json}::jsonb) as e (id bigint, ends_at timestamptz) on e.id = c.id
    where o.factory_id = ${factoryId} and o.id = c.id`.execute(db);
  tx.announce('progress', 'workOrder', ids);
}
