import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { mayBeginCheck, type CorrectiveMeasure } from '#shared/quality/corrective.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { refuseStale } from '../../../db/refuse-stale.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { writeChange } from '../../../db/write-change.ts';
import {
  getNextCorrectiveState,
  lockCorrective,
  type StoredCorrective,
} from '../../../hooks/lock-corrective.ts';
import { addCorrectiveEvent } from './corrective-events.ts';

type CheckedMeasure = Pick<CorrectiveMeasure, 'kind' | 'state' | 'doneOn'>;

/** Loads the measures of a locked corrective action. */
export async function loadMeasures(tx: Transaction, correctiveId: number): Promise<CheckedMeasure[]> {
  const { rows } = await sql<CheckedMeasure>`select kind, state, done_on from corrective_measure
    where factory_id = ${tx.factoryId} and corrective_id = ${correctiveId} and deleted_at is null`.execute(
    tx.db,
  );
  return rows;
}

/**
 * Begins the check of the effect of a locked corrective action. The check is due some days after the last
 * measure was done or, in a round without a new measure, some days after today.
 * @param today the local day
 */
export async function moveIntoCheck(
  tx: Transaction,
  corrective: StoredCorrective,
  lastDoneOn: string,
  reason: string | null,
) {
  const state = getNextCorrectiveState(corrective, 'beginCheck');
  const values = {
    state,
    checkBegunAt: tx.now,
    checkDueOn: addDays(lastDoneOn, corrective.checkAfterDays),
  };
  const version = await writeChange(tx, 'correctiveAction', corrective, values, { action: 'beginCheck' });
  await addCorrectiveEvent(tx, corrective.id, { kind: 'beginCheck', reason });
  return { id: corrective.id, state, version };
}

/**
 * Begins the check of a corrective action whose measures are done already, for example because the exception that
 * opened it again has another cause.
 * @throws rowNotFound, correctiveState, stale, measuresOpen
 */
export async function beginCheck(
  tx: Transaction,
  user: CurrentUser,
  { id, version, reason }: { id: number; version: number; reason: string },
) {
  const corrective = await lockCorrective(tx, id);
  getNextCorrectiveState(corrective, 'beginCheck');
  refuseStale(corrective, version);
  const measures = await loadMeasures(tx, id);
  if (!mayBeginCheck(measures))
    throw makeError('measuresOpen', {
      code: corrective.code ?? '',
      count: measures.filter(({ state }) => state === 'measureOpen').length,
    });
  return moveIntoCheck(tx, corrective, toLocalDay(user.zone, Date.parse(tx.now)), reason);
}
