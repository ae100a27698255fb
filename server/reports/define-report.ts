import type { Field, FieldMap, Labelled, ValuesOf } from '#shared/kernel/fields.ts';
import type { ReportColumn, ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { EntityName } from '#shared/entities/index.ts';
import type { Db } from '../db/database.ts';

/** A report with what computes it. */
export interface Report extends ReportDescriptor {
  readonly run: (db: Db, user: CurrentUser, params: never) => Promise<ReportRow[]>;
}

type Cell = string | number | boolean | null;

/** A column for every key of the row and for no other, with a field of the value's type. */
type ColumnsOf<R> = {
  readonly [K in keyof R]: ReportColumn & { readonly field: Field<NonNullable<R[K]>> };
};

interface Declared<P extends FieldMap, R> extends Omit<
  ReportDescriptor,
  'parameters' | 'columns' | 'rowKey' | 'watches' | 'chart' | 'details'
> {
  readonly parameters: P & Labelled<P>;
  readonly columns: ColumnsOf<R>;
  readonly rowKey: readonly (keyof R & string)[];
  readonly watches: readonly EntityName[];
  readonly chart?: Pick<NonNullable<ReportDescriptor['chart']>, 'stacked'> & {
    readonly label: keyof R & string;
    readonly bars: readonly (keyof R & string)[];
  };
  readonly details?: {
    readonly page: string;
    readonly parameters: { readonly [parameter: string]: keyof R & string };
    readonly narrowed?: { readonly [K in keyof R]?: { readonly [parameter: string]: string } };
  };
  /** Computes the rows. `user` tells the factory and its zone. */
  readonly run: (db: Db, user: CurrentUser, params: ValuesOf<P>) => Promise<R[]>;
}

/**
 * Declares a report of a row type: `defineReport<Row>()({ … })`. Its columns name exactly the keys of the row, each
 * with a field of its type: anything else does not compile.
 */
export const defineReport =
  <R extends { [K in keyof R]: Cell }>() =>
  <const P extends FieldMap>(report: Declared<P, R>): Report =>
    report as unknown as Report;

/** What a report tells about itself: all but its SQL. */
export function describe(report: Report): ReportDescriptor {
  const { run: _run, ...descriptor } = report;
  return descriptor;
}
