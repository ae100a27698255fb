import type { Field } from '#shared/kernel/fields.ts';
import { INTL_LANG, type Lang } from '#shared/kernel/lang.ts';
import { fieldMessage } from '#shared/terms/error-message.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { fromCell, halfWidth, type Reading } from './from-cell.ts';
import type { KnownSheet, SheetField } from './headings.ts';
import type { At, Problems } from './problems.ts';
import type { ReadCell, ReadRow } from '../workbook/read-workbook.ts';

/** A row as its sheet says it; references are still texts. */
export interface GivenRow {
  readonly at: number;
  /** What tells it apart, or whose it is. */
  readonly key: string;
  /** Values of the columns that are filled in; null where a cell is empty. */
  readonly values: Record<string, unknown>;
  /** Columns in which something stands that says nothing. */
  readonly wrong: Set<string>;
}

/** The place of a row's column. */
export const placeOf = (known: KnownSheet, row: number, name: string): At => {
  const field = known.fields.find((one) => one.name === name);
  return {
    sheet: known.sheet.name,
    row,
    index: field?.index ?? null,
    column: field?.heading ?? null,
  };
};

/** Between several references in one cell, as people write it. */
const BETWEEN = /[;;\n]/;

const isReference = (field: Field): boolean => field.kind === 'ref' || field.kind === 'refs';

/** What may stand in the column of a choice, in words. */
const choicesIn = (lang: Lang, choices: readonly TermKey[]): string =>
  new Intl.ListFormat(INTL_LANG[lang], { type: 'disjunction' }).format(
    choices.map((choice) => term(lang, choice)),
  );

function say(
  known: KnownSheet,
  row: ReadRow,
  column: SheetField,
  cell: ReadCell,
  reading: Reading,
  problems: Problems,
): { value: unknown } | null {
  const said = fromCell(column.field, cell, reading);
  if (said === null) return { value: column.field.kind === 'refs' ? [] : null };
  const at: At = { sheet: known.sheet.name, row: row.at, index: column.index, column: column.heading };
  if ('value' in said) {
    const { value } = said;
    if (column.field.kind !== 'refs') return { value };
    const texts = (value as string)
      .split(BETWEEN)
      .map((text) => text.trim())
      .filter((text) => text !== '');
    return { value: [...new Set(texts)] };
  }
  const shown = cell?.[1] ?? null;
  if ('reason' in said) problems.say(at, shown, said.reason);
  else if (said.field === 'notAChoice')
    problems.say(at, shown, 'notOneOf', { choices: choicesIn(problems.lang, column.field.choices!) });
  else problems.add(at, shown, fieldMessage(problems.lang, { reason: said.field }));
  return null;
}

/** Cells that were made one hold their value in the first alone: below and beside it nothing would be read. */
function refuseMerged(known: KnownSheet, problems: Problems): void {
  const first = known.rows[0]?.at ?? 0;
  for (const [top, left, bottom] of known.sheet.merges) {
    const column = known.fields.find((one) => one.index === left);
    if (bottom >= first && column)
      problems.say(placeOf(known, Math.max(top, first), column.name), null, 'merged');
  }
}

/** Reads the rows of a sheet. Rows without anything are left out; one without its key is a problem. */
export function readRows(known: KnownSheet, key: string, reading: Reading, problems: Problems): GivenRow[] {
  refuseMerged(known, problems);
  const columns = known.fields.filter((column) => !column.ignored);
  const counted = { ...reading, is1904: known.sheet.is1904 };
  return known.rows.flatMap((row): GivenRow[] => {
    const values: Record<string, unknown> = {};
    const wrong = new Set<string>();
    for (const column of columns) {
      const said = say(known, row, column, row.cells[column.index] ?? null, counted, problems);
      if (said) values[column.name] = said.value;
      else wrong.add(column.name);
    }
    if (
      Object.values(values).every((value) => value === null || (Array.isArray(value) && value.length === 0))
    )
      if (wrong.size === 0) return [];
    const text = values[key];
    if (typeof text === 'string' && text !== '')
      return [{ at: row.at, key: halfWidth(text).trim(), values, wrong }];
    if (!wrong.has(key)) problems.say(placeOf(known, row.at, key), null, 'keyMissing');
    return [];
  });
}

/** Every text with which rows name others, by the entity that they name. */
export function textsOf(
  columns: readonly SheetField[],
  rows: readonly GivenRow[],
  into: Map<string, Set<string>>,
): void {
  for (const { name, field } of columns) {
    if (!isReference(field)) continue;
    const texts = into.get(field.to!) ?? new Set<string>();
    into.set(field.to!, texts);
    for (const { values } of rows)
      for (const text of [values[name]].flat()) if (typeof text === 'string') texts.add(text);
  }
}
