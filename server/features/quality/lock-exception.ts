import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import type { HandlingQuantities, HoldSource } from '#shared/ledger/quality.ts';
import {
  qualityExceptionStateMachine,
  type QualityEvent,
  type QualityState,
} from '#shared/machines/quality-exception.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';

/** The fields of an exception that its events need. */
export interface StoredException extends HandlingQuantities {
  id: number;
  version: number;
  code: string;
  state: QualityState;
  processId: number;
  source: HoldSource;
  quantity: number;
  cardId: number | null;
  raisedById: number | null;
  round: number;
  updatedBy: string;
  updatedAt: string;
}

const STORED_COLUMNS = [
  'id',
  'version',
  'code',
  'state',
  'processId',
  'source',
  'quantity',
  'cardId',
  'raisedById',
  'round',
  'rework',
  'concession',
  'scrap',
  'updatedBy',
  'updatedAt',
] as const;

/** The terms that name the events in refusals. */
const EVENT_TERMS: Readonly<Record<QualityEvent, TermKey>> = {
  determine: 'determineException',
  passRemedies: 'signException',
  rejectRemedies: 'signException',
  trace: 'traceCause',
  passTracing: 'signException',
  rejectTracing: 'signException',
  cancel: 'cancelException',
};

const selectException = (db: Db, factoryId: number, id: number) =>
  db
    .selectFrom('qualityException')
    .select(STORED_COLUMNS)
    .where('factoryId', '=', factoryId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null);

/** Reads an exception without a lock. @throws rowNotFound */
export async function readException(db: Db, factoryId: number, id: number): Promise<StoredException> {
  const exception = await selectException(db, factoryId, id).executeTakeFirst();
  if (!exception) throw makeError('rowNotFound');
  return exception;
}

/**
 * Locks an exception. An exception must be locked before the part of its process, so that requests cannot
 * block each other.
 * @throws rowNotFound
 */
export async function lockException(tx: Transaction, id: number): Promise<StoredException> {
  const exception = await selectException(tx.db, tx.factoryId, id).forUpdate().executeTakeFirst();
  if (!exception) throw makeError('rowNotFound');
  return exception;
}

/**
 * In these states, the pieces of an exception have already moved. The exception can then no longer be
 * cancelled, but another exception can correct it.
 */
const POSTED_STATES: readonly QualityState[] = ['tracingCountersign', 'finished'];

/**
 * Returns the state that an event leads to.
 * @throws exceptionPosted, qualityState if the state forbids the event
 */
export function getNextQualityState(exception: StoredException, event: QualityEvent): QualityState {
  const { code, state } = exception;
  const next = findNextState(qualityExceptionStateMachine, state, event);
  if (next === null && event === 'cancel' && POSTED_STATES.includes(state))
    throw makeError('exceptionPosted', { code });
  if (next === null)
    throw makeError('qualityState', {
      code,
      state: markAsTerm(state),
      event: markAsTerm(EVENT_TERMS[event]),
    });
  return next;
}
