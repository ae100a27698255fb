import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import {
  outsourcingStateMachine,
  type OutsourcingEvent,
  type OutsourcingState,
} from '#shared/machines/outsourcing-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { refuseStale } from '../../db/refuse-stale.ts';
import { lockRow } from '../../db/lock.ts';

/** An outsourcing order that the transaction has locked. */
export interface LockedOutsourcingOrder {
  id: number;
  code: string;
  state: OutsourcingState;
  version: number;
}

/**
 * Locks an outsourcing order for an event. An order must be locked before the parts of its processes, so that
 * requests cannot block each other.
 * @throws rowNotFound, stale; outsourcingState if the state does not allow the event
 */
export async function lockOutsourcingOrder(
  tx: Transaction,
  id: number,
  version: number,
  event: OutsourcingEvent,
): Promise<LockedOutsourcingOrder> {
  const order = await lockRow(tx, 'outsourcingOrder', id, [
    'id',
    'code',
    'state',
    'version',
    'updatedBy',
    'updatedAt',
  ]);
  refuseStale(order, version);
  if (findNextState(outsourcingStateMachine, order.state, event) === null)
    throw makeError('outsourcingState', { state: markAsTerm(order.state), event: markAsTerm(event) });
  return order;
}
