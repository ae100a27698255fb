import { sql } from 'kysely';
import { choice, date, number, ref } from '#shared/kernel/fields.ts';
import type { ReportPeriodLimits } from '#shared/kernel/report.ts';
import { getToday } from '../db/clock.ts';
import { DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { badPieceColumns, type BadPieceRow } from './quality-columns.ts';
import { BAD_PIECE_SUMS_SQL, buildQualityFiguresSql, NO_FIGURES_SQL } from './quality-figures-sql.ts';

interface Row extends BadPieceRow {
  firstDay: string;
  lastDay: string;
  departmentId: number | null;
  raised: number;
  finished: number;
  lostHours: number;
  /** The lost material and manufacturing cost of the exceptions that were finished. */
  lostCost: number;
}

/** The units of the calendar, in the words of PostgreSQL. */
const TREND_STEPS = { eachDay: 'day', eachWeek: 'week', eachMonth: 'month' } as const;

/** The default is twelve weeks. */
const TREND_PERIOD_LIMITS = { days: 84, most: 731 } as const satisfies ReportPeriodLimits;

/**
 * How quality develops: first pass yield, bad pieces, and what exceptions cost, for each day, week or month of a
 * period. Weeks begin on Monday. The first and the last week or month may be cut off by the period.
 */
export const qualityTrend = defineReport<Row>()({
  name: 'qualityTrend',
  path: '/mes/form/qualityTrend',
  page: 'quality/analysis/trend',
  hasMoney: true,
  words: {
    qualityTrend: ['质量趋势', 'Quality trend', '品質趨勢', '品質推移'],
    trendLastDay: ['至', 'Until', '至', '終了日'],
  },
  parameters: {
    ...DAY_PARAMETERS,
    trendStep: choice(['eachDay', 'eachWeek', 'eachMonth'], { initial: 'eachWeek' }),
    departmentId: ref('department'),
  },
  period: TREND_PERIOD_LIMITS,
  columns: {
    firstDay: { field: date({ required: true }), label: 'day' },
    lastDay: { field: date({ required: true }), label: 'trendLastDay' },
    departmentId: { field: ref('department'), label: 'department', hidden: true },
    ...badPieceColumns,
    raised: { field: number({ required: true, decimals: 0 }), label: 'raisedExceptions', total: true },
    finished: { field: number({ required: true, decimals: 0 }), label: 'finishedExceptions', total: true },
    lostHours: { field: number({ required: true }), label: 'lostHours', total: true },
    lostCost: { field: number({ required: true }), label: 'lostCost', total: true },
  },
  rowKey: ['firstDay'],
  watches: ['qualityException', 'workReport', 'department', 'workGroup', 'process'],
  clock: 'day',
  chart: { label: 'firstDay', bars: ['scrap', 'rework', 'concession'], stacked: true },
  details: {
    page: 'quality/report/form',
    parameters: { from: 'firstDay', to: 'lastDay', departmentId: 'departmentId' },
    narrowed: {
      raised: { event: 'exceptionRaisedAt' },
      finished: { event: 'finishedAt' },
      lostHours: { event: 'finishedAt' },
      lostCost: { event: 'finishedAt' },
    },
  },
  run: async (db, user, { trendStep, departmentId, ...requestedDays }) => {
    const { factoryId, zone } = user;
    const period = resolveReportDays(getToday(db, user.zone), requestedDays, TREND_PERIOD_LIMITS);
    const { from, to } = period;
    const unit = sql.lit(TREND_STEPS[trendStep ?? 'eachWeek']);
    const { rows } = await sql<Row>`/* never prepared */
      with ${buildQualityFiguresSql(factoryId, zone, period, [])}, steps as (
        select greatest(g::date, ${from}::date) as first_day,
          least((g + ('1 ' || ${unit})::interval)::date - 1, ${to}::date) as last_day
        from generate_series(date_trunc(${unit}, ${from}::timestamp), ${to}::timestamp, ('1 ' || ${unit})::interval) g
      ), shown as (
        select * from figures where ${departmentId}::bigint is null or department_id = ${departmentId}::bigint
        union all
        -- A step without any figure is shown, too.
        select s.first_day, null, ${NO_FIGURES_SQL} from steps s
      )
      select s.first_day, s.last_day, ${departmentId}::bigint as department_id, ${BAD_PIECE_SUMS_SQL}, sum(raised) as raised, sum(finished) as finished,
        sum(lost_hours) as lost_hours, sum(lost_material_cost + lost_manufacturing_cost) as lost_cost
      from steps s join shown f on f.day between s.first_day and s.last_day
      group by s.first_day, s.last_day
      order by s.first_day`.execute(db);
    return rows;
  },
});
