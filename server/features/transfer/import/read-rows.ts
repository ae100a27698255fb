import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Field } from '#shared/kernel/fields.ts';
import { INTL_TAG_BY_LANG, type Lang } from '#shared/kernel/lang.ts';
import { buildFieldMessage } from '#shared/terms/error-message.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import { parseCell, type ParseOptions } from './parse-cell.ts';
import type { ParsedSheet, SheetField } from './parse-sheets.ts';
import type { SheetLocation, ImportProblems } from './problems.ts';
import type { UploadedCell, UploadedRow } from '../../../workbook/read-workbook.ts';

/** A row of a sheet with parsed values. References are still texts. */
export interface SheetRow {
  readonly rowNumber: number;
  /** The key of the row. On a sheet of owned rows, this is the key of the owner. */
  readonly key: string;
  /** The values of the row, keyed by field; null for an empty cell. */
  readonly values: Record<string, unknown>;
  /** The fields with a cell that cannot be parsed, or with a reference that is unknown or ambiguous. */
  readonly wrongFields: Set<string>;
}

/** Locates the cell of a field in a row. */
export const locateCell = (parsedSheet: ParsedSheet, row: number, name: string): SheetLocation => {
  const field = parsedSheet.fields.find((column) => column.name === name);
  return {
    sheet: parsedSheet.sheet.name,
    row,
    index: field?.index ?? null,
    column: field?.heading ?? null,
  };
};

/** The number of rows that are read before the server handles other requests. */
const ROWS_PER_SLICE = 1000;
/** Matches a separator between several references in one cell. U+FF1B is the full-width semicolon. */
const REFERENCE_SEPARATORS = /[;\uFF1B\n]/;

const isReference = (field: Field): boolean => field.kind === 'ref' || field.kind === 'refs';

/** Lists the names of the allowed choices in one text. */
const formatChoices = (lang: Lang, choices: readonly TermKey[]): string =>
  new Intl.ListFormat(INTL_TAG_BY_LANG[lang], { type: 'disjunction' }).format(
    choices.map((choice) => translateTerm(lang, choice)),
  );

/**
 * Parses a cell as the value of a column. If that is impossible, it adds a problem and returns null.
 */
export function readCell(
  parsedSheet: Pick<ParsedSheet, 'sheet'>,
  row: Pick<UploadedRow, 'at'>,
  column: Pick<SheetField, 'index' | 'heading' | 'field'>,
  cell: UploadedCell,
  parseOptions: ParseOptions,
  problems: ImportProblems,
): { value: unknown } | null {
  const parsed = parseCell(column.field, cell, parseOptions);
  if (parsed === null) return { value: column.field.kind === 'refs' ? [] : null };
  const location: SheetLocation = {
    sheet: parsedSheet.sheet.name,
    row: row.at,
    index: column.index,
    column: column.heading,
  };
  if ('value' in parsed) {
    const { value } = parsed;
    if (column.field.kind !== 'refs') return { value };
    const texts = (value as string)
      .split(REFERENCE_SEPARATORS)
      .map((text) => text.trim())
      .filter((text) => text !== '');
    return { value: [...new Set(texts)] };
  }
  const cellValue = cell?.[1] ?? null;
  if ('reason' in parsed) problems.addByName(location, cellValue, parsed.reason);
  else if (parsed.fieldProblem === 'notAChoice')
    problems.addByName(location, cellValue, 'notOneOf', {
      choices: formatChoices(problems.lang, column.field.choices!),
    });
  else problems.add(location, cellValue, buildFieldMessage(problems.lang, { reason: parsed.fieldProblem }));
  return null;
}

/** Reports merged cells as problems, because only the first of the merged cells holds the value. */
function addMergedCellProblems(parsedSheet: ParsedSheet, problems: ImportProblems): void {
  const firstRow = parsedSheet.rows[0]?.at ?? 0;
  for (const [top, left, bottom] of parsedSheet.sheet.merges) {
    const column = parsedSheet.fields.find((candidate) => candidate.index === left);
    if (bottom >= firstRow && column)
      problems.addByName(locateCell(parsedSheet, Math.max(top, firstRow), column.name), null, 'merged');
  }
}

/**
 * Reads the rows of a sheet in slices, and lets the server handle other requests in between. It skips empty rows,
 * and reports a row without a key as a problem.
 */
export async function readRows(
  parsedSheet: ParsedSheet,
  keyFieldName: string,
  parseOptions: ParseOptions,
  problems: ImportProblems,
): Promise<SheetRow[]> {
  addMergedCellProblems(parsedSheet, problems);
  const columns = parsedSheet.fields.filter((column) => !column.ignored);
  const options = { ...parseOptions, is1904: parsedSheet.sheet.is1904 };
  const readRow = (row: UploadedRow): SheetRow[] => {
    const values: Record<string, unknown> = {};
    const wrongFields = new Set<string>();
    for (const column of columns) {
      const parsed = readCell(parsedSheet, row, column, row.cells[column.index] ?? null, options, problems);
      if (parsed) values[column.name] = parsed.value;
      else wrongFields.add(column.name);
    }
    if (
      Object.values(values).every((value) => value === null || (Array.isArray(value) && value.length === 0))
    )
      if (wrongFields.size === 0) return [];
    const text = values[keyFieldName];
    if (typeof text === 'string' && text !== '')
      return [{ rowNumber: row.at, key: toHalfWidth(text).trim(), values, wrongFields }];
    if (!wrongFields.has(keyFieldName))
      problems.addByName(locateCell(parsedSheet, row.at, keyFieldName), null, 'keyMissing');
    return [];
  };
  const rows: SheetRow[] = [];
  for (const [index, row] of parsedSheet.rows.entries()) {
    rows.push(...readRow(row));
    if (index % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await yieldToEventLoop();
  }
  return rows;
}

/** Adds the texts of all references to `textsByEntity`, keyed by the referenced entity. */
export function collectReferenceTexts(
  columns: readonly SheetField[],
  rows: readonly SheetRow[],
  textsByEntity: Map<string, Set<string>>,
): void {
  for (const { name, field } of columns) {
    if (!isReference(field)) continue;
    const texts = textsByEntity.get(field.to!) ?? new Set<string>();
    textsByEntity.set(field.to!, texts);
    for (const { values } of rows)
      for (const text of [values[name]].flat()) if (typeof text === 'string') texts.add(text);
  }
}
