import { sql } from 'kysely';
import type { DelayReason } from '#shared/answers/schedule/order-delay.ts';
import type { Db } from '../../../db/database.ts';
import { nameCauses } from '../../../planning/schedule/name-causes.ts';
import type { LateOrder } from './find-delays.ts';

const MINUTE_MS = 60_000;

/** Tells why each order is late, with the names of what it is about, in the order of the orders. */
export async function nameReasons(
  db: Db,
  factoryId: number,
  lateOrders: readonly LateOrder[],
): Promise<DelayReason[]> {
  const stuckIds = lateOrders.flatMap(({ stuck }) => stuck?.task ?? []);
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, coalesce(p.name, c.name) as name from process p
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where p.factory_id = ${factoryId} and p.id = any(${stuckIds}::bigint[])`.execute(db);
  const nameById = new Map(rows.map(({ id, name }) => [id, name]));
  const causes = await nameCauses(
    db,
    factoryId,
    lateOrders.flatMap(({ order }) => order.causes),
  );
  let causeCount = 0;
  return lateOrders.map(({ order, stuck }) => ({
    projectedEnd: order.end === null ? null : new Date(order.end * MINUTE_MS).toISOString(),
    lateBy: order.lateBy,
    causes: causes.slice(causeCount, (causeCount += order.causes.length)),
    stuck: stuck && { process: nameById.get(stuck.task) ?? '', reason: stuck.reason },
  }));
}
