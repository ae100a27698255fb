import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { text } from '#shared/kernel/fields.ts';
import type { CallProgress } from '#shared/kernel/wire.ts';
import { parseCustomColumnId } from '#shared/rules/columns.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { loadListColumns } from '../../../crud/list-columns.ts';
import { parseJsonObject } from '../../../crud/parse-object.ts';
import { loadRowIds, loadRowsById } from '../../../crud/read.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import type { Cell, Sheet } from '../../../workbook/cell.ts';
import {
  selectFieldColumns,
  getHeading,
  getOwnerKeyField,
  listOwnedRowColumns,
  createSheetColumn,
  type FieldColumn,
} from '../../../workbook/columns.ts';
import { parseExportInput } from '../../../workbook/export-tables.ts';
import { buildWorkbookFileName } from '../../../workbook/file-name.ts';
import { ReferenceTexts } from '../../../workbook/reference-texts.ts';
import { collectRowValues, toCells, type RowValues } from '../../../workbook/to-cells.ts';
import { MAX_SHEET_ROWS, writeWorkbook, XLSX_MEDIA_TYPE } from '../../../workbook/write-workbook.ts';

const exportInputFields = {
  filter: text({ max: 20_000, label: 'filter' }),
  search: text({ max: 100, label: 'search' }),
  sort: text({ max: 60, label: 'sort' }),
} as const;

/** The number of rows that one statement reads. */
const ROWS_PER_BATCH = 500;

/** The data for the export of a list, such as the caller, the entity and the ids of the rows. */
interface ListExportData extends Pick<RawCall, 'db' | 'user' | 'lang'> {
  entity: EntityDeclaration;
  ids: readonly number[];
  references: ReferenceTexts;
}

/**
 * Reads the rows in the sequence of `ids`, batch by batch. The batches are not read in one transaction, so
 * rows that are deleted meanwhile are missing.
 */
async function* readRows({ db, entity, user, ids }: ListExportData, fieldNames: ReadonlySet<string>) {
  for (let start = 0; start < ids.length; start += ROWS_PER_BATCH) {
    const batch = ids.slice(start, start + ROWS_PER_BATCH);
    const rowById = await loadRowsById(db, entity, user, batch, fieldNames);
    yield batch.flatMap((id) => rowById.get(id) ?? []);
  }
}

const collectFieldNames = (columns: readonly FieldColumn[]): Set<string> =>
  new Set(columns.map(({ name }) => name).filter((name) => parseCustomColumnId(name) === null));

async function* renderMainRows(
  exportData: ListExportData,
  columns: readonly FieldColumn[],
  reportProgress: (progress: CallProgress) => void,
): AsyncGenerator<Cell[][]> {
  const reader = { lang: exportData.lang, zone: exportData.user.zone };
  let done = 0;
  reportProgress({ phase: 'exporting', done, total: exportData.ids.length });
  for await (const rows of readRows(exportData, collectFieldNames(columns))) {
    yield await toCells(columns, rows.map(collectRowValues), reader, exportData.references);
    done = Math.min(done + ROWS_PER_BATCH, exportData.ids.length);
    reportProgress({ phase: 'exporting', done, total: exportData.ids.length });
  }
}

/**
 * Renders the owned rows of a field as cells. The first cell of each row is the key of its owner.
 */
async function* renderOwnedRows(
  exportData: ListExportData,
  fieldName: string,
  columns: readonly FieldColumn[],
): AsyncGenerator<Cell[][]> {
  const [, ...ownedColumns] = columns;
  const keyField = getOwnerKeyField(exportData.entity);
  const reader = { lang: exportData.lang, zone: exportData.user.zone };
  for await (const owners of readRows(exportData, new Set([keyField, fieldName]))) {
    const lines = owners.flatMap((owner) =>
      (owner[fieldName] as RowValues[]).map((line) => ({ line, key: owner[keyField] as Cell })),
    );
    const cells = await toCells(
      ownedColumns,
      lines.map(({ line }) => line),
      reader,
      exportData.references,
    );
    yield cells.map((row, index) => [lines[index]!.key, ...row]);
  }
}

/**
 * Exports a list as a workbook, with the requested filters and sorting, and the visible columns of the list.
 * Owned rows are on separate sheets, together with the key of their owner.
 * @throws fieldsInvalid, exportTooMany
 */
export async function exportList(call: RawCall, entity: EntityDeclaration): Promise<RawAnswer> {
  const { db, user, lang, progress } = call;
  const query = parseExportInput(call, exportInputFields);
  const filter = parseJsonObject('filter', query.filter);
  const ids = await loadRowIds(db, entity, user, { ...query, filter }, MAX_SHEET_ROWS);
  if (ids.length > MAX_SHEET_ROWS) throw makeError('exportTooMany', { max: MAX_SHEET_ROWS });
  const visibleColumns = selectFieldColumns(
    (await loadListColumns(db, user, entity)).filter((column) => column.shown),
  );
  const columns = visibleColumns.filter(({ field }) => field.kind !== 'lines');
  const exportData: ListExportData = {
    db,
    user,
    lang,
    entity,
    ids,
    references: new ReferenceTexts(db, user.factoryId),
  };
  const title = translateTerm(lang, entity.name as TermKey);
  const mainSheet: Sheet = {
    name: title,
    columns: columns.map((column) => createSheetColumn(column, lang)),
    rows: renderMainRows(exportData, columns, progress),
  };
  const ownedSheets = visibleColumns.flatMap((column): Sheet[] => {
    if (column.field.kind !== 'lines') return [];
    const ownedColumns = listOwnedRowColumns(entity, column.field.of!);
    const sheetColumns = ownedColumns.map((ownedColumn) => createSheetColumn(ownedColumn, lang));
    return [
      {
        name: getHeading(column, lang),
        columns: sheetColumns,
        rows: renderOwnedRows(exportData, column.name, ownedColumns),
      },
    ];
  });
  return {
    stream: writeWorkbook([mainSheet, ...ownedSheets]),
    name: buildWorkbookFileName(title, user.zone),
    mediaType: XLSX_MEDIA_TYPE,
    rowCount: ids.length,
  };
}
