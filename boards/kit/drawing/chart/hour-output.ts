import type { ReportRow } from '#shared/kernel/report.ts';
import { cellReaders } from '../cell.ts';

/** A row of the report `outputByHour`. Instants are in epoch milliseconds. */
export interface HourOutput {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly planned: number;
  readonly plannedNow: number;
  readonly good: number;
  readonly scrap: number;
}

/** Reads the rows of `outputByHour` in the order of time. Rows without a valid time are left out. */
export const readHourOutput = (rows: readonly ReportRow[]): readonly HourOutput[] =>
  rows
    .map((row) => ({
      startsAt: Date.parse(cellReaders.text(row, 'startsAt')),
      endsAt: Date.parse(cellReaders.text(row, 'endsAt')),
      planned: cellReaders.number(row, 'planned') ?? 0,
      plannedNow: cellReaders.number(row, 'plannedNow') ?? 0,
      good: cellReaders.number(row, 'good') ?? 0,
      scrap: cellReaders.number(row, 'scrap') ?? 0,
    }))
    .filter(({ startsAt, endsAt }) => endsAt > startsAt)
    .sort((one, other) => one.startsAt - other.startsAt);

/**
 * Leaves out the idle hours at the beginning and at the end, which have neither a planned quantity nor output. If all
 * hours are idle, all of them stay.
 */
export function trimIdleHours(hours: readonly HourOutput[]): readonly HourOutput[] {
  const hasWork = ({ planned, good, scrap }: HourOutput) => planned > 0 || good > 0 || scrap > 0;
  const first = hours.findIndex(hasWork);
  return first < 0 ? hours : hours.slice(first, hours.findLastIndex(hasWork) + 1);
}

/** Adds up one figure of the hours. */
export const sumHours = (
  hours: readonly HourOutput[],
  name: 'planned' | 'plannedNow' | 'good' | 'scrap',
): number => hours.reduce((sum, hour) => sum + hour[name], 0);
