import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { countFinishedPieces, type WarehouseStatus } from '#shared/ledger/warehouse.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import type { Transaction } from '../../db/transaction.ts';
import { resolveReportTime } from '../../ledger/report-time.ts';
import { lockFinishedPart } from './lock-part.ts';
import { moveWarehoused } from './move-warehoused.ts';
import { RECEIPT_FIELDS } from './receipt-fields.ts';

interface ReceiptInput {
  partId: number;
  quantity: number;
  shelfId: number | null;
  at: string | null;
  remark: string | null;
}

/** The quantity of a part in the warehouse after a receipt or its reversal. */
export interface WarehouseAnswer {
  receiptId: number;
  warehoused: number;
  warehouseStatus: WarehouseStatus;
}

/**
 * Puts finished pieces of a part into the warehouse.
 * @throws rowNotFound, partWithoutProcesses, orderState, referenceMissing; quantityExceedsFinished if the quantity is
 * larger than the number of finished pieces that are neither used by the assembly nor in the warehouse; and the
 * errors of `resolveReportTime`
 */
export async function receiveIntoWarehouse(
  tx: Transaction,
  user: CurrentUser,
  { partId, quantity, shelfId, at: requestedAt, remark }: ReceiptInput,
): Promise<WarehouseAnswer> {
  const at = resolveReportTime(requestedAt, tx.now, user);
  const { routing, part } = await lockFinishedPart(tx, partId);
  await lockReferencedRows(tx, { shelfId: RECEIPT_FIELDS.shelfId }, { shelfId });
  const { waiting } = countFinishedPieces(part, routing.processes);
  const max = Math.max(0, waiting);
  if (quantity > max)
    throw makeError(
      'quantityExceedsFinished',
      { waiting: max, quantity },
      { quantity: { reason: 'tooLarge', params: { max } } },
    );
  const { id: receiptId } = await tx.db
    .insertInto('warehouseReceipt')
    .values({
      factoryId: tx.factoryId,
      partId,
      quantity,
      shelfId,
      at,
      employeeId: user.employeeId,
      byName: tx.name,
      remark,
      reversesId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await moveWarehoused(tx, routing, part, quantity);
  tx.log({ entity: 'part', id: partId, action: 'warehouseIn', after: { quantity, shelfId, at, remark } });
  const { warehoused, warehouseStatus } = part;
  return { receiptId, warehoused, warehouseStatus };
}
