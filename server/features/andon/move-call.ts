import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { andonCallStateMachine, type CallEvent } from '#shared/machines/andon-call.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { refuseStale } from '../../db/refuse-stale.ts';
import { lockRow } from '../../db/lock.ts';

/** The input of a request that moves a call for help to its next state. */
interface MoveCallInput {
  id: number;
  version: number;
  solution?: string | null;
  reason?: string;
}

/** The terms that name the events in the message of the error `callState`. */
const CALL_EVENT_TERMS: Readonly<Record<CallEvent, TermKey>> = {
  acknowledge: 'acknowledge',
  arrive: 'arrive',
  solve: 'solve',
  cancel: 'withdrawCall',
};

/** Builds the column values that an event sets: its time, and the employee, the solution or the reason. */
function buildEventValues(event: CallEvent, tx: Transaction, user: CurrentUser, input: MoveCallInput) {
  switch (event) {
    case 'acknowledge':
      return { acknowledgedAt: tx.now, acknowledgedById: user.employeeId };
    case 'arrive':
      return { arrivedAt: tx.now, arrivedById: user.employeeId };
    case 'solve':
      return { solvedAt: tx.now, solvedById: user.employeeId, solution: input.solution ?? null };
    case 'cancel':
      return { cancelledAt: tx.now, cancelReason: input.reason ?? null };
  }
}

/**
 * Moves a call to its next state. If two people answer the call at the same time, the second
 * request is refused with an error that names the first person.
 * @throws rowNotFound, callState, stale, notYourCall
 */
export async function moveCall(tx: Transaction, user: CurrentUser, event: CallEvent, input: MoveCallInput) {
  const call = await lockRow(tx, 'abnormalCall', input.id, [
    'id',
    'version',
    'state',
    'raisedById',
    'updatedBy',
    'updatedAt',
  ]);
  const state = findNextState(andonCallStateMachine, call.state, event);
  if (state === null)
    throw makeError('callState', {
      state: markAsTerm(call.state),
      by: call.updatedBy,
      event: markAsTerm(CALL_EVENT_TERMS[event]),
    });
  refuseStale(call, input.version);
  if (event === 'cancel' && (user.employeeId === null || call.raisedById !== user.employeeId))
    throw makeError('notYourCall');
  const values = { state, ...buildEventValues(event, tx, user, input) };
  const version = await writeChange(tx, 'abnormalCall', call, values, { action: event });
  return { id: call.id, version, state };
}
