import { DAY_MS } from '#shared/rules/days.ts';

/** How the values of a column are stored in a workbook. */
export type CellKind = 'text' | 'number' | 'date' | 'moment';

/**
 * The value of a cell. A day has the form 'YYYY-MM-DD'. A moment has the form 'YYYY-MM-DDTHH:mm:ss' and is a local
 * time of the factory.
 */
export type Cell = string | number | null;

/** A column of a sheet to write. */
export interface SheetColumn {
  readonly header: string;
  readonly kind: CellKind;
  /** The width of the column, in characters. */
  readonly width: number;
  /** The range of the cells that hold the allowed values, such as `'Choices'!$A$2:$A$9`. */
  readonly allowedValuesRange?: string;
}

/** A sheet to write. Its rows are produced while the sheet is written. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Day 0 of the 1900 date system, in milliseconds since 1970. It is correct for days from 1 March 1900. */
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);
/** Smaller serial numbers are off by one day, because Excel counts 29 February 1900, a day that did not exist. */
const FIRST_CORRECT_DATE_SERIAL_NUMBER = 61;
/** The number of days between day 0 of the 1900 date system and day 0 of the 1904 date system. */
export const DAYS_FROM_1900_TO_1904 = 1462;

/** Converts a local date or time to the number of days since day 0 of the 1900 date system; NaN if it is invalid. */
export const toDateSerialNumber = (wallClock: string): number =>
  (Date.parse(wallClock.length === 10 ? `${wallClock}T00:00:00Z` : `${wallClock}Z`) - SERIAL_EPOCH_MS) /
  DAY_MS;

/** Converts a serial number of the 1900 date system to 'YYYY-MM-DDTHH:mm:ss.SSS'; null if it is out of range. */
export function toLocalTime(serial: number): string | null {
  if (!(serial >= 1 && serial < 2_958_466)) return null;
  const dayNumber = serial < FIRST_CORRECT_DATE_SERIAL_NUMBER ? serial + 1 : serial;
  return new Date(SERIAL_EPOCH_MS + Math.round(dayNumber * DAY_MS)).toISOString().slice(0, -1);
}

/** Returns the letters of a column: A for index 0, Z for index 25, AA for index 26. */
export function toColumnLetters(index: number): string {
  let letters = '';
  for (let remainder = index; remainder >= 0; remainder = Math.floor(remainder / 26) - 1)
    letters = String.fromCharCode(65 + (remainder % 26)) + letters;
  return letters;
}
