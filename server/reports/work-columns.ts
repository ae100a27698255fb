import { sql } from 'kysely';
import { number, quantity } from '#shared/kernel/fields.ts';

/** Makes a column for a duration in whole seconds. The totals row shows the sum of the column. */
export const makeSecondsColumn = <const L extends string>(label: L) =>
  ({
    field: number({ required: true, unit: 'seconds', decimals: 0, min: 0 }),
    label,
    total: true,
  }) as const;

/** Makes a column for a percentage. The totals row shows no sum, because percentages cannot be added up. */
export const makePercentColumn = <const L extends string>(label: L) =>
  ({ field: number({ unit: 'percent', decimals: 1, min: 0 }), label }) as const;

const reportCountColumn = {
  field: number({ required: true, decimals: 0, min: 0 }),
  label: 'reportCount',
  total: true,
} as const;

/** The columns for the reported quantities, and for the standard time of the good pieces. */
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

/** Whether a row `w` of `people_work` or `device_work` is work on a task, outside the plan. */
export const IS_TASK_SQL = sql`(w.kind = 'outsidePlan' and w.process_id is null)`;

export const dailyFigureColumns = {
  reportCount: reportCountColumn,
  seconds: makeSecondsColumn('totalTime'),
  preparationSeconds: makeSecondsColumn('preparationTime'),
  runSeconds: makeSecondsColumn('runTime'),
  stopSeconds: makeSecondsColumn('stopTime'),
  ...resultColumns,
  efficiency: makePercentColumn('efficiency'),
} as const;

/** The figures of a person or a device on one day. */
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
  /**
   * The sum of good pieces × standard time per piece over the reports whose standard time is known; null if there
   * are no such reports.
   */
  earnedSeconds: number | null;
  /**
   * The earned time in percent of the run time of the reports whose standard time is known; null if this run time is
   * unknown or 0.
   */
  efficiency: number | null;
}

/** The SQL expressions that add up rows `w` of `people_work` or `device_work` to the figures of a day. */
export const DAY_SUM_COLUMNS = sql`count(*) as report_count, sum(seconds) as seconds,
  coalesce(sum(seconds) filter (where phase = 'preparation'), 0) as preparation_seconds,
  coalesce(sum(seconds) filter (where phase = 'run' and not ${IS_TASK_SQL}), 0) as run_seconds,
  coalesce(sum(seconds) filter (where phase = 'stop'), 0) as stop_seconds,
  sum(good) as good, sum(scrap) as scrap, sum(rework) as rework, sum(hold) as hold,
  sum(earned_seconds) as earned_seconds, sum(standard_seconds) as standard_seconds`;
/** The time on tasks, among the sums of `DAY_SUM_COLUMNS`. */
export const TASK_SECONDS_SQL = sql`coalesce(sum(seconds) filter (where ${IS_TASK_SQL}), 0)`;
/** The work group of the last of the rows of `people_work` or `device_work` that are added up. */
export const LAST_GROUP_SQL = sql`(array_agg(work_group_id order by ended_at desc, report_id desc))[1]`;
/** The select list for the figures of a day. `d` is the alias of the query that selects `DAY_SUM_COLUMNS`. */
export const DAY_SELECT_LIST = sql`d.day, d.report_count, d.seconds, d.preparation_seconds, d.run_seconds, d.stop_seconds,
  d.good, d.scrap, d.rework, d.hold, d.earned_seconds,
  round(100.0 * d.earned_seconds / nullif(d.standard_seconds, 0), 1) as efficiency`;

/** The columns that the charts show as bars: the times of a day by phase. */
export const DAY_BAR_COLUMNS = ['preparationSeconds', 'runSeconds', 'stopSeconds'] as const;
/** Some columns count only one phase of work. The link from such a column opens the work reports with this filter. */
export const PHASE_FILTER_BY_COLUMN = {
  preparationSeconds: { phase: 'preparation' },
  runSeconds: { phase: 'run' },
  stopSeconds: { phase: 'stop' },
} as const;
