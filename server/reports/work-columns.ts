import { sql } from 'kysely';
import { number, quantity } from '#shared/kernel/fields.ts';

/** Time in whole seconds that adds up. */
export const secondsColumn = <const L extends string>(label: L) =>
  ({
    field: number({ required: true, unit: 'seconds', decimals: 0, min: 0 }),
    label,
    total: true,
  }) as const;

/** A percentage; of several rows it is not the sum. */
export const shareColumn = <const L extends string>(label: L) =>
  ({ field: number({ unit: 'percent', decimals: 1, min: 0 }), label }) as const;

/** How many reports stand behind a row. */
const reportCountColumn = {
  field: number({ required: true, decimals: 0, min: 0 }),
  label: 'reportCount',
  total: true,
} as const;

/** What came out of the work, and what it was worth in standard time. */
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

/** How often somebody or something was at work in a day, for how long at what, and what came out of it. */
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
  /** Good pieces × standard time, where that is known. */
  earnedSeconds: number | null;
  /** Percent: earned ÷ run time of the reports whose standard time is known. */
  efficiency: number | null;
}

/** How they are summed up from work, and read from the sums, `d`. */
export const DAY_SUMS = sql`count(*) as report_count, sum(seconds) as seconds,
  coalesce(sum(seconds) filter (where phase = 'preparation'), 0) as preparation_seconds,
  coalesce(sum(seconds) filter (where phase = 'run'), 0) as run_seconds,
  coalesce(sum(seconds) filter (where phase = 'stop'), 0) as stop_seconds,
  sum(good) as good, sum(scrap) as scrap, sum(rework) as rework, sum(hold) as hold,
  sum(earned_seconds) as earned_seconds, sum(standard_seconds) as standard_seconds`;
export const DAY_SELECTED = sql`d.day, d.report_count, d.seconds, d.preparation_seconds, d.run_seconds, d.stop_seconds,
  d.good, d.scrap, d.rework, d.hold, d.earned_seconds,
  round(100.0 * d.earned_seconds / nullif(d.standard_seconds, 0), 1) as efficiency`;

/** A day's time by what it was spent on, and the reports behind each. */
export const DAY_BARS = ['preparationSeconds', 'runSeconds', 'stopSeconds'] as const;
export const DAY_NARROWED = {
  preparationSeconds: { phase: 'preparation' },
  runSeconds: { phase: 'run' },
  stopSeconds: { phase: 'stop' },
} as const;
