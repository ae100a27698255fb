import type { TermKey } from './term-key.ts';
import type { Field, FieldMap } from './fields.ts';
import type { Term, Words } from './lang.ts';
import type { Permission, ReportCode } from './permissions.ts';

/** Where time alone changes an answer, and how often. */
export type Clock = 'minute' | 'shift' | 'day';

/** A column of a report: a field, and whether its sum stands in the totals row. */
export interface ReportColumn {
  readonly field: Field;
  readonly label: TermKey;
  readonly total?: boolean;
  /** Tells rows apart or leads to what is behind them; not for people to read. */
  readonly hidden?: boolean;
}

/** The report that shows what is behind a row, and how a row asks for it. */
export interface ReportDetails {
  /** Its page. */
  readonly page: string;
  /** Its parameters, each from a column of the row. */
  readonly parameters: { readonly [parameter: string]: string };
  /** Figures that are only a part of the row: what their own link asks for besides. */
  readonly narrowed?: { readonly [column: string]: { readonly [parameter: string]: string } };
}

/** The time that a report is about: it takes `from` and `to`, days of the factory, both included. */
export interface ReportPeriod {
  /** How many days up to today where nothing is given. */
  readonly days: number;
  /** Most days of one answer. */
  readonly most: number;
}

/**
 * What a report tells about itself: the client renders filter, table, totals and chart from it,
 * and a widget uses its path as a source.
 */
export interface ReportDescriptor {
  readonly name: TermKey;
  /** The words that only this report uses; its name and labels can be among them. */
  readonly words?: Words;
  /** '/mes/form/<name>': the path answers `{ rows }`. */
  readonly path: string;
  /** Where people look at it: '/forms/<page>'; absent where it only feeds boards. */
  readonly page?: string;
  readonly permission: Permission;
  readonly parameters: FieldMap;
  readonly columns: { readonly [name: string]: ReportColumn };
  /** The columns that tell rows apart; unique together. */
  readonly rowKey: readonly string[];
  /** Entities whose changes change the answer. */
  readonly watches: readonly string[];
  readonly clock?: Clock;
  readonly period?: ReportPeriod;
  /** The chart that shows it best: bars for each value of a column, stacked where they are parts of a whole. */
  readonly chart?: { readonly label: string; readonly bars: readonly string[]; readonly stacked?: boolean };
  readonly details?: ReportDetails;
  /** The key of the row that is the total of the others. */
  readonly totalRow?: string;
}

/** A permission that a report brings along, and what it is called. */
export interface ReportPermission {
  readonly code: ReportCode;
  readonly title: Term;
}

export type ReportRow = Record<string, string | number | boolean | null>;

/** The key of a row within its report: stable from one run to the next. */
export const rowKeyOf = (rowKey: readonly string[], row: ReportRow): string =>
  rowKey.length === 1 ? String(row[rowKey[0]!]) : JSON.stringify(rowKey.map((name) => row[name]));
