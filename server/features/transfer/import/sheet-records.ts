import { OWNER_KEY_COLUMN } from '../../../workbook/columns.ts';
import type { ParsedSheet } from './parse-sheets.ts';
import type { SheetLocation, ImportProblems } from './problems.ts';
import { locateCell, type SheetRow } from './read-rows.ts';

/** A row of the main sheet with its owned rows. */
export interface SheetRecord {
  row: SheetRow;
  /** The owned rows and their sheet, keyed by field. */
  lines: Map<string, { parsedSheet: ParsedSheet; rows: SheetRow[] }>;
}

export function indexRowsAndReportRepeats(
  mainRows: readonly SheetRow[],
  mainSheet: ParsedSheet,
  keyFieldName: string,
  problems: ImportProblems,
): Map<string, SheetRecord> {
  const recordsByKey = new Map<string, SheetRecord>();
  for (const row of mainRows) {
    const earlierRecord = recordsByKey.get(row.key);
    if (earlierRecord)
      problems.addByName(locateCell(mainSheet, row.rowNumber, keyFieldName), row.key, 'repeatedIn', {
        row: earlierRecord.row.rowNumber,
      });
    else recordsByKey.set(row.key, { row, lines: new Map() });
  }
  return recordsByKey;
}

export function addOwnedRows(
  recordsByKey: ReadonlyMap<string, SheetRecord>,
  parsedSheet: ParsedSheet,
  rows: readonly SheetRow[],
  problems: ImportProblems,
) {
  for (const row of rows) {
    const owner = recordsByKey.get(row.key);
    if (!owner) {
      problems.addByName(locateCell(parsedSheet, row.rowNumber, OWNER_KEY_COLUMN), row.key, 'noOwner', {
        key: row.key,
      });
      continue;
    }
    const lines = owner.lines.get(parsedSheet.linesField!) ?? { parsedSheet, rows: [] };
    owner.lines.set(parsedSheet.linesField!, lines);
    lines.rows.push(row);
  }
}

/**
 * Reports a problem for each row that has the same value in a unique field as an earlier row of the sheet.
 */
export function reportDuplicates(
  sheet: ParsedSheet,
  rows: readonly SheetRow[],
  keyFieldName: string,
  problems: ImportProblems,
): void {
  for (const { name, field, ignored } of sheet.fields) {
    if (ignored || name === keyFieldName || field.kind !== 'text' || field.unique === false) continue;
    const rowNumbersByValue = new Map<unknown, number>();
    for (const { rowNumber, values } of rows) {
      const value = values[name] ?? null;
      if (value === null) continue;
      const earlierRow = rowNumbersByValue.get(value);
      if (earlierRow !== undefined)
        problems.addByName(locateCell(sheet, rowNumber, name), value, 'repeatedIn', { row: earlierRow });
      else rowNumbersByValue.set(value, rowNumber);
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
    const [, field, index, subfield] = OWNED_FIELD_PATTERN.exec(name) ?? [];
    const ownedSheet = field === undefined ? undefined : lines.get(field);
    const line = ownedSheet?.rows[Number(index)];
    return ownedSheet && line
      ? locateCell(ownedSheet.parsedSheet, line.rowNumber, subfield ?? '')
      : locateCell(mainSheet, row.rowNumber, name);
  };
}

/** Returns the value of a field to show with its problem; null if the value is an object. */
export function getDisplayValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  const [, field, index, subfield] = OWNED_FIELD_PATTERN.exec(name) ?? [];
  const value =
    field === undefined
      ? values[name]
      : (values[field] as Record<string, unknown>[] | undefined)?.[Number(index)]?.[subfield ?? ''];
  return typeof value === 'object' ? null : value;
}
