import type { TermKey } from './term-key.ts';
import type { Field, FieldMap } from './fields.ts';
import type { Term, TermsByKey } from './lang.ts';
import type { KanbanPermissionCode, Permission, ReportPermissionCode } from './permissions.ts';

/**
 * How often the answer of a report may change although no data has changed, because the answer depends on the time.
 */
export type RefreshInterval = 'minute' | 'shift' | 'day';

/** A column of a report. If `total` is set, the totals row shows the sum of the column. */
export interface ReportColumn {
  readonly field: Field;
  readonly label: TermKey;
  readonly total?: boolean;
  /** Whether screens hide the column, because it only identifies rows or passes values to other pages. */
  readonly hidden?: boolean;
}

/** The report that shows the details of a row, and the parameters of the link to this report. */
interface DetailsReportLink {
  /** The `page` of the report with the details. */
  readonly page: string;
  /** For each parameter, the column of the row that gives its value. */
  readonly parameters: { readonly [parameter: string]: string };
  /**
   * For each column that covers only a part of the work of the row, the additional parameters of its link.
   */
  readonly narrowed?: { readonly [column: string]: { readonly [parameter: string]: string } };
}

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

/**
 * The limits of a report's period. The parameters `from` and `to` of the report are days of the factory, and both
 * days are included.
 */
export interface ReportPeriodLimits {
  /** The number of days in the default period, which ends today. */
  readonly days: number;
  /** The maximum number of days in the period. */
  readonly most: number;
}

/**
 * The description of a report. From it the client builds the page of the report, with filters, table, totals and
 * chart. A widget uses the path of the report as a source.
 */
export interface ReportDescriptor {
  readonly name: TermKey;
  /** The terms that the report adds, e.g. those of its name and its labels. */
  readonly words?: TermsByKey;
  /**
   * The wire path: '/mes/form/<name>'. The answer is `{ rows, at }`; `at` is the time when the rows were computed.
   */
  readonly path: string;
  /** The page of the report: '/forms/<page>'; absent if the report only feeds boards. */
  readonly page?: string;
  /** Whether the report has a menu entry although it also shows the details of other reports. */
  readonly isInMenu?: true;
  /** The icon of the menu entry; by default the icon that belongs to the first segment of `page`. */
  readonly icon?: ReportIcon;
  readonly permission: Permission;
  /** Whether the report shows money. Such a report is never shown on shared or recorded boards. */
  readonly hasMoney?: true;
  /**
   * The name of the parameter with the id of a customer kanban, if the report shows a kanban. The permission
   * for this kanban then suffices instead of `permission`.
   */
  readonly kanbanParameter?: string;
  readonly parameters: FieldMap;
  /** The parameters that links from other reports set. The page shows their inputs only if they are set. */
  readonly linkParameters?: readonly string[];
  readonly columns: { readonly [name: string]: ReportColumn };
  /** The columns that together identify a row. */
  readonly rowKey: readonly string[];
  /** The entities whose changes can change the answer. */
  readonly watches: readonly string[];
  readonly clock?: RefreshInterval;
  readonly period?: ReportPeriodLimits;
  /**
   * The default chart: for each value of the `label` column, one bar for each of the `bars` columns. Rows with the
   * same value are added up. If `stacked` is set, the bars of a value are stacked, because they are parts of a
   * whole. `isMoney` tells that the bars are money; otherwise bars without a unit are quantities.
   */
  readonly chart?: {
    readonly label: string;
    readonly bars: readonly string[];
    readonly stacked?: boolean;
    readonly isMoney?: true;
  };
  readonly details?: DetailsReportLink;
  /** The page of the object that a row shows. The address of the page is the path and the value of a column. */
  readonly rowPage?: { readonly path: string; readonly column: string };
  /** The key of the row that contains the total of the other rows; absent if there is no such row. */
  readonly totalRow?: string;
}

/** The permission code of a report or of a customer kanban, and the name of the permission for people. */
export interface ReportPermission {
  readonly code: ReportPermissionCode | KanbanPermissionCode;
  readonly title: Term;
}

export type ReportRow = Record<string, string | number | boolean | null>;

/** Builds the key that identifies a row within its report, from the values of the key columns. */
export const buildRowKey = (rowKey: readonly string[], row: ReportRow): string =>
  rowKey.length === 1 ? String(row[rowKey[0]!]) : JSON.stringify(rowKey.map((name) => row[name]));
