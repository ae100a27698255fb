import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { computeCalibrationDueDay, type CalibrationResult, type GaugeState } from '#shared/quality/gauge.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { attachFiles } from '../../crud/attach-files.ts';
import { refuseStale } from '../../db/refuse-stale.ts';
import { writeChange } from '../../db/write-change.ts';
import type { Transaction } from '../../db/transaction.ts';
import { CALIBRATION_FIELDS } from './calibration-fields.ts';

interface CalibrationInput {
  gaugeId: number;
  version: number;
  calibratedOn: string;
  calibrationResult: CalibrationResult;
  calibratedBy: string | null;
  certificateNumber: string;
  certificate: number | null;
  nextDueOn: string | null;
  remark: string | null;
}

/** Locks a gauge. @throws rowNotFound */
async function lockGauge(tx: Transaction, id: number) {
  const gauge = await tx.db
    .selectFrom('gauge')
    .select([
      'id',
      'version',
      'updatedBy',
      'updatedAt',
      'code',
      'state',
      'calibrationMonths',
      'lastCalibratedOn',
      'dueOn',
    ])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!gauge) throw makeError('rowNotFound', {}, { gaugeId: { reason: 'notAReference' } });
  return gauge;
}

/** Reads the day of the last calibration of a gauge; null if there is none. Failed calibrations count too. */
async function readLastCalibrationDay(
  tx: Transaction,
  { id, lastCalibratedOn }: { id: number; lastCalibratedOn: string | null },
): Promise<string | null> {
  const row = await tx.db
    .selectFrom('gaugeCalibration')
    .select((builder) => builder.fn.max('calibratedOn').as('day'))
    .where('factoryId', '=', tx.factoryId)
    .where('gaugeId', '=', id)
    .executeTakeFirst();
  const days = [row?.day ?? null, lastCalibratedOn].filter((day) => day !== null);
  return days.sort().at(-1) ?? null;
}

/**
 * Refuses a calibration day in the future or before the last calibration. Refuses a next day that is not
 * after the calibration day.
 * @throws fieldsInvalid
 */
function refuseWrongDays(
  { calibratedOn, nextDueOn }: CalibrationInput,
  lastDay: string | null,
  today: string,
): void {
  if (calibratedOn > today)
    throw makeError('fieldsInvalid', {}, { calibratedOn: { reason: 'tooLarge', params: { max: today } } });
  if (lastDay !== null && calibratedOn < lastDay)
    throw makeError('fieldsInvalid', {}, { calibratedOn: { reason: 'tooSmall', params: { min: lastDay } } });
  if (nextDueOn !== null && nextDueOn <= calibratedOn)
    throw makeError(
      'fieldsInvalid',
      {},
      { nextDueOn: { reason: 'tooSmall', params: { min: calibratedOn } } },
    );
}

/**
 * Records a calibration of a gauge. If the gauge fails, it is blocked until a later calibration finds it fit.
 * If it passes, it can be used again, and its next calibration is due on `nextDueOn`. If this day is null,
 * the next calibration is due after the calibration interval of the gauge.
 * @throws rowNotFound, gaugeState, stale, fieldsInvalid, referenceMissing
 */
export async function calibrateGauge(tx: Transaction, user: CurrentUser, input: CalibrationInput) {
  const gauge = await lockGauge(tx, input.gaugeId);
  if (gauge.state === 'gaugeScrapped')
    throw makeError('gaugeState', {
      code: gauge.code,
      state: markAsTerm(gauge.state),
      event: markAsTerm('recordCalibration'),
    });
  refuseStale(gauge, input.version);
  refuseWrongDays(input, await readLastCalibrationDay(tx, gauge), toLocalDay(user.zone, tx.now));
  const { version: _version, ...values } = input;
  await attachFiles(tx, CALIBRATION_FIELDS, [{ next: { certificate: input.certificate }, before: null }]);
  const hasFailed = input.calibrationResult === 'calibrationFailed';
  const nextDueOn = hasFailed
    ? null
    : (input.nextDueOn ?? computeCalibrationDueDay(input.calibratedOn, gauge.calibrationMonths));
  const calibration = await tx.db
    .insertInto('gaugeCalibration')
    .values({
      factoryId: tx.factoryId,
      createdBy: tx.name,
      updatedBy: tx.name,
      ...values,
      nextDueOn,
      recordedBy: tx.name,
      deletedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const state: GaugeState = hasFailed ? 'gaugeBlocked' : 'gaugeInUse';
  const writtenValues = {
    state,
    ...(hasFailed ? {} : { lastCalibratedOn: input.calibratedOn, dueOn: nextDueOn }),
    ...(input.certificate === null ? {} : { certificate: input.certificate }),
  };
  const version = await writeChange(tx, 'gauge', gauge, writtenValues, {
    action: 'recordCalibration',
    before: { state: gauge.state, lastCalibratedOn: gauge.lastCalibratedOn, dueOn: gauge.dueOn },
    after: { ...values, ...writtenValues },
  });
  tx.announce('quality', 'gaugeCalibration', [calibration.id]);
  return { id: calibration.id, gaugeId: gauge.id, version, state, nextDueOn };
}
