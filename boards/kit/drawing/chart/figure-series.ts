import type { ReportRow } from '#shared/kernel/report.ts';
import { cellReaders } from '../cell.ts';
import { readHourOutput, trimIdleHours, type HourOutput } from './hour-output.ts';

/** The figures that the widget `figure` can show. */
export const FIGURES = ['goodToday', 'scrapRateToday', 'planAttainment', 'openCalls'] as const;
export type Figure = (typeof FIGURES)[number];

/** The current value of a figure, and its values at the end of each hour until now; null if a value is unknown. */
export interface FigureSeries {
  readonly value: number | null;
  readonly series: readonly (number | null)[];
}

/** Returns `part` in percent of `whole`, with one decimal; null if `whole` is 0. */
const computePercent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1000) / 10 : null;

/** Computes a figure from the sums of the day until the end of an hour. */
const COMPUTE_FROM_SUMS: Readonly<
  Record<
    Exclude<Figure, 'openCalls'>,
    (sums: Pick<HourOutput, 'good' | 'scrap' | 'plannedNow'>) => number | null
  >
> = {
  goodToday: ({ good }) => good,
  scrapRateToday: ({ good, scrap }) => computePercent(scrap, good + scrap),
  planAttainment: ({ good, plannedNow }) => computePercent(good, plannedNow),
};

/**
 * Computes a figure of today from the rows of its report: `callsByHour` for the open calls, otherwise `outputByHour`.
 * @param now the current time in epoch milliseconds
 */
export function computeFigureSeries(figure: Figure, rows: readonly ReportRow[], now: number): FigureSeries {
  if (rows.length === 0) return { value: null, series: [] };
  if (figure === 'openCalls') {
    const series = [...rows]
      .sort((one, other) =>
        cellReaders.text(one, 'startsAt').localeCompare(cellReaders.text(other, 'startsAt')),
      )
      .map((row) => cellReaders.number(row, 'openCount'));
    return { value: series.at(-1)!, series };
  }
  const sums = { good: 0, scrap: 0, plannedNow: 0 };
  const series = trimIdleHours(readHourOutput(rows))
    .filter(({ startsAt }) => startsAt <= now)
    .map((hour) => {
      sums.good += hour.good;
      sums.scrap += hour.scrap;
      sums.plannedNow += hour.plannedNow;
      return COMPUTE_FROM_SUMS[figure](sums);
    });
  return { value: COMPUTE_FROM_SUMS[figure](sums), series };
}
