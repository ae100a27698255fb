import { DAY_MS } from '#shared/rules/days.ts';

/** How the values of a column stand in a workbook. */
export type CellKind = 'text' | 'number' | 'date' | 'moment';

/** What a cell holds: a day as 'YYYY-MM-DD', an instant as the factory's clock shows it, 'YYYY-MM-DDTHH:mm:ss'. */
export type Cell = string | number | null;

/** A column of a sheet that is written. */
export interface SheetColumn {
  readonly header: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width: number;
  /** Where the words stand that may be chosen, as `'Choices'!$A$2:$A$9`. */
  readonly from?: string;
}

/** A sheet that is written: its rows are made as they are needed. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Day 0 of a workbook, such that every day from 1 March 1900 on is right. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** From this day on both ways to count, with and without the day that 1900 never had, are the same. */
const FIRST_SAFE_SERIAL = 61;
/** Days by which workbooks that count from 1904 are behind. */
export const BEHIND_1904 = 1462;

/** The number that a workbook keeps for a day or a time on the wall: days since its day 0. */
export const serialOf = (wall: string): number =>
  (Date.parse(wall.length === 10 ? `${wall}T00:00:00Z` : `${wall}Z`) - EPOCH_MS) / DAY_MS;

/** The wall clock that a serial number means, 'YYYY-MM-DDTHH:mm:ss.SSS'; null where it means none. */
export function wallOf(serial: number): string | null {
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
