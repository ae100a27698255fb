import { makeError } from '#shared/kernel/errors.ts';
import { calculateQuantityOut } from '#shared/ledger/outsourcing.ts';
import type { OutsourcingState } from '#shared/machines/outsourcing-order.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { loadOutsourcingLines, updateOutsourcingState } from '../../ledger/outsourcing.ts';
import { lockOutsourcingOrder } from './lock-outsourcing-order.ts';

interface OrderAnswer {
  state: OutsourcingState;
  version: number;
}

/** Reads the name of a process for a message. */
async function readProcessName(tx: Transaction, processId: number): Promise<string> {
  const process = await tx.db
    .selectFrom('process')
    .select('name')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', processId)
    .executeTakeFirstOrThrow();
  return process.name ?? '';
}

/**
 * Ends an outsourcing order that was sent only in part. Its unsent pieces are no longer outsourced.
 * @throws rowNotFound, stale, outsourcingState; outsourcingStillOut if pieces are at the supplier
 */
export async function endOutsourcing(
  tx: Transaction,
  input: { id: number; version: number },
): Promise<OrderAnswer> {
  const order = await lockOutsourcingOrder(tx, input.id, input.version, 'endOutsourcing');
  for (const line of await loadOutsourcingLines(tx.db, tx.factoryId, order.id)) {
    const quantityOut = calculateQuantityOut(line);
    if (quantityOut > 0)
      throw makeError('outsourcingStillOut', {
        name: await readProcessName(tx, line.processId),
        out: quantityOut,
      });
  }
  const state = await updateOutsourcingState(tx, order.id, true);
  const version = await writeChange(
    tx,
    'outsourcingOrder',
    order,
    {},
    { action: 'endOutsourcing', after: { state } },
  );
  return { state, version };
}

/**
 * Cancels an outsourcing order that is a draft. No piece of a draft has been sent.
 * @throws rowNotFound, stale, outsourcingState
 */
export async function cancelOutsourcing(
  tx: Transaction,
  input: { id: number; version: number },
): Promise<OrderAnswer> {
  const order = await lockOutsourcingOrder(tx, input.id, input.version, 'cancelOutsourcing');
  const state = 'cancelled';
  const version = await writeChange(
    tx,
    'outsourcingOrder',
    order,
    { state },
    { action: 'cancelOutsourcing' },
  );
  return { state, version };
}
