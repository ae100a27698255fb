import { makeError } from '#shared/kernel/errors.ts';
import { getFieldLabel, type FieldMap, type RecordValues } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import type { RawAnswer, RawCall } from '../call/raw-route.ts';
import type { Cell, Sheet } from './cell.ts';
import { createSheetColumn, type FieldColumn } from './columns.ts';
import { buildWorkbookFileName } from './file-name.ts';
import { ReferenceTexts } from './reference-texts.ts';
import { toCells, type RowValues } from './to-cells.ts';
import { MAX_SHEET_ROWS, writeWorkbook, XLSX_MEDIA_TYPE } from './write-workbook.ts';

/** The maximum size of the parameters of an export. */
export const EXPORT_BODY_LIMIT = { bytes: 100_000, label: '100 KB' } as const;

/** The number of rows in a batch. Between two batches the server can handle other requests. */
const ROWS_PER_BATCH = 500;

/** The rows of a table in batches, and the number of all rows. */
export interface TableRows<R extends object = object> {
  readonly total: number;
  readonly batches: AsyncIterable<readonly R[]> | Iterable<readonly R[]>;
}

/** A table of a screen, which becomes a sheet. */
export interface ExportedTable {
  readonly title: string;
  readonly columns: readonly FieldColumn[];
  readonly rows: TableRows;
}

/**
 * Parses the parameters of an export.
 * @throws fieldsInvalid
 */
export function parseExportInput<F extends FieldMap>({ body }: RawCall, fields: F): RecordValues<F> {
  const formFields = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const { values, problems } = validateRecord(fields, formFields);
  if (problems) throw makeError('fieldsInvalid', {}, problems);
  return values;
}

export const listFieldColumns = (fields: FieldMap): FieldColumn[] =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    label: getFieldLabel(name, field),
    width: null,
  }));

/** Splits rows that are already in memory into batches. */
export function toTableRows(rows: readonly object[]): TableRows {
  const batches = Array.from({ length: Math.ceil(rows.length / ROWS_PER_BATCH) }, (_batch, index) =>
    rows.slice(index * ROWS_PER_BATCH, (index + 1) * ROWS_PER_BATCH),
  );
  return { total: rows.length, batches };
}

/**
 * Reads all pages of a list: the first page at once, and the other pages while the sheet is written.
 * @param readPage reads the page that begins at the given row
 * @throws exportTooMany if the list has more rows than a sheet can hold
 */
export async function readAllPages<R extends object>(
  readPage: (offset: number) => Promise<PageAnswer<R>>,
): Promise<TableRows<R>> {
  const firstPage = await readPage(0);
  if (firstPage.total > MAX_SHEET_ROWS) throw makeError('exportTooMany', { max: MAX_SHEET_ROWS });
  async function* readBatches() {
    let page = firstPage;
    for (let offset = 0; page.rows.length > 0;) {
      yield page.rows;
      offset += page.rows.length;
      if (offset >= firstPage.total) return;
      page = await readPage(offset);
    }
  }
  return { total: firstPage.total, batches: readBatches() };
}

/**
 * Answers an export with a workbook that has one sheet per table.
 * @param title the title of the file, such as the heading of the screen
 */
export function exportTables(
  { db, user, lang, progress }: RawCall,
  title: string,
  tables: readonly ExportedTable[],
): RawAnswer {
  const references = new ReferenceTexts(db, user.factoryId);
  const total = tables.reduce((sum, { rows }) => sum + rows.total, 0);
  let done = 0;
  async function* renderRows({ columns, rows }: ExportedTable): AsyncGenerator<Cell[][]> {
    for await (const batch of rows.batches) {
      yield await toCells(columns, batch as readonly RowValues[], { lang, zone: user.zone }, references);
      done = Math.min(done + batch.length, total);
      progress({ phase: 'exporting', done, total });
    }
  }
  const sheets = tables.map((table): Sheet => ({
    name: table.title,
    columns: table.columns.map((column) => createSheetColumn(column, lang)),
    rows: renderRows(table),
  }));
  return {
    stream: writeWorkbook(sheets),
    name: buildWorkbookFileName(title, user.zone),
    mediaType: XLSX_MEDIA_TYPE,
    rowCount: total,
  };
}

/** Exports one table. The term is the title of the file and of the sheet. */
export const exportTable = (call: RawCall, term: TermKey, fields: FieldMap, rows: TableRows): RawAnswer => {
  const title = translateTerm(call.lang, term);
  return exportTables(call, title, [{ title, columns: listFieldColumns(fields), rows }]);
};
