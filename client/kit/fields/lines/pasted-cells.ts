import { tsvParseRows } from 'd3';
import { getEntity } from '#shared/entities/index.ts';
import { getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import { normalizeNumberText, parseDateTime, toHalfWidth } from '#shared/kernel/typed-text.ts';
import { localTimeToInstant } from '#shared/rules/wall-clock.ts';
import { call } from '../../wire/call.ts';
import type { Reference } from '../../wire/references.ts';
import type { Translate } from '../../words/t.ts';

/** A column of an editable table, and its declaration. */
export type LinesColumn = readonly [name: string, field: Field];
export type PastedRow = Record<string, unknown>;

/** Pasted rows of values, and the unreadable cells as 'column: text'. */
export interface PastedRows {
  readonly rows: readonly PastedRow[];
  readonly unknownCells: readonly string[];
}

/** The maximum number of rows that the server returns for one pasted name. */
const SEARCH_LIMIT = 30;
const TRUE_TEXTS: readonly string[] = ['true', 'y', '1', '√', '✓'];
const FALSE_TEXTS: readonly string[] = ['false', 'n', '0', '×', ''];

/**
 * Splits copied cells into rows of texts. A spreadsheet program puts a tab between cells, a line break after
 * each row, and quotes around a cell that contains a tab or a line break.
 */
export function splitCopiedCells(text: string): string[][] {
  const rows = tsvParseRows(text.replace(/\r\n?/g, '\n'));
  return rows.filter((row) => row.some((cell) => cell.trim() !== ''));
}

const normalizeText = (text: string): string => toHalfWidth(text).trim().toLowerCase();

/**
 * Finds the only row whose code, name or label equals the text; null if there is no such row or if there are
 * several.
 */
async function findReference(entity: string, text: string): Promise<Reference | null> {
  const search = toHalfWidth(text).trim();
  const candidates = await call<Reference[]>(`${getEntity(entity).path}/list`, {
    search,
    limit: SEARCH_LIMIT,
  });
  const normalizedText = normalizeText(text);
  const findMatches = (column: 'code' | 'name' | 'label') =>
    candidates.filter((row) => row[column] && normalizeText(row[column]) === normalizedText);
  for (const column of ['code', 'name', 'label'] as const) {
    const matches = findMatches(column);
    if (matches.length > 0) return matches.length === 1 ? matches[0]! : null;
  }
  return null;
}

/** Converts a text to the value of a field that is not a reference; undefined if the text is not a valid value. */
function parsePastedText(field: Field, text: string, t: Translate, zone: string): unknown {
  const normalizedText = normalizeText(text);
  switch (field.kind) {
    case 'number':
      return normalizedText === '' ? null : normalizeNumberText(text);
    case 'date': {
      if (normalizedText === '') return null;
      const dateTime = parseDateTime(text);
      if (dateTime === null) return undefined;
      return field.time ? (localTimeToInstant(dateTime, zone) ?? undefined) : dateTime.slice(0, 10);
    }
    case 'flag':
      if (TRUE_TEXTS.includes(normalizedText) || normalizedText === t('yes').toLowerCase()) return true;
      if (FALSE_TEXTS.includes(normalizedText) || normalizedText === t('no').toLowerCase()) return false;
      return undefined;
    case 'choice':
      if (normalizedText === '') return null;
      return field.choices?.find(
        (choice) => choice.toLowerCase() === normalizedText || normalizeText(t(choice)) === normalizedText,
      );
    case 'text':
      return text.trim();
    default:
      return undefined;
  }
}

/**
 * Converts copied cells to values. The first cell of a row belongs to the first of `columns`. Cells beyond
 * the last column are left out. References are found by code or name. Times are read in the time zone `zone`.
 */
export async function parsePastedRows(
  copiedRows: readonly (readonly string[])[],
  columns: readonly LinesColumn[],
  t: Translate,
  zone: string,
): Promise<PastedRows> {
  const references = new Map<string, Promise<Reference | null>>();
  const findReferenceOnce = (entity: string, text: string) => {
    const key = `${entity} ${normalizeText(text)}`;
    const referencePromise = references.get(key) ?? findReference(entity, text);
    references.set(key, referencePromise);
    return referencePromise;
  };
  const unknownCells: string[] = [];
  const rows: PastedRow[] = [];
  for (const texts of copiedRows) {
    const row: PastedRow = {};
    const labels: Record<string, string> = {};
    for (const [index, [name, field]] of columns.entries()) {
      const text = texts[index];
      if (text === undefined) break;
      const isReference = field.kind === 'ref' && !field.classId;
      if (isReference && text.trim() !== '') {
        const reference = await findReferenceOnce(field.to!, text);
        if (reference) {
          row[name] = reference.id;
          labels[name] = reference.label;
          continue;
        }
      }
      const value = isReference && text.trim() === '' ? null : parsePastedText(field, text, t, zone);
      if (value === undefined) unknownCells.push(`${t(getFieldLabel(name, field))}: ${text.trim()}`);
      else row[name] = value;
    }
    rows.push({ ...row, labels });
  }
  return { rows, unknownCells };
}
