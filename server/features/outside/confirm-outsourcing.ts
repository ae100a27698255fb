import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/**
 * Writes the day on which the supplier of the user expects to return the pieces of an outsourcing order.
 * @returns the new version of the order
 * @throws rowNotFound, also for drafts, for orders of other suppliers, and if the user does not belong to a supplier;
 * stale; outsourcingState if the order is completed or cancelled
 */
export async function confirmOutsourcing(
  tx: Transaction,
  user: CurrentUser,
  { id, version, day }: { id: number; version: number; day: string },
): Promise<{ version: number }> {
  if (user.kind !== 'supplier' || user.supplierId === null) throw makeError('rowNotFound');
  const order = await tx.db
    .selectFrom('outsourcingOrder')
    .select(['id', 'state', 'version', 'confirmedDate', 'updatedBy', 'updatedAt'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .where('supplierId', '=', user.supplierId)
    .where('deletedAt', 'is', null)
    .where('state', '!=', 'draft')
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw makeError('rowNotFound');
  refuseStale(order, version);
  if (order.state === 'completed' || order.state === 'cancelled')
    throw makeError('outsourcingState', {
      state: markAsTerm(order.state),
      event: markAsTerm('confirmReturn'),
    });
  const before = { confirmedDate: order.confirmedDate };
  const newVersion = await writeChange(
    tx,
    'outsourcingOrder',
    order,
    { confirmedDate: day },
    { action: 'confirmReturn', before },
  );
  return { version: newVersion };
}
