import { LANGS, type Lang, type NoTerms, type TermsByKey } from '#shared/kernel/lang.ts';
import { buildReportPermissionCode } from '#shared/kernel/permissions.ts';
import type { Field, FieldMap, LabelledFields, RecordValues } from '#shared/kernel/fields.ts';
import type { ReportColumn, ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { EntityName } from '#shared/entities/index.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import type { Db } from '../db/database.ts';

/** A report, together with the function that computes its rows. */
export interface Report extends ReportDescriptor {
  readonly run: (db: Db, user: CurrentUser, params: never) => Promise<ReportRow[]>;
}

type CellValue = string | number | boolean | null;

/** The columns of a report: one for each key of the row. The field of a column has the type of its value. */
type ReportColumnsOf<R, W> = {
  readonly [K in keyof R]: Omit<ReportColumn, 'field' | 'label'> & {
    readonly field: Field<NonNullable<R[K]>>;
    readonly label: TermKey | W;
  };
};

interface ReportDeclaration<P extends FieldMap, R, W extends TermsByKey> extends Omit<
  ReportDescriptor,
  | 'name'
  | 'words'
  | 'permission'
  | 'parameters'
  | 'linkParameters'
  | 'columns'
  | 'rowKey'
  | 'watches'
  | 'chart'
  | 'details'
  | 'rowPage'
> {
  readonly name: TermKey | NoInfer<keyof W & string>;
  readonly words?: W;
  /**
   * The permission code of the report; by default the code that `buildReportPermissionCode` makes from the name of the
   * report.
   */
  readonly permission?: ReportDescriptor['permission'];
  readonly parameters: P & LabelledFields<P, NoInfer<keyof W>>;
  readonly columns: ReportColumnsOf<R, NoInfer<keyof W & string>>;
  readonly linkParameters?: readonly (keyof P & string)[];
  readonly rowKey: readonly (keyof R & string)[];
  readonly watches: readonly EntityName[];
  readonly chart?: Pick<NonNullable<ReportDescriptor['chart']>, 'stacked' | 'isMoney'> & {
    readonly label: keyof R & string;
    readonly bars: readonly (keyof R & string)[];
  };
  readonly details?: {
    readonly page: string;
    readonly parameters: { readonly [parameter: string]: keyof R & string };
    readonly narrowed?: { readonly [K in keyof R]?: { readonly [parameter: string]: string } };
  };
  readonly rowPage?: { readonly path: string; readonly column: keyof R & string };
  /** Computes the rows for the factory and the time zone of the user. */
  readonly run: (db: Db, user: CurrentUser, params: RecordValues<P>) => Promise<R[]>;
}

/**
 * Declares a report: `defineReport<Row>()({ … })`. The compiler checks that the columns match the keys and types of
 * the row. It also checks that each label is a term or one of the report's words, and that each word has a text in
 * every language.
 */
export const defineReport =
  <R extends { [K in keyof R]: CellValue }>() =>
  <const P extends FieldMap, const W extends TermsByKey = NoTerms>(
    report: ReportDeclaration<P, R, W>,
  ): Report =>
    ({
      ...report,
      permission: report.permission ?? buildReportPermissionCode(report.name),
    }) as unknown as Report;

/** Translates the name or a label of a report. The key is the key of one of the report's words, or a term. */
export function translateReportWord({ words }: ReportDescriptor, key: TermKey, lang: Lang): string {
  const translations = words?.[key];
  return translations ? translations[LANGS.indexOf(lang)]! : translateTerm(lang, key);
}

/** Returns the descriptor of a report: the report without the function `run`. */
export function describeReport(report: Report): ReportDescriptor {
  const { run: _run, ...descriptor } = report;
  return descriptor;
}
