import { expect, test } from 'vitest';
import {
  evaluateAlarm,
  isClearValueValid,
  isEscalationDue,
  type AlarmChange,
  type AlarmCondition,
  type AlarmLimits,
} from '#shared/alarms/evaluate-alarm.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-11-20T08:00:00Z');

const makeLimits = (limits: Partial<AlarmLimits> = {}): AlarmLimits => ({
  comparison: 'atLeast',
  limitValue: 8,
  clearValue: null,
  forMinutes: 0,
  ...limits,
});

/** Evaluates values measured at the given seconds, and returns the change at each value. */
function evaluateMeasurements(
  limits: AlarmLimits,
  measurements: readonly (readonly [seconds: number, value: number | null])[],
  maxGapSeconds = Number.POSITIVE_INFINITY,
): AlarmChange[] {
  let condition: AlarmCondition | null = null;
  return measurements.map(([seconds, value]) => {
    const evaluation = evaluateAlarm(
      limits,
      value,
      condition,
      START_MS + seconds * SECOND_MS,
      maxGapSeconds * SECOND_MS,
    );
    condition = evaluation.condition;
    return evaluation.change;
  });
}

test('an alarm fires once, at the limit itself, and ends as soon as the limit is no longer reached', () => {
  expect(
    evaluateMeasurements(makeLimits(), [
      [0, 7.99],
      [5, 8],
      [10, 20],
      [15, 8],
      [20, 7.99],
      [25, 7.99],
    ]),
  ).toEqual(['none', 'fired', 'none', 'none', 'ended', 'none']);
});

test('an alarm for low values fires at the limit, and ends at the clear value above it', () => {
  expect(
    evaluateMeasurements(makeLimits({ comparison: 'atMost', limitValue: 80, clearValue: 90 }), [
      [0, 81],
      [5, 80],
      [10, 89.9],
      [15, 90],
    ]),
  ).toEqual(['none', 'fired', 'none', 'ended']);
});

test('a value that moves around the limit makes one alarm if the rule has a clear value', () => {
  const measurements = Array.from(
    { length: 40 },
    (_, index) => [index * 5, index % 2 === 0 ? 8.2 : 7.6] as const,
  );
  const countFiredAlarms = (limits: AlarmLimits) =>
    evaluateMeasurements(limits, measurements).filter((change) => change === 'fired').length;
  expect(countFiredAlarms(makeLimits())).toBe(20);
  expect(countFiredAlarms(makeLimits({ clearValue: 6 }))).toBe(1);
});

test('a value between the clear value and the limit keeps an alarm, but raises none', () => {
  const limits = makeLimits({ clearValue: 6 });
  expect(
    evaluateMeasurements(limits, [
      [0, 7],
      [5, 9],
      [10, 7],
      [15, 6],
      [20, 7],
    ]),
  ).toEqual(['none', 'fired', 'none', 'ended', 'none']);
});

test('an alarm fires only after the limit was reached for its minutes without a break', () => {
  const limits = makeLimits({ forMinutes: 2, clearValue: 6 });
  expect(
    evaluateMeasurements(limits, [
      [0, 9],
      [60, 9],
      [119, 9],
      [120, 9],
    ]),
  ).toEqual(['began', 'observed', 'observed', 'fired']);
  // Before the alarm has fired, a value below the limit restarts the waiting time, even if the value is above the clear
  // value.
  expect(
    evaluateMeasurements(limits, [
      [0, 9],
      [60, 7],
      [65, 9],
      [130, 9],
      [184, 9],
      [185, 9],
    ]),
  ).toEqual(['began', 'withdrawn', 'began', 'observed', 'observed', 'fired']);
});

test('an unknown value neither fires nor ends an alarm', () => {
  expect(
    evaluateMeasurements(makeLimits({ forMinutes: 1 }), [
      [0, null],
      [5, 9],
      [70, null],
      [75, 9],
      [80, null],
      [85, 1],
    ]),
  ).toEqual(['none', 'began', 'none', 'fired', 'none', 'ended']);
});

test('a clock that is set back never fires an alarm early, and the time begins again', () => {
  const limits = makeLimits({ forMinutes: 2 });
  expect(
    evaluateMeasurements(limits, [
      [0, 9],
      [100, 9],
      [-300, 9],
      [-200, 9],
      [-180, 9],
    ]),
  ).toEqual(['began', 'observed', 'began', 'observed', 'fired']);
});

test('time in which nobody observed the value does not count, and the time begins again', () => {
  const limits = makeLimits({ forMinutes: 2 });
  expect(
    evaluateMeasurements(
      limits,
      [
        [0, 9],
        [30, 9],
        // Two gaps follow: 31 seconds without a value, and a clock that was set ahead.
        [61, 9],
        [91, 9],
        [86_400, 9],
        [86_430, 9],
        // An unknown value does not count as a measurement.
        [86_450, null],
        [86_461, 9],
        [86_490, 9],
        [86_520, 9],
        [86_550, 9],
        [86_580, 9],
        [86_581, 9],
      ],
      30,
    ),
  ).toEqual([
    'began',
    'observed',
    'began',
    'observed',
    'began',
    'observed',
    'none',
    'began',
    'observed',
    'observed',
    'observed',
    'observed',
    'fired',
  ]);
});

test('a gap does not end an alarm that has fired, and is no obstacle for a rule without a waiting time', () => {
  expect(
    evaluateMeasurements(
      makeLimits(),
      [
        [0, 9],
        [3600, 9],
        [7200, 1],
      ],
      30,
    ),
  ).toEqual(['fired', 'none', 'ended']);
});

test('a clear value must lie on the normal side of the limit', () => {
  expect(isClearValueValid(makeLimits({ clearValue: null }))).toBe(true);
  expect(isClearValueValid(makeLimits({ clearValue: 7.99 }))).toBe(true);
  expect(isClearValueValid(makeLimits({ clearValue: 8 }))).toBe(false);
  expect(isClearValueValid(makeLimits({ comparison: 'atMost', clearValue: 8 }))).toBe(false);
  expect(isClearValueValid(makeLimits({ comparison: 'atMost', clearValue: 8.01 }))).toBe(true);
});

test('an escalation is due after its minutes, and never without a time', () => {
  expect(isEscalationDue(5, START_MS, START_MS + 5 * MINUTE_MS - 1)).toBe(false);
  expect(isEscalationDue(5, START_MS, START_MS + 5 * MINUTE_MS)).toBe(true);
  expect(isEscalationDue(null, START_MS, START_MS + 5000 * MINUTE_MS)).toBe(false);
});
