import { sql } from 'kysely';
import type { DelayReason } from '#shared/answers/schedule/order-delay.ts';
import type { Db } from '../../../db/database.ts';
import { nameCauses } from '../../../planning/schedule/name-causes.ts';
import type { LateOrder } from './find-delays.ts';

const MINUTE_MS = 60_000;

/**
 * Builds the reasons why orders are late, with the names of machines, orders and processes.
 * @returns one reason for each of `lateOrders`, in the same order
 */
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
  let usedCauseCount = 0;
  return lateOrders.map(({ order, stuck }) => ({
    projectedEnd: order.end === null ? null : new Date(order.end * MINUTE_MS).toISOString(),
    lateBy: order.lateBy,
    causes: causes.slice(usedCauseCount, (usedCauseCount += order.causes.length)),
    stuck: stuck && { process: nameById.get(stuck.task) ?? '', reason: stuck.reason },
  }));
}
