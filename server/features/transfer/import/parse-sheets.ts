import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { findWorkbookKeyField } from '#shared/answers/transfer.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import {
  getHeading,
  listOwnedRowColumns,
  OWNER_KEY_COLUMN,
  type FieldColumn,
} from '../../../workbook/columns.ts';
import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import type { SheetLocation, ImportProblems } from './problems.ts';
import type { UploadedRow, UploadedSheet } from '../../../workbook/read-workbook.ts';

/** The text that follows the heading of a required column in a template. */
export const REQUIRED_MARK = ' *';
/**
 * The import looks for the heading in this many rows at the top of a sheet. Empty rows do not
 * count. Titles and notes may be above the heading.
 */
export const HEADING_SEARCH_ROWS = 10;

/** A column of a sheet, and its field. */
export interface SheetField extends FieldColumn {
  /** The index of the column. The first column has index 0. */
  readonly index: number;
  readonly heading: string;
  /** Whether the import ignores the values of the column. */
  readonly ignored: boolean;
}

/** A sheet with a recognized heading. */
export interface ParsedSheet {
  readonly sheet: UploadedSheet;
  readonly fields: readonly SheetField[];
  /** The rows below the heading. */
  readonly rows: readonly UploadedRow[];
  /** The field whose owned rows the sheet holds; null for the main sheet. */
  readonly linesField: string | null;
}

/**
 * Normalizes a heading. It removes the required mark and the unit, and converts to half-width lower
 * case.
 */
export const normalizeHeading = (text: string): string =>
  toHalfWidth(text)
    .replace(/\*+\s*$/, '')
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Returns the text of a cell; an empty text if the cell has neither a text nor a number. */
export const getCellText = (row: UploadedRow, index: number): string => {
  const cell = row.cells[index];
  return cell && (cell[0] === 's' || cell[0] === 'n') ? String(cell[1]) : '';
};

/** Indexes the columns by their headings in every language and by their field names. */
function indexColumnsByHeading(columns: readonly FieldColumn[]): Map<string, FieldColumn> {
  const columnsByHeading = new Map<string, FieldColumn>();
  for (const column of columns) {
    for (const lang of LANGS) {
      const heading = normalizeHeading(getHeading(column, lang));
      if (!columnsByHeading.has(heading)) columnsByHeading.set(heading, column);
    }
    if (!columnsByHeading.has(column.name.toLowerCase()))
      columnsByHeading.set(column.name.toLowerCase(), column);
  }
  return columnsByHeading;
}

const isSheetNamedOneOf = (sheet: UploadedSheet, names: readonly string[]): boolean =>
  names.some((name) => normalizeHeading(name).slice(0, 31).trim() === normalizeHeading(sheet.name));

/**
 * Finds the heading of a sheet: the first row with the heading of the key column; null if none of the first
 * HEADING_SEARCH_ROWS rows has it.
 */
function findHeadingRow(
  sheet: UploadedSheet,
  columnsByHeading: ReadonlyMap<string, FieldColumn>,
  keyFieldName: string,
): UploadedRow | null {
  const isHeadingRow = (row: UploadedRow) =>
    row.cells.some(
      (_cell, index) =>
        columnsByHeading.get(normalizeHeading(getCellText(row, index)))?.name === keyFieldName,
    );
  return sheet.rows.slice(0, HEADING_SEARCH_ROWS).find(isHeadingRow) ?? null;
}

/**
 * Parses the heading of a sheet. It reports unknown columns, and columns that occur twice, as problems.
 * @returns null if the sheet has no heading with the key column
 */
function parseSheet(
  sheet: UploadedSheet,
  columns: readonly FieldColumn[],
  keyFieldName: string,
  isIgnored: (column: FieldColumn) => boolean,
  linesField: string | null,
  problems: ImportProblems,
): ParsedSheet | null {
  const columnsByHeading = indexColumnsByHeading(columns);
  const headingRow = findHeadingRow(sheet, columnsByHeading, keyFieldName);
  if (!headingRow) return null;
  const fields: SheetField[] = [];
  headingRow.cells.forEach((cell, index) => {
    if (cell === null) return;
    const text = getCellText(headingRow, index).trim();
    const column = columnsByHeading.get(normalizeHeading(text));
    const location: SheetLocation = { sheet: sheet.name, row: headingRow.at, index, column: text };
    if (!column) problems.addByName(location, text, 'unknownColumn');
    else if (fields.some((field) => field.name === column.name))
      problems.addByName(location, text, 'columnTwice');
    else fields.push({ ...column, index, heading: text, ignored: isIgnored(column) });
  });
  return { sheet, fields, rows: sheet.rows.filter((row) => row.at > headingRow.at), linesField };
}

/** The sheets of a workbook that belong to an entity. */
export interface ParsedWorkbook {
  mainSheet: ParsedSheet;
  ownedSheets: ParsedSheet[];
  /** The names of the sheets that the import ignores. */
  ignoredSheets: string[];
}

/**
 * Finds the sheets of an entity and of its owned rows. The names and the headings of the sheets may
 * be in any language.
 * @returns the parsed sheets; null if no sheet has the key column
 */
export function parseSheets(
  entity: EntityDeclaration,
  columns: readonly FieldColumn[],
  sheets: readonly UploadedSheet[],
  problems: ImportProblems,
): ParsedWorkbook | null {
  const keyFieldName = findWorkbookKeyField(entity)!;
  const mainColumns = columns.filter(({ field }) => field.kind !== 'lines');
  const isIgnored = ({ name }: FieldColumn) =>
    name === 'updatedBy' || name === 'updatedAt' || entity.derived?.includes(name) === true;
  const ownedSheets: ParsedSheet[] = [];
  const otherSheets: UploadedSheet[] = [];
  for (const sheet of sheets) {
    const column = columns.find(
      (candidate) =>
        candidate.field.kind === 'lines' &&
        isSheetNamedOneOf(
          sheet,
          LANGS.map((lang) => getHeading(candidate, lang)),
        ),
    );
    const parsed =
      column &&
      parseSheet(
        sheet,
        listOwnedRowColumns(entity, column.field.of!),
        OWNER_KEY_COLUMN,
        () => isIgnored(column),
        column.name,
        problems,
      );
    if (parsed) ownedSheets.push(parsed);
    else otherSheets.push(sheet);
  }
  const names = LANGS.map((lang) => translateTerm(lang, entity.name as TermKey));
  const orderedSheets = [...otherSheets].sort(
    (a, b) => Number(isSheetNamedOneOf(b, names)) - Number(isSheetNamedOneOf(a, names)),
  );
  for (const sheet of orderedSheets) {
    const mainSheet = parseSheet(sheet, mainColumns, keyFieldName, isIgnored, null, problems);
    if (mainSheet)
      return {
        mainSheet,
        ownedSheets,
        ignoredSheets: otherSheets.filter((otherSheet) => otherSheet !== sheet).map(({ name }) => name),
      };
  }
  return null;
}
