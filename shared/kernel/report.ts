import type { TermKey } from '#shared/terms/index.ts';
import type { Field, FieldMap } from './fields.ts';
import type { Permission } from './permissions.ts';

/** Where time alone changes an answer, and how often. */
export type Clock = 'minute' | 'shift' | 'day';

/** A column of a report: a field, and whether its sum stands in the totals row. */
export interface ReportColumn {
  readonly field: Field;
  readonly label: TermKey;
  readonly total?: boolean;
}

/**
 * What a report tells about itself: the client renders filter, table, totals and chart from it,
 * and a widget uses its path as a source.
 */
export interface ReportDescriptor {
  readonly name: TermKey;
  /** '/mes/form/<name>': the path answers `{ rows }`. */
  readonly path: string;
  readonly permission: Permission;
  readonly parameters: FieldMap;
  readonly columns: { readonly [name: string]: ReportColumn };
  /** The columns that tell rows apart; unique together. */
  readonly rowKey: readonly string[];
  /** Entities whose changes change the answer. */
  readonly watches: readonly string[];
  readonly clock?: Clock;
  /** The chart that shows it best: a bar for each row. */
  readonly chart?: { readonly label: string; readonly bars: readonly string[] };
}

export type ReportRow = Record<string, string | number | boolean | null>;

/** The key of a row within its report: stable from one run to the next. */
export const rowKeyOf = (rowKey: readonly string[], row: ReportRow): string =>
  rowKey.length === 1 ? String(row[rowKey[0]!]) : JSON.stringify(rowKey.map((name) => row[name]));
