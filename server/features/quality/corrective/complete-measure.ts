import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { mayBeginCheck } from '#shared/quality/corrective.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { refuseStale } from '../../../db/refuse-stale.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { writeChange } from '../../../db/write-change.ts';
import { refuseDoneMeasure } from '../../../hooks/corrective-measure.ts';
import { getNextCorrectiveState, lockCorrective } from '../../../hooks/lock-corrective.ts';
import { loadMeasures, moveIntoCheck } from './begin-check.ts';
import { lockRow } from '../../../db/lock.ts';

interface CompleteInput {
  id: number;
  version: number;
  doneOn: string;
  result: string | null;
}

async function lockMeasure(tx: Transaction, id: number) {
  const measure = await lockRow(tx, 'correctiveMeasure', id, [
    'id',
    'version',
    'updatedBy',
    'updatedAt',
    'correctiveId',
    'what',
    'ownerId',
    'state',
  ]);
  return measure;
}

/**
 * Completes a measure. The owner of the measure and everybody who may change corrective actions may do so.
 * After the last measure, the check of the effect begins if one of the measures removes the cause.
 * @throws rowNotFound, notYourMeasure, correctiveState, measureIsDone, stale, fieldsInvalid
 */
export async function completeMeasure(
  tx: Transaction,
  user: CurrentUser,
  { id, version, doneOn, result }: CompleteInput,
) {
  const measure = await lockMeasure(tx, id);
  if (measure.ownerId !== user.employeeId && !hasPermission(user, 'QUALITY_CORRECT'))
    throw makeError('notYourMeasure', { name: measure.what });
  const corrective = await lockCorrective(tx, measure.correctiveId);
  getNextCorrectiveState(corrective, 'completeMeasure');
  refuseDoneMeasure(measure);
  refuseStale(measure, version);
  const today = toLocalDay(user.zone, Date.parse(tx.now));
  if (doneOn > today)
    throw makeError('fieldsInvalid', {}, { doneOn: { reason: 'tooLarge', params: { max: today } } });
  const values = { state: 'measureDone', doneOn, doneBy: tx.name, result } as const;
  await writeChange(tx, 'correctiveMeasure', measure, values, { action: 'completeMeasure' });
  const measures = await loadMeasures(tx, corrective.id);
  if (!mayBeginCheck(measures)) {
    tx.announce('quality', 'correctiveAction', [corrective.id]);
    return { id, correctiveState: corrective.state };
  }
  const lastDoneOn = measures
    .map(({ doneOn }) => doneOn!)
    .sort()
    .at(-1)!;
  const { state } = await moveIntoCheck(tx, corrective, lastDoneOn, null);
  return { id, correctiveState: state };
}
