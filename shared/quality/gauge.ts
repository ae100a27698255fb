import { addMonths } from '../rules/days.ts';

/** The states in the life of a gauge. */
export const GAUGE_STATES = ['gaugeInUse', 'gaugeInCalibration', 'gaugeBlocked', 'gaugeScrapped'] as const;
export type GaugeState = (typeof GAUGE_STATES)[number];

/**
 * The possible results of a calibration: within tolerance, out of tolerance but adjusted, or out of tolerance
 * and not usable.
 */
export const CALIBRATION_RESULTS = ['calibrationPassed', 'calibrationAdjusted', 'calibrationFailed'] as const;
export type CalibrationResult = (typeof CALIBRATION_RESULTS)[number];

/** The reasons why a gauge is not fit for measuring. */
export const GAUGE_PROBLEMS = [
  'gaugeScrapped',
  'gaugeBlocked',
  'gaugeInCalibration',
  'gaugeNotCalibrated',
  'gaugeOverdue',
] as const;
export type GaugeProblem = (typeof GAUGE_PROBLEMS)[number];

/** A gauge that people can choose while they measure. */
export interface OfferedGauge {
  id: number;
  code: string;
  name: string;
  gaugeKindId: number;
  location: string | null;
  dueOn: string | null;
  /** The reason why users without the permission must not choose the gauge; null if the gauge is fit. */
  problem: GaugeProblem | null;
}

/**
 * Finds why a gauge is not fit for measuring; null if the gauge is fit. On the day on which its calibration
 * is due, the gauge is still fit.
 * @param today the current day of the factory
 */
export function findGaugeProblem(
  { state, dueOn }: { state: GaugeState; dueOn: string | null },
  today: string,
): GaugeProblem | null {
  if (state !== 'gaugeInUse') return state;
  if (dueOn === null) return 'gaugeNotCalibrated';
  return dueOn < today ? 'gaugeOverdue' : null;
}

/** Returns the day on which the next calibration is due; null if the gauge was never calibrated. */
export const computeCalibrationDueDay = (calibratedOn: string | null, months: number): string | null =>
  calibratedOn === null ? null : addMonths(calibratedOn, months);
