import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import {
  correctiveActionStateMachine,
  type CorrectiveEvent,
  type CorrectiveState,
} from '#shared/machines/corrective-action.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../db/transaction.ts';
import { lockRow } from '../db/lock.ts';

/** The fields of a corrective action that its events need. */
export interface StoredCorrective {
  id: number;
  version: number;
  code: string | null;
  state: CorrectiveState;
  rootCause: string | null;
  leaderId: number;
  checkAfterDays: number;
  checkDueOn: string | null;
  round: number;
  updatedBy: string;
  updatedAt: string;
}

/**
 * Locks a corrective action. A transaction that also locks a measure must lock the measure first.
 * @throws rowNotFound
 */
export async function lockCorrective(tx: Transaction, id: number): Promise<StoredCorrective> {
  const corrective = await lockRow(tx, 'correctiveAction', id, [
    'id',
    'version',
    'code',
    'state',
    'rootCause',
    'leaderId',
    'checkAfterDays',
    'checkDueOn',
    'round',
    'updatedBy',
    'updatedAt',
  ]);
  return corrective;
}

/** Returns the state that an event leads to. @throws correctiveState if the state forbids the event */
export function getNextCorrectiveState(
  { code, state }: Pick<StoredCorrective, 'code' | 'state'>,
  event: CorrectiveEvent,
): CorrectiveState {
  const next = findNextState(correctiveActionStateMachine, state, event);
  if (next === null)
    throw makeError('correctiveState', {
      code: code ?? '',
      state: markAsTerm(state),
      event: markAsTerm(event),
    });
  return next;
}
