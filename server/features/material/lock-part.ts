import { makeError } from '#shared/kernel/errors.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { lockRow } from '../../db/lock.ts';

/**
 * Locks a part before materials are issued to it by hand. A report takes the same lock before it issues
 * materials, so that neither misses the quantities that the other has issued.
 * @throws rowNotFound; orderState if the order has ended
 */
export async function lockPartForIssue(tx: Transaction, partId: number): Promise<void> {
  const part = await lockRow(tx, 'part', partId, ['orderId']);
  const { state } = await tx.db
    .selectFrom('workOrder')
    .select('state')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', part.orderId)
    .executeTakeFirstOrThrow();
  if (hasOrderEnded(state))
    throw makeError('orderState', { state: markAsTerm(state), event: markAsTerm('issueMaterial') });
}
