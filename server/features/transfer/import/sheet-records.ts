import type { ParsedSheet } from './parse-sheets.ts';
import type { SheetLocation, ImportProblems } from './problems.ts';
import { locateCell, type SheetRow } from './read-rows.ts';

/** A row of the main sheet with its owned rows. */
export interface SheetRecord {
  row: SheetRow;
  /** The owned rows and their sheet, keyed by field. */
  lines: Map<string, { known: ParsedSheet; rows: SheetRow[] }>;
}

export function indexRowsAndReportRepeats(
  mainRows: readonly SheetRow[],
  mainSheet: ParsedSheet,
  key: string,
  problems: ImportProblems,
): Map<string, SheetRecord> {
  const found = new Map<string, SheetRecord>();
  for (const row of mainRows) {
    const other = found.get(row.key);
    if (other)
      problems.addReason(locateCell(mainSheet, row.at, key), row.key, 'repeatedIn', { row: other.row.at });
    else found.set(row.key, { row, lines: new Map() });
  }
  return found;
}

export function addOwnedRows(
  recordsByKey: ReadonlyMap<string, SheetRecord>,
  parsedSheet: ParsedSheet,
  rows: readonly SheetRow[],
  key: string,
  problems: ImportProblems,
) {
  for (const row of rows) {
    const owner = recordsByKey.get(row.key);
    if (!owner) {
      problems.addReason(locateCell(parsedSheet, row.at, key), row.key, 'noOwner', { key: row.key });
      continue;
    }
    const lines = owner.lines.get(parsedSheet.lines!) ?? { known: parsedSheet, rows: [] };
    owner.lines.set(parsedSheet.lines!, lines);
    lines.rows.push(row);
  }
}

/** Reports a problem for each row that has the same value in a unique field as an earlier row of the sheet. */
export function reportDuplicates(
  sheet: ParsedSheet,
  rows: readonly SheetRow[],
  key: string,
  problems: ImportProblems,
): void {
  for (const { name, field, ignored } of sheet.fields) {
    if (ignored || name === key || field.kind !== 'text' || field.unique === false) continue;
    const seen = new Map<unknown, number>();
    for (const { at, values } of rows) {
      const value = values[name] ?? null;
      if (value === null) continue;
      const earlierRow = seen.get(value);
      if (earlierRow !== undefined)
        problems.addReason(locateCell(sheet, at, name), value, 'repeatedIn', { row: earlierRow });
      else seen.set(value, at);
    }
  }
}

/** Matches the path of a field of an owned row, such as `shifts[2].startsAt`. */
export const OWNED_FIELD_PATTERN = /^(\w+)\[(\d+)\](?:\.(\w+))?$/;

/**
 * Returns a function that finds the cell of a field of a record. The cell is on the main sheet or
 * on the sheet of the owned rows.
 */
export function makeFieldLocator(
  { row, lines }: SheetRecord,
  mainSheet: ParsedSheet,
): (name: string) => SheetLocation {
  return (name) => {
    const [, field, index, inner] = OWNED_FIELD_PATTERN.exec(name) ?? [];
    const owned = field === undefined ? undefined : lines.get(field);
    const line = owned?.rows[Number(index)];
    return owned && line
      ? locateCell(owned.known, line.at, inner ?? '')
      : locateCell(mainSheet, row.at, name);
  };
}

/** Returns the value of a field to show with its problem; null if the value is an object. */
export function getDisplayValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  const [, field, index, inner] = OWNED_FIELD_PATTERN.exec(name) ?? [];
  const value =
    field === undefined
      ? values[name]
      : (values[field] as Record<string, unknown>[] | undefined)?.[Number(index)]?.[inner ?? ''];
  return typeof value === 'object' ? null : value;
}
