import type { TermKey } from '#shared/kernel/term-key.ts';

/** The kinds of alarm rules. The measure of a rule determines its kind. */
export const ALARM_KINDS = ['threshold', 'lateness', 'noData', 'darkScreen'] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** The values that alarm rules can watch. */
export const ALARM_MEASURES = [
  'attainmentByNow',
  'shiftScrapRate',
  'openCallCount',
  'downDeviceCount',
  'orderOverdueDays',
  'callUnansweredMinutes',
  'groupSilentMinutes',
  'deviceIdleMinutes',
  'screenSilentSeconds',
  'brokenControlRules',
  'characteristicCpk',
] as const;
export type AlarmMeasure = (typeof ALARM_MEASURES)[number];

interface MeasureProperties {
  readonly kind: AlarmKind;
  /** The term of the unit of the values and limits; null for a count. */
  readonly unit: TermKey | null;
  /** Whether a rule can apply to only one work group. */
  readonly acceptsGroup: boolean;
  /** The smallest limit that a rule may have. */
  readonly minLimit: number;
}

/** The minimum limit of a rule for dark screens, in seconds. Screens report more often than that. */
const MIN_SCREEN_SILENCE_SECONDS = 60;

export const ALARM_MEASURE_PROPERTIES: Readonly<Record<AlarmMeasure, MeasureProperties>> = {
  attainmentByNow: { kind: 'threshold', unit: 'percent', acceptsGroup: true, minLimit: 0 },
  shiftScrapRate: { kind: 'threshold', unit: 'percent', acceptsGroup: false, minLimit: 0 },
  openCallCount: { kind: 'threshold', unit: null, acceptsGroup: true, minLimit: 0 },
  downDeviceCount: { kind: 'threshold', unit: null, acceptsGroup: true, minLimit: 0 },
  orderOverdueDays: { kind: 'lateness', unit: 'days', acceptsGroup: false, minLimit: 1 },
  callUnansweredMinutes: { kind: 'lateness', unit: 'minutes', acceptsGroup: true, minLimit: 1 },
  groupSilentMinutes: { kind: 'noData', unit: 'minutes', acceptsGroup: true, minLimit: 1 },
  deviceIdleMinutes: { kind: 'noData', unit: 'minutes', acceptsGroup: true, minLimit: 1 },
  screenSilentSeconds: {
    kind: 'darkScreen',
    unit: 'seconds',
    acceptsGroup: false,
    minLimit: MIN_SCREEN_SILENCE_SECONDS,
  },
  // The next two measures have a value for each characteristic with frozen control limits.
  brokenControlRules: { kind: 'threshold', unit: null, acceptsGroup: false, minLimit: 1 },
  characteristicCpk: { kind: 'threshold', unit: null, acceptsGroup: false, minLimit: 0 },
};
