import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { computeCalibrationDueDay, type CalibrationResult } from '#shared/quality/gauge.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, HooksOf } from './hooks.ts';

type Gauge = DraftOf<'gauge'>;

/** Reads the result of the last calibration of a gauge; undefined if none is recorded. */
async function readLastResult(tx: Transaction, gaugeId: number): Promise<CalibrationResult | undefined> {
  const { rows } = await sql<{ result: CalibrationResult }>`
    select calibration_result as result from gauge_calibration
    where factory_id = ${tx.factoryId} and gauge_id = ${gaugeId} order by calibrated_on desc, id desc limit 1`.execute(
    tx.db,
  );
  return rows[0]?.result;
}

/**
 * Refuses changes that need a calibration: changing the day of the last calibration, and putting a failed
 * gauge into use again.
 * @throws calibrationNeeded
 */
async function refuseChangeWithoutCalibration(
  tx: Transaction,
  next: Gauge,
  before: Gauge & { id: number },
): Promise<void> {
  const isDayChanged = next.lastCalibratedOn !== before.lastCalibratedOn;
  const isPutIntoUse = next.state === 'gaugeInUse' && before.state !== 'gaugeInUse';
  if (!isDayChanged && !isPutIntoUse) return;
  const lastResult = await readLastResult(tx, before.id);
  if (isDayChanged && lastResult)
    throw makeError('calibrationNeeded', { code: before.code }, { lastCalibratedOn: { reason: 'notADate' } });
  if (isPutIntoUse && lastResult === 'calibrationFailed')
    throw makeError('calibrationNeeded', { code: before.code }, { state: { reason: 'notAChoice' } });
}

/**
 * Refuses a day of the last calibration that is in the future.
 * @throws fieldsInvalid
 */
async function refuseFutureDay(tx: Transaction, { lastCalibratedOn }: Gauge): Promise<void> {
  if (lastCalibratedOn === null) return;
  const { rows } = await sql<{ today: string }>`
    select (${tx.now}::timestamptz at time zone zone)::date as today from factory where id = ${tx.factoryId}`.execute(
    tx.db,
  );
  const { today } = rows[0]!;
  if (lastCalibratedOn > today)
    throw makeError(
      'fieldsInvalid',
      {},
      { lastCalibratedOn: { reason: 'tooLarge', params: { max: today } } },
    );
}

/** Refuses to delete gauges that have measured values of inspections. @throws gaugeHasValues */
async function refuseToDeleteUsedGauges(
  tx: Transaction,
  gauges: readonly { id: number; code: string }[],
): Promise<void> {
  const { rows } = await sql<{ gaugeId: number }>`
    select g.id as gauge_id from unnest(${gauges.map(({ id }) => id)}::bigint[]) g (id)
    where exists (select 1 from inspection_value v where v.factory_id = ${tx.factoryId} and v.gauge_id = g.id) limit 1`.execute(
    tx.db,
  );
  const usedGauge = gauges.find(({ id }) => id === rows[0]?.gaugeId);
  if (usedGauge) throw makeError('gaugeHasValues', { code: usedGauge.code });
}

/**
 * When the day of the last calibration or the interval changes, the due day of the next calibration is
 * computed again. A calibration certificate can set another due day.
 */
export const gaugeHooks: HooksOf<'gauge'> = {
  beforeSave: async (tx, next, before) => {
    if (next.rangeFrom !== null && next.rangeTo !== null && next.rangeTo < next.rangeFrom)
      throw makeError(
        'fieldsInvalid',
        {},
        { rangeTo: { reason: 'tooSmall', params: { min: next.rangeFrom } } },
      );
    await refuseFutureDay(tx, next);
    if (before) await refuseChangeWithoutCalibration(tx, next, before);
    const { lastCalibratedOn, calibrationMonths } = next;
    const isDueDayOutdated =
      !before ||
      before.lastCalibratedOn !== lastCalibratedOn ||
      before.calibrationMonths !== calibrationMonths;
    if (isDueDayOutdated) next.dueOn = computeCalibrationDueDay(lastCalibratedOn, calibrationMonths);
  },
  beforeDelete: refuseToDeleteUsedGauges,
};
