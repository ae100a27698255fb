import { sql } from 'kysely';
import { number, quantity } from '#shared/kernel/fields.ts';

/** A duration in whole seconds, with a total. */
export const secondsColumn = <const L extends string>(label: L) =>
  ({
    field: number({ required: true, unit: 'seconds', decimals: 0, min: 0 }),
    label,
    total: true,
  }) as const;

/** A percentage, without a total. */
export const shareColumn = <const L extends string>(label: L) =>
  ({ field: number({ unit: 'percent', decimals: 1, min: 0 }), label }) as const;

/** The number of reports in a row. */
const reportCountColumn = {
  field: number({ required: true, decimals: 0, min: 0 }),
  label: 'reportCount',
  total: true,
} as const;

/** The quantities produced, and the standard time earned. */
export const resultColumns = {
  good: { field: quantity({ required: true }), label: 'good', total: true },
  scrap: { field: quantity({ required: true }), label: 'scrap', total: true },
  rework: { field: quantity({ required: true }), label: 'rework', total: true },
  hold: { field: quantity({ required: true }), label: 'hold', total: true },
  earnedSeconds: {
    field: number({ unit: 'seconds', decimals: 0 }),
    label: 'earnedTime',
    total: true,
  },
} as const;

/** The columns of a day: reports, times by phase, and results. */
export const dayColumns = {
  reportCount: reportCountColumn,
  seconds: secondsColumn('totalTime'),
  preparationSeconds: secondsColumn('preparationTime'),
  runSeconds: secondsColumn('runTime'),
  stopSeconds: secondsColumn('stopTime'),
  ...resultColumns,
  efficiency: shareColumn('efficiency'),
} as const;

/** The figures of a day. */
export interface DayRow {
  day: string;
  reportCount: number;
  seconds: number;
  preparationSeconds: number;
  runSeconds: number;
  stopSeconds: number;
  good: number;
  scrap: number;
  rework: number;
  hold: number;
  /** Good pieces × standard time; null if the standard time is unknown. */
  earnedSeconds: number | null;
  /** Percent: earned ÷ run time of the reports whose standard time is known. */
  efficiency: number | null;
}

/** Aggregates the work of a day, and selects the figures from the aggregate `d`. */
export const DAY_SUMS = sql`count(*) as report_count, sum(seconds) as seconds,
  coalesce(sum(seconds) filter (where phase = 'preparation'), 0) as preparation_seconds,
  coalesce(sum(seconds) filter (where phase = 'run'), 0) as run_seconds,
  coalesce(sum(seconds) filter (where phase = 'stop'), 0) as stop_seconds,
  sum(good) as good, sum(scrap) as scrap, sum(rework) as rework, sum(hold) as hold,
  sum(earned_seconds) as earned_seconds, sum(standard_seconds) as standard_seconds`;
export const DAY_SELECT = sql`d.day, d.report_count, d.seconds, d.preparation_seconds, d.run_seconds, d.stop_seconds,
  d.good, d.scrap, d.rework, d.hold, d.earned_seconds,
  round(100.0 * d.earned_seconds / nullif(d.standard_seconds, 0), 1) as efficiency`;

/** The bars of a day's time by phase, and the filters of the details of each. */
export const DAY_BARS = ['preparationSeconds', 'runSeconds', 'stopSeconds'] as const;
export const DAY_DETAIL_FILTERS = {
  preparationSeconds: { phase: 'preparation' },
  runSeconds: { phase: 'run' },
  stopSeconds: { phase: 'stop' },
} as const;
