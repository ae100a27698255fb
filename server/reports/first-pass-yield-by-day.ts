import { sql } from 'kysely';
import { number, quantity, text } from '#shared/kernel/fields.ts';
import { addDays, listDays } from '#shared/rules/days.ts';
import { getToday } from '../db/clock.ts';
import { defineReport } from './define-report.ts';
import { BAD_PIECE_SUMS_SQL, buildQualityFiguresSql } from './quality-figures-sql.ts';
import { makePercentColumn } from './work-columns.ts';

interface Row {
  /** A day, or 'total' for the whole period. */
  dayKey: string;
  produced: number;
  /** Percent of the produced pieces; null if nothing was produced. */
  firstPassYield: number | null;
}

/**
 * The first pass yield of each of the last days, and of these days together, for boards that everybody can
 * see. A report belongs to its work day.
 */
export const firstPassYieldByDay = defineReport<Row>()({
  name: 'firstPassYieldByDay',
  path: '/mes/form/firstPassYieldByDay',
  words: {
    firstPassYieldByDay: ['每日一次合格率', 'First pass yield by day', '每日一次合格率', '日別直行率'],
  },
  parameters: { days: number({ min: 1, max: 92, decimals: 0, initial: 14, label: 'daysBack' }) },
  columns: {
    dayKey: { field: text({ required: true }), label: 'day' },
    produced: { field: quantity({ required: true }), label: 'producedPieces' },
    firstPassYield: makePercentColumn('firstPassYield'),
  },
  rowKey: ['dayKey'],
  totalRow: 'total',
  // The report does not watch `workReport`: one more report hardly changes the figures of many days. It is
  // recomputed every minute instead.
  watches: ['qualityException'],
  clock: 'minute',
  run: async (db, { factoryId, zone }, { days }) => {
    const to = getToday(db, zone);
    const from = addDays(to, 1 - (days ?? 14));
    const { rows } = await sql<Row>`/* never prepared */
      with ${buildQualityFiguresSql(factoryId, zone, { from, to }, [])}, summed as (
        select grouping(day) as is_total, day, ${BAD_PIECE_SUMS_SQL} from figures group by grouping sets ((day), ())
      )
      select case when is_total = 1 then 'total' else day::text end as day_key, coalesce(produced, 0) as produced,
        greatest(first_pass_yield, 0) as first_pass_yield
      from summed order by is_total desc, day`.execute(db);
    // A day without reports gets a row without a yield, so that a chart shows a gap.
    const daysWithReports = new Set(rows.map(({ dayKey }) => dayKey));
    const gaps = listDays(from, to).filter((day) => !daysWithReports.has(day));
    return [...rows, ...gaps.map((dayKey) => ({ dayKey, produced: 0, firstPassYield: null }))];
  },
});
