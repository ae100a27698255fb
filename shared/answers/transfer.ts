import { VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';

/** The field by which rows of a workbook are those of the factory: the code, else the first text that no two rows share. */
export function keyOf(entity: EntityDeclaration): string | null {
  const isKey = (name: string): boolean => {
    const field = entity.fields[name];
    return (
      field?.kind === 'text' &&
      field.unique !== false &&
      field.required &&
      field.initial === undefined &&
      !entity.derived?.includes(name)
    );
  };
  return ['code', ...Object.keys(entity.fields)].find(isKey) ?? null;
}

const has = (entity: EntityDeclaration, verb: (typeof VERBS)[number]) =>
  (entity.verbs ?? VERBS).includes(verb);

/** Whether a list can be taken out as a workbook. */
export const isExported = (entity: EntityDeclaration): boolean => has(entity, 'page');

/** Whether rows can be brought in by a workbook: they have a page, are saved, and tell themselves apart by a text. */
export const isImported = (entity: EntityDeclaration): boolean =>
  has(entity, 'page') && has(entity, 'save') && keyOf(entity) !== null;

/** The largest workbook that is taken (specification §5). */
export const MAX_WORKBOOK = { bytes: 50 * 1024 * 1024, words: '50 MB' } as const;

/** Something in a workbook that cannot be taken, as its reader is told. */
export interface ImportProblem {
  readonly sheet: string;
  /** As the program counts them: the heading is row 1. */
  readonly row: number | null;
  /** The column's letters, where the workbook has it. */
  readonly place: string | null;
  /** The column's heading. */
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
}

/** A problem that stands in many rows of a column. */
export interface FrequentProblem extends Pick<ImportProblem, 'sheet' | 'place' | 'column' | 'reason'> {
  readonly count: number;
}

/** What a workbook would do, or has done. */
export interface ImportVerdict {
  /** The file, as long as it is kept for the writing; null once it is gone. */
  readonly file: string | null;
  readonly written: boolean;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** How many problems there are; the first of them are listed. */
  readonly problemCount: number;
  readonly problems: readonly ImportProblem[];
  /** Those that come again and again, the most frequent first: put right once, most of the rows are. */
  readonly frequent: readonly FrequentProblem[];
  /** Headings of columns that nobody fills in, and sheets that mean nothing here. */
  readonly ignored: readonly string[];
  /** The material column mapping that it was read by, where one knew its headings. */
  readonly mapping: string | null;
}
