/** The side of the limit on which values are abnormal. The limit itself is abnormal too. */
export const ALARM_COMPARISONS = ['atLeast', 'atMost'] as const;
export type AlarmComparison = (typeof ALARM_COMPARISONS)[number];

/** The part of an alarm rule that decides when the alarm fires and ends. */
export interface AlarmLimits {
  comparison: AlarmComparison;
  limitValue: number;
  /** The value at which a firing alarm ends; null if it ends as soon as the limit is no longer reached. */
  clearValue: number | null;
  /** How long the limit must be reached without a break before the alarm fires. */
  forMinutes: number;
}

/** The state of a rule for one subject between two evaluations. It is kept until the value is normal again. */
export interface AlarmCondition {
  /** When the limit was first reached, in epoch milliseconds. */
  sinceMs: number;
  /** When the limit was last seen to be reached, in epoch milliseconds. */
  observedAtMs: number;
  hasFired: boolean;
}

/**
 * What an evaluation changes.
 * - `began`: the limit is reached for the first time
 * - `observed`: the limit is still reached, but not yet for long enough
 * - `fired`: the alarm fires
 * - `withdrawn`: the value is normal again before the alarm fired
 * - `ended`: the value is normal again after the alarm fired
 */
export type AlarmChange = 'none' | 'began' | 'observed' | 'fired' | 'withdrawn' | 'ended';

export interface AlarmEvaluation {
  /** The condition for the next evaluation; null if the value is normal. */
  condition: AlarmCondition | null;
  change: AlarmChange;
}

const MINUTE_MS = 60_000;

/** Whether a value is at the limit or on its abnormal side. */
const isLimitReached = (value: number, limit: number, comparison: AlarmComparison): boolean =>
  comparison === 'atLeast' ? value >= limit : value <= limit;

/** Whether a value is at the clear value or on its normal side. */
const isClearValueReached = (value: number, clearValue: number, comparison: AlarmComparison): boolean =>
  comparison === 'atLeast' ? value <= clearValue : value >= clearValue;

/** Whether a clear value lies on the normal side of the limit. */
export const isClearValueValid = ({ comparison, limitValue, clearValue }: AlarmLimits): boolean =>
  clearValue === null || !isLimitReached(clearValue, limitValue, comparison);

/**
 * Evaluates an alarm rule for one subject. A value between the clear value and the limit neither ends a firing alarm
 * nor makes an alarm fire. An unknown value changes nothing. Only time in which the value was observed counts before
 * the alarm fires: after a gap, or if the clock was set back, this time starts again.
 * @param value the measured value; null if it is unknown
 * @param previous the condition that the last evaluation returned
 * @param maxGapMs the maximum time between two consecutive observations, in milliseconds; a longer time is a gap
 */
export function evaluateAlarm(
  limits: AlarmLimits,
  value: number | null,
  previous: AlarmCondition | null,
  nowMs: number,
  maxGapMs: number,
): AlarmEvaluation {
  if (value === null) return { condition: previous, change: 'none' };
  const { comparison, limitValue, clearValue, forMinutes } = limits;
  const isAbnormal = isLimitReached(value, limitValue, comparison);
  if (previous?.hasFired) {
    const hasEnded = clearValue === null ? !isAbnormal : isClearValueReached(value, clearValue, comparison);
    return hasEnded ? { condition: null, change: 'ended' } : { condition: previous, change: 'none' };
  }
  if (!isAbnormal) return { condition: null, change: previous ? 'withdrawn' : 'none' };
  const isObservedSince =
    previous !== null && nowMs >= previous.observedAtMs && nowMs - previous.observedAtMs <= maxGapMs;
  const sinceMs = isObservedSince ? previous.sinceMs : nowMs;
  const hasFired = nowMs - sinceMs >= forMinutes * MINUTE_MS;
  return {
    condition: { sinceMs, observedAtMs: nowMs, hasFired },
    change: hasFired ? 'fired' : isObservedSince ? 'observed' : 'began',
  };
}

/** Whether an alarm that nobody has acknowledged must be escalated. */
export const isEscalationDue = (
  escalateAfterMinutes: number | null,
  firedAtMs: number,
  nowMs: number,
): boolean => escalateAfterMinutes !== null && nowMs - firedAtMs >= escalateAfterMinutes * MINUTE_MS;
