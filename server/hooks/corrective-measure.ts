import { makeError } from '#shared/kernel/errors.ts';
import type { MeasureState } from '#shared/entities/corrective-measure.ts';
import type { Transaction } from '../db/transaction.ts';
import type { HooksOf } from './hooks.ts';
import { getNextCorrectiveState, lockCorrective, type StoredCorrective } from './lock-corrective.ts';

/**
 * Refuses to change a measure that is done.
 * @throws measureIsDone
 */
export function refuseDoneMeasure({ state, what }: { state: MeasureState; what: string }): void {
  if (state === 'measureDone') throw makeError('measureIsDone', { name: what });
}

async function lockForPlanning(tx: Transaction, correctiveId: number): Promise<StoredCorrective> {
  const corrective = await lockCorrective(tx, correctiveId);
  getNextCorrectiveState(corrective, 'planMeasure');
  return corrective;
}

/**
 * Measures are planned while their corrective action is open. A corrective measure removes a cause, so the root cause
 * has to be known.
 */
export const correctiveMeasureHooks: HooksOf<'correctiveMeasure'> = {
  beforeSave: async (tx, next, before) => {
    if (before && before.correctiveId !== next.correctiveId)
      throw makeError('fieldsInvalid', {}, { correctiveId: { reason: 'notAReference' } });
    const corrective = await lockForPlanning(tx, next.correctiveId);
    if (before) refuseDoneMeasure(before);
    if (next.kind === 'correcting' && corrective.rootCause === null)
      throw makeError('rootCauseNeeded', { code: corrective.code ?? '' }, { kind: { reason: 'notAChoice' } });
  },
  beforeDelete: async (tx, rows) => {
    // All deletions lock the corrective actions in the order of their ids, so that no two deletions wait for
    // each other.
    const correctiveIds = [...new Set(rows.map(({ correctiveId }) => correctiveId))].sort((a, b) => a - b);
    for (const id of correctiveIds) await lockForPlanning(tx, id);
    rows.forEach(refuseDoneMeasure);
  },
};
