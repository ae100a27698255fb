import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { subtractQuantities } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../../db/transaction.ts';
import { lockFinishedPart } from './lock-part.ts';
import { moveWarehoused } from './move-warehoused.ts';
import type { WarehouseAnswer } from './receive-into-warehouse.ts';

/**
 * Reverses a receipt into the warehouse, by adding an opposite receipt that refers to it. The pieces are available to
 * the assembly again.
 * @throws rowNotFound, orderState, receiptReversed; notYourReport if somebody else made the receipt and the user may
 * not reverse the reports of others
 */
export async function reverseReceipt(
  tx: Transaction,
  user: CurrentUser,
  { receiptId, reason }: { receiptId: number; reason: string },
): Promise<WarehouseAnswer> {
  const receipt = await tx.db
    .selectFrom('warehouseReceipt')
    .selectAll()
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', receiptId)
    .where('reversesId', 'is', null)
    .executeTakeFirst();
  if (!receipt) throw makeError('rowNotFound', {}, { receiptId: { reason: 'notAReference' } });
  const isOwnReceipt = receipt.employeeId !== null && receipt.employeeId === user.employeeId;
  if (!isOwnReceipt && !hasPermission(user, 'TASK_REPORT_REVERSE')) throw makeError('notYourReport');
  const { routing, part } = await lockFinishedPart(tx, receipt.partId);
  const reversal = await tx.db
    .selectFrom('warehouseReceipt')
    .select('byName')
    .where('factoryId', '=', tx.factoryId)
    .where('reversesId', '=', receiptId)
    .executeTakeFirst();
  if (reversal) throw makeError('receiptReversed', { by: reversal.byName });
  const { partId, quantity, shelfId } = receipt;
  const { id } = await tx.db
    .insertInto('warehouseReceipt')
    .values({
      factoryId: tx.factoryId,
      partId,
      quantity,
      shelfId,
      at: tx.now,
      employeeId: user.employeeId,
      byName: tx.name,
      remark: reason,
      reversesId: receiptId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await moveWarehoused(tx, routing, part, subtractQuantities(0, quantity));
  tx.log({
    entity: 'part',
    id: partId,
    action: 'reverseReceipt',
    before: { quantity, shelfId },
    after: { reason },
  });
  return { receiptId: id, warehoused: part.warehoused, warehouseStatus: part.warehouseStatus };
}
