import { DAY_MS } from '#shared/rules/days.ts';

/** How the values of a column are stored in a workbook. */
export type CellKind = 'text' | 'number' | 'date' | 'moment';

/** The value of a cell: a day as 'YYYY-MM-DD', an instant in the factory's local time as 'YYYY-MM-DDTHH:mm:ss'. */
export type Cell = string | number | null;

/** A column of a sheet to write. */
export interface SheetColumn {
  readonly header: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width: number;
  /** The range of the allowed values, such as `'Choices'!$A$2:$A$9`. */
  readonly from?: string;
}

/** A sheet to write; its rows are produced on demand. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Day 0 of the 1900 date system; correct from 1 March 1900. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Serial numbers below this one are shifted by the leap day that Excel assumes in 1900. */
const FIRST_SAFE_SERIAL = 61;
/** The offset of the 1904 date system, in days. */
export const DAYS_FROM_1900_TO_1904 = 1462;

/** Converts a local date or time to a serial number: days since day 0. */
export const toSerial = (wallClock: string): number =>
  (Date.parse(wallClock.length === 10 ? `${wallClock}T00:00:00Z` : `${wallClock}Z`) - EPOCH_MS) / DAY_MS;

/** Converts a serial number to a local time, 'YYYY-MM-DDTHH:mm:ss.SSS'; null if it is out of range. */
export function toWallClock(serial: number): string | null {
  if (!(serial >= 1 && serial < 2_958_466)) return null;
  const days = serial < FIRST_SAFE_SERIAL ? serial + 1 : serial;
  return new Date(EPOCH_MS + Math.round(days * DAY_MS)).toISOString().slice(0, -1);
}

/** The letters of a column, from 0: A … Z, AA … */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return letters;
}
