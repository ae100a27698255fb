import { makeError } from '#shared/kernel/errors.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { MovementKind } from '#shared/ledger/outsourcing.ts';
import type { OutsourcingState } from '#shared/machines/outsourcing-order.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import {
  loadOutsourcingLines,
  updateOutsourcingState,
  type OutsourcingLine,
} from '../../ledger/outsourcing.ts';
import { findRoutingProcess, openRouting, type Routing } from '../../ledger/routing.ts';
import { type LockedOutsourcingOrder } from './lock-outsourcing-order.ts';

/** The input of a movement between the factory and a supplier, with the data of the delivery note. */
export interface MovementInput {
  id: number;
  version: number;
  deliveryNote: string | null;
  remark: string | null;
}

/** The quantities of one process in a movement. The quantities of a reversal are negative. */
export interface MovedQuantities {
  processId: number;
  sent: number;
  returnedGood: number;
  returnedHold: number;
  takenBack: number;
}

export const NO_MOVED_QUANTITIES = { sent: 0, returnedGood: 0, returnedHold: 0, takenBack: 0 } as const;

/** The answer to a movement: its stored document, and the order after the movement. */
export interface MovementAnswer {
  movementId: number;
  deliveryNote: string | null;
  state: OutsourcingState;
  version: number;
}

/**
 * Locks the parts of the processes of a movement, and finds the lines of the order.
 * @throws nothingSelected, rowNotFound if a process is not in the order; processAddedTwice
 */
export async function openMovedLines(
  tx: Transaction,
  orderId: number,
  processIds: readonly number[],
): Promise<{ routing: Routing; lines: OutsourcingLine[] }> {
  if (processIds.length === 0) throw makeError('nothingSelected');
  const orderLines = await loadOutsourcingLines(tx.db, tx.factoryId, orderId);
  const lines = processIds.map((processId, index) => {
    const line = orderLines.find((candidate) => candidate.processId === processId);
    if (!line)
      throw makeError('rowNotFound', {}, { [`items[${index}].processId`]: { reason: 'notAReference' } });
    return line;
  });
  const routing = await openRouting(tx, processIds, { mayChangeLosses: true });
  const repeatedId = processIds.find((id, index) => processIds.indexOf(id) !== index);
  if (repeatedId !== undefined) {
    const { name } = findRoutingProcess(routing, repeatedId);
    throw makeError('processAddedTwice', { name });
  }
  return { routing, lines };
}

/** Inserts the document of a movement with its quantities. @returns the id of the movement */
export async function insertMovement(
  tx: Transaction,
  values: {
    orderId: number;
    kind: MovementKind;
    deliveryNote: string | null;
    remark: string | null;
    reversesId?: number;
  },
  lines: readonly MovedQuantities[],
): Promise<number> {
  const { id } = await tx.db
    .insertInto('outsourcingMovement')
    .values({ factoryId: tx.factoryId, byName: tx.name, at: tx.now, reversesId: null, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('outsourcingMovementLine')
    .values(lines.map((line) => ({ factoryId: tx.factoryId, movementId: id, ...line })))
    .execute();
  return id;
}

/** Writes the ledgers after a movement, derives the state of the order, and logs and announces the change. */
export async function finishMovement(
  tx: Transaction,
  order: LockedOutsourcingOrder,
  routing: Routing,
  movement: {
    id: number;
    kind: MovementKind | 'reverseMovement';
    deliveryNote: string | null;
    details: object;
  },
): Promise<MovementAnswer> {
  await closeRouting(tx, routing);
  const state = await updateOutsourcingState(tx, order.id);
  const version = await writeChange(
    tx,
    'outsourcingOrder',
    order,
    {},
    {
      action: movement.kind,
      after: { state, movementId: movement.id, deliveryNote: movement.deliveryNote, ...movement.details },
    },
  );
  return { movementId: movement.id, deliveryNote: movement.deliveryNote, state, version };
}

/** Adds up all quantities of a line of a movement. */
export const sumMovedQuantities = (line: Omit<MovedQuantities, 'processId'>): number =>
  addQuantities(line.sent, line.returnedGood, line.returnedHold, line.takenBack);
