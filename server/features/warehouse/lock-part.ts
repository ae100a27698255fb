import { makeError } from '#shared/kernel/errors.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { openPartRoutings, type Routing, type RoutingPart } from '../../ledger/routing.ts';

/**
 * Locks a part and its assemblies in the same sequence as reports do, and loads their processes.
 * @throws rowNotFound if the part does not exist; partWithoutProcesses; orderState if its order is closed or cancelled
 */
export async function lockFinishedPart(
  tx: Transaction,
  partId: number,
): Promise<{ routing: Routing; part: RoutingPart }> {
  const routing = await openPartRoutings(tx, [partId]);
  const part = routing.parts.get(partId);
  if (!part) {
    const foundPart = await tx.db
      .selectFrom('part')
      .select('name')
      .where('factoryId', '=', tx.factoryId)
      .where('id', '=', partId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!foundPart) throw makeError('rowNotFound', {}, { partId: { reason: 'notAReference' } });
    throw makeError('partWithoutProcesses', { name: foundPart.name });
  }
  if (hasOrderEnded(part.orderState))
    throw makeError('orderState', { state: markAsTerm(part.orderState), event: markAsTerm('warehouseIn') });
  return { routing, part };
}
