import { LANGS, type Lang, type NoWords, type Words } from '#shared/kernel/lang.ts';
import { reportCode } from '#shared/kernel/permissions.ts';
import type { Field, FieldMap, Labelled, ValuesOf } from '#shared/kernel/fields.ts';
import type { ReportColumn, ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { EntityName } from '#shared/entities/index.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import type { Db } from '../db/database.ts';

/** A report with what computes it. */
export interface Report extends ReportDescriptor {
  readonly run: (db: Db, user: CurrentUser, params: never) => Promise<ReportRow[]>;
}

type Cell = string | number | boolean | null;

/** A column for every key of the row and for no other, with a field of the value's type. */
type ColumnsOf<R, W> = {
  readonly [K in keyof R]: Omit<ReportColumn, 'field' | 'label'> & {
    readonly field: Field<NonNullable<R[K]>>;
    readonly label: TermKey | W;
  };
};

interface Declared<P extends FieldMap, R, W extends Words> extends Omit<
  ReportDescriptor,
  'name' | 'words' | 'permission' | 'parameters' | 'columns' | 'rowKey' | 'watches' | 'chart' | 'details'
> {
  readonly name: TermKey | NoInfer<keyof W & string>;
  readonly words?: W;
  /** Without it the report has a code of its own, named as the report is: see `reportCode`. */
  readonly permission?: ReportDescriptor['permission'];
  readonly parameters: P & Labelled<P, NoInfer<keyof W>>;
  readonly columns: ColumnsOf<R, NoInfer<keyof W & string>>;
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
 * with a field of its type: anything else does not compile. Nor does a label that is neither a term nor among its
 * own words, or a word that a language lacks.
 */
export const defineReport =
  <R extends { [K in keyof R]: Cell }>() =>
  <const P extends FieldMap, const W extends Words = NoWords>(report: Declared<P, R, W>): Report =>
    ({ ...report, permission: report.permission ?? reportCode(report.name) }) as unknown as Report;

/** A name or label of a report in a language: a word of its own or a term. */
export function reportWord({ words }: ReportDescriptor, key: TermKey, lang: Lang): string {
  const own = words?.[key];
  return own ? own[LANGS.indexOf(lang)]! : term(lang, key);
}

/** What a report tells about itself: all but its SQL. */
export function describe(report: Report): ReportDescriptor {
  const { run: _run, ...descriptor } = report;
  return descriptor;
}
