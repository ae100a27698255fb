import { hasRevisions } from '../entities/revision-fields.ts';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';

/**
 * Finds the field that identifies the rows of a workbook: the field `code` if it is a unique, required text field,
 * otherwise the first unique, required text field. Derived fields and fields with a default value do not count.
 */
export function findWorkbookKeyField(entity: EntityDeclaration): string | null {
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
  // The editions of a document have the same code. A row of a workbook stands for the draft.
  if (hasRevisions(entity)) return 'code';
  return ['code', ...Object.keys(entity.fields)].find(isKey) ?? null;
}

const declaresVerb = (entity: EntityDeclaration, verb: (typeof ENTITY_VERBS)[number]) =>
  (entity.verbs ?? ENTITY_VERBS).includes(verb);

/** Whether the list of an entity can be exported as a workbook. */
export const canExportEntity = (entity: EntityDeclaration): boolean => declaresVerb(entity, 'page');

/**
 * Whether rows of an entity can be imported: it has a list page, can be saved and has a key field.
 */
export const canImportEntity = (entity: EntityDeclaration): boolean =>
  declaresVerb(entity, 'page') && declaresVerb(entity, 'save') && findWorkbookKeyField(entity) !== null;

/** The maximum size of an imported workbook (specification §5). */
export const MAX_WORKBOOK_SIZE = { bytes: 50 * 1024 * 1024, label: '50 MB' } as const;

/** A problem in an imported workbook. */
export interface ImportProblem {
  readonly sheet: string;
  /**
   * The row number as a spreadsheet program counts it: the heading is row 1. It is null if the problem does
   * not belong to a row.
   */
  readonly row: number | null;
  /** The letters of the column, e.g. 'AB'; null if the sheet does not have the column. */
  readonly place: string | null;
  /** The heading of the column. */
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
}

/** A problem that occurs many times in a column of a sheet. */
export interface FrequentProblem extends Pick<ImportProblem, 'sheet' | 'place' | 'column' | 'reason'> {
  readonly count: number;
}

/** The problems of a workbook. */
export interface WorkbookProblems {
  /** The total number of problems. If there are many, `problems` contains only the first of them. */
  readonly problemCount: number;
  readonly problems: readonly ImportProblem[];
  /** The most frequent problems, in descending order of their counts. */
  readonly frequent: readonly FrequentProblem[];
}

/** The result of checking or importing a workbook. */
export interface WorkbookImportResult extends WorkbookProblems {
  /** The id of the uploaded file while the server stores it for the import; null afterwards. */
  readonly file: string | null;
  readonly written: boolean;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Headings of columns that are not imported, and sheets that are ignored. */
  readonly ignored: readonly string[];
  /** The name of the column mapping with which a material list was read; null if there was none. */
  readonly mapping: string | null;
}

/** An order of a plan, as the preview of its import shows it. */
export interface PlannedOrderPreview {
  readonly code: string;
  readonly name: string;
  readonly quantity: number;
  readonly dueDate: string | null;
  readonly partCount: number;
  /** The first parts. Each part comes after its parent. */
  readonly parts: readonly {
    readonly code: string;
    readonly name: string;
    readonly quantity: number;
    /** The level of the part in the tree; 0 for a root part. */
    readonly depth: number;
    /** The names of its processes, in the sequence of the routing. */
    readonly processes: readonly string[];
  }[];
}

/** The result of checking or importing a plan. */
export interface PlanImportResult extends WorkbookProblems {
  /** The id of the uploaded file while the server stores it for the import; null afterwards. */
  readonly file: string | null;
  readonly written: boolean;
  /** The id of the record of the import; null if nothing was written. */
  readonly importId: number | null;
  readonly orders: number;
  readonly parts: number;
  readonly processes: number;
  /** How many of the orders were released. */
  readonly released: number;
  /** The number of warnings. A warning is listed like a problem, but does not prevent the import. */
  readonly warningCount: number;
  readonly warnings: readonly ImportProblem[];
  /** The names of the column mappings with which the sheets were read. */
  readonly mappings: readonly string[];
  /** The first orders of the plan; empty if it has problems. */
  readonly preview: readonly PlannedOrderPreview[];
}
