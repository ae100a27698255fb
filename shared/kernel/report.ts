import type { TermKey } from './term-key.ts';
import type { Field, FieldMap } from './fields.ts';
import type { Term, Words } from './lang.ts';
import type { Permission, ReportCode } from './permissions.ts';

/** How often the answer of a report changes, even if no row changes. */
export type RefreshInterval = 'minute' | 'shift' | 'day';

/** A column of a report: a field, and whether the totals row shows its sum. */
export interface ReportColumn {
  readonly field: Field;
  readonly label: TermKey;
  readonly total?: boolean;
  /** A key column that identifies rows or links to details; people do not see it. */
  readonly hidden?: boolean;
}

/** The report that shows the details of a row, and the parameters that the link to it passes. */
interface ReportDetails {
  /** The address of the report's page. */
  readonly page: string;
  /** For each parameter, the column of the row that gives its value. */
  readonly parameters: { readonly [parameter: string]: string };
  /** Extra parameters for the link of a figure that covers only a part of the row, by column. */
  readonly narrowed?: { readonly [column: string]: { readonly [parameter: string]: string } };
}

/** The icons that a report can have in the menu. */
export type ReportIcon =
  | 'shift'
  | 'states'
  | 'latest'
  | 'alerts'
  | 'deviceWork'
  | 'peopleWork'
  | 'progressOfOrders'
  | 'output'
  | 'planAndActual'
  | 'quality'
  | 'money'
  | 'stock'
  | 'flow'
  | 'report';

/** The period of a report. Its parameters `from` and `to` are days of the factory, and both days are included. */
export interface ReportPeriod {
  /** The default number of days up to today. */
  readonly days: number;
  /** The maximum number of days in the period. */
  readonly most: number;
}

/**
 * The description of a report: the client renders filter, table, totals and chart from it,
 * and a widget uses its path as a source.
 */
export interface ReportDescriptor {
  readonly name: TermKey;
  /** The terms that only this report uses; its name and labels may be among them. */
  readonly words?: Words;
  /** The wire path: '/mes/form/<name>'. The answer is `{ rows }`. */
  readonly path: string;
  /** The page of the report: '/forms/<page>'; absent if the report only feeds boards. */
  readonly page?: string;
  /** The icon of the menu entry; by default the icon of the area that the page's address begins with. */
  readonly icon?: ReportIcon;
  readonly permission: Permission;
  readonly parameters: FieldMap;
  readonly columns: { readonly [name: string]: ReportColumn };
  /** The columns that together identify a row. */
  readonly rowKey: readonly string[];
  /** Entities whose changes affect the answer. */
  readonly watches: readonly string[];
  readonly clock?: RefreshInterval;
  readonly period?: ReportPeriod;
  /**
   * The default chart: for each value of the `label` column, bars for the `bars` columns. They are stacked if
   * they are parts of a whole.
   */
  readonly chart?: { readonly label: string; readonly bars: readonly string[]; readonly stacked?: boolean };
  readonly details?: ReportDetails;
  /** The key of the row that holds the total of the other rows. */
  readonly totalRow?: string;
}

/** The permission code of a report, and the name of the permission. */
export interface ReportPermission {
  readonly code: ReportCode;
  readonly title: Term;
}

export type ReportRow = Record<string, string | number | boolean | null>;

/**
 * Builds the key of a row within its report. A row has the same key each time the report is
 * computed.
 */
export const buildRowKey = (rowKey: readonly string[], row: ReportRow): string =>
  rowKey.length === 1 ? String(row[rowKey[0]!]) : JSON.stringify(rowKey.map((name) => row[name]));
