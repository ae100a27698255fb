import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { keyOf } from '#shared/answers/transfer.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { headingOf, lineColumns, type FieldColumn } from '../workbook/columns.ts';
import { halfWidth } from './from-cell.ts';
import type { At, Problems } from './problems.ts';
import type { ReadRow, ReadSheet } from '../workbook/read-workbook.ts';

/** Marks a column that must be filled in, in the heading of a template. */
export const REQUIRED_MARK = ' *';
/** Titles and notes may stand above the heading: it is looked for in so many rows. */
export const HEADING_ROWS = 10;

/** A column of a sheet, and the field that it fills in. */
export interface SheetField extends FieldColumn {
  /** Where it stands, from 0. */
  readonly index: number;
  /** As its heading reads. */
  readonly heading: string;
  /** Only shown: nobody fills it in. */
  readonly ignored: boolean;
}

/** A sheet whose heading was understood. */
export interface KnownSheet {
  readonly sheet: ReadSheet;
  readonly fields: readonly SheetField[];
  /** The rows below the heading. */
  readonly rows: readonly ReadRow[];
  /** The field whose owned rows it holds; null: the rows themselves. */
  readonly lines: string | null;
}

/** A heading without marks, units and differences of width and case. */
export const plain = (text: string): string =>
  halfWidth(text)
    .replace(/\*+\s*$/, '')
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The text of a cell; nothing where it holds none. */
export const textIn = (row: ReadRow, index: number): string => {
  const cell = row.cells[index];
  return cell && (cell[0] === 's' || cell[0] === 'n') ? String(cell[1]) : '';
};

/** Every way to head a column: in each language, and the field's own name. */
function headingsOf(columns: readonly FieldColumn[]): Map<string, FieldColumn> {
  const found = new Map<string, FieldColumn>();
  for (const column of columns) {
    for (const lang of LANGS) {
      const heading = plain(headingOf(column, lang));
      if (!found.has(heading)) found.set(heading, column);
    }
    if (!found.has(column.name.toLowerCase())) found.set(column.name.toLowerCase(), column);
  }
  return found;
}

const isNamed = (sheet: ReadSheet, names: readonly string[]): boolean =>
  names.some((name) => plain(name).slice(0, 31).trim() === plain(sheet.name));

/** The row that heads a sheet: the first in which the key has its column. */
function headingRow(sheet: ReadSheet, known: ReadonlyMap<string, FieldColumn>, key: string): ReadRow | null {
  const isHeading = (row: ReadRow) =>
    row.cells.some((_cell, index) => known.get(plain(textIn(row, index)))?.name === key);
  return sheet.rows.slice(0, HEADING_ROWS).find(isHeading) ?? null;
}

/** Understands the heading of a sheet. Columns that nobody knows, or that stand twice, are problems. */
function understood(
  sheet: ReadSheet,
  columns: readonly FieldColumn[],
  key: string,
  isIgnored: (column: FieldColumn) => boolean,
  lines: string | null,
  problems: Problems,
): KnownSheet | null {
  const known = headingsOf(columns);
  const heading = headingRow(sheet, known, key);
  if (!heading) return null;
  const fields: SheetField[] = [];
  heading.cells.forEach((cell, index) => {
    if (cell === null) return;
    const text = textIn(heading, index).trim();
    const column = known.get(plain(text));
    const at: At = { sheet: sheet.name, row: heading.at, index, column: text };
    if (!column) problems.say(at, text, 'unknownColumn');
    else if (fields.some((field) => field.name === column.name)) problems.say(at, text, 'columnTwice');
    else fields.push({ ...column, index, heading: text, ignored: isIgnored(column) });
  });
  return { sheet, fields, rows: sheet.rows.filter((row) => row.at > heading.at), lines };
}

/** What a workbook holds of an entity. */
export interface KnownBook {
  main: KnownSheet;
  owned: KnownSheet[];
  /** Sheets that mean nothing here. */
  others: string[];
}

/**
 * Finds the sheets of an entity and of its owned rows, in whatever language they are named and headed.
 * @returns null where no sheet has the column by which rows are told apart
 */
export function knowBook(
  entity: EntityDeclaration,
  columns: readonly FieldColumn[],
  sheets: readonly ReadSheet[],
  problems: Problems,
): KnownBook | null {
  const key = keyOf(entity)!;
  const own = columns.filter(({ field }) => field.kind !== 'lines');
  const isIgnored = ({ name }: FieldColumn) =>
    name === 'updatedBy' || name === 'updatedAt' || entity.derived?.includes(name) === true;
  const owned: KnownSheet[] = [];
  const rest: ReadSheet[] = [];
  for (const sheet of sheets) {
    const column = columns.find(
      (one) =>
        one.field.kind === 'lines' &&
        isNamed(
          sheet,
          LANGS.map((lang) => headingOf(one, lang)),
        ),
    );
    const its =
      column &&
      understood(
        sheet,
        lineColumns(entity, column.field.of!),
        key,
        () => isIgnored(column),
        column.name,
        problems,
      );
    if (its) owned.push(its);
    else rest.push(sheet);
  }
  const names = LANGS.map((lang) => term(lang, entity.name as TermKey));
  const ordered = [...rest].sort((a, b) => Number(isNamed(b, names)) - Number(isNamed(a, names)));
  for (const sheet of ordered) {
    const main = understood(sheet, own, key, isIgnored, null, problems);
    if (main) return { main, owned, others: rest.filter((one) => one !== sheet).map(({ name }) => name) };
  }
  return null;
}
