import type { ErrorCode } from './error-catalogue.ts';
import type { FieldProblems } from './validate.ts';

export type ErrorParams = Record<string, string | number | null>;

/**
 * A row that caused an error, e.g. a row that still refers to the row to delete. Screens link to the page of the row
 * that caused the error.
 */
export interface RowLink {
  readonly entity: string;
  readonly id: number;
  readonly name: string;
}

/** An error of the catalogue. Users see the messages of these errors, but not the messages of other exceptions. */
export class MesError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: FieldProblems | undefined;
  readonly rows: readonly RowLink[];
  /** The index of the refused row, if several rows were to be saved together. */
  rowIndex?: number;

  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    fields?: FieldProblems,
    rows: readonly RowLink[] = [],
  ) {
    super(code);
    this.name = 'MesError';
    this.code = code;
    this.params = params;
    this.fields = fields;
    this.rows = rows;
  }
}

/**
 * Creates the error to throw: `throw makeError('codeDuplicated', { code })`.
 * @param params the parameters of the error message
 * @param fields the problems by field
 * @param rows the rows that caused the error; a caller receives only the rows that they may read
 */
export const makeError = (
  code: ErrorCode,
  params?: ErrorParams,
  fields?: FieldProblems,
  rows?: readonly RowLink[],
): MesError => new MesError(code, params, fields, rows);
