import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fail } from '#shared/kernel/errors.ts';
import { text } from '#shared/kernel/fields.ts';
import { validate } from '#shared/kernel/validate.ts';
import type { Progress } from '#shared/kernel/wire.ts';
import { customIdOf } from '#shared/rules/columns.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { listColumns } from '../../../crud/list-columns.ts';
import { parseObject } from '../../../crud/parse-object.ts';
import { rowIds, rowsById } from '../../../crud/read.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import type { Cell, Sheet } from '../workbook/cell.ts';
import { fieldColumns, headingOf, lineColumns, sheetColumn, type FieldColumn } from '../workbook/columns.ts';
import { fileNameOf } from '../workbook/file-name.ts';
import { ReferenceTexts } from '../workbook/reference-texts.ts';
import { toCells, type Values } from './to-cells.ts';
import { MAX_SHEET_ROWS, writeWorkbook, XLSX } from '../workbook/write-workbook.ts';

const input = {
  filter: text({ max: 20_000, label: 'filter' }),
  search: text({ max: 100, label: 'search' }),
  sort: text({ max: 60, label: 'sort' }),
} as const;

/** The number of rows that one statement reads. */
const BATCH = 500;

/** The data for the export of a list: the caller, the entity, and the ids of the rows. */
interface Export extends Pick<RawCall, 'db' | 'user' | 'lang'> {
  entity: EntityDeclaration;
  ids: readonly number[];
  references: ReferenceTexts;
}

/** Collects the values of a row by column name, including those of custom columns. */
const valuesOf = (record: Record<string, unknown>): Values => ({
  ...record,
  ...Object.fromEntries(
    Object.entries((record['custom'] ?? {}) as Values).map(([id, value]) => [`custom.${id}`, value]),
  ),
});

/**
 * Reads the rows of a list in the order of their ids in `ids`, batch by batch, not in one
 * transaction.
 */
async function* readRows({ db, entity, user, ids }: Export, names: ReadonlySet<string>) {
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const found = await rowsById(db, entity, user, batch, names);
    yield batch.flatMap((id) => found.get(id) ?? []);
  }
}

const namesOf = (columns: readonly FieldColumn[]): Set<string> =>
  new Set(columns.map(({ name }) => name).filter((name) => customIdOf(name) === null));

async function* mainRows(
  list: Export,
  columns: readonly FieldColumn[],
  progress: (progress: Progress) => void,
): AsyncGenerator<Cell[][]> {
  const reader = { lang: list.lang, zone: list.user.zone };
  let done = 0;
  progress({ phase: 'exporting', done, total: list.ids.length });
  for await (const rows of readRows(list, namesOf(columns))) {
    yield await toCells(columns, rows.map(valuesOf), reader, list.references);
    done = Math.min(done + BATCH, list.ids.length);
    progress({ phase: 'exporting', done, total: list.ids.length });
  }
}

/**
 * Renders the owned rows of a field as cells. The first cell of each row is the key of its owner.
 */
async function* lineRows(
  list: Export,
  name: string,
  columns: readonly FieldColumn[],
): AsyncGenerator<Cell[][]> {
  const [key, ...inner] = columns;
  const reader = { lang: list.lang, zone: list.user.zone };
  for await (const owners of readRows(list, new Set([key!.name, name]))) {
    const lines = owners.flatMap((owner) =>
      (owner[name] as Values[]).map((line) => ({ line, key: owner[key!.name] as Cell })),
    );
    const cells = await toCells(
      inner,
      lines.map(({ line }) => line),
      reader,
      list.references,
    );
    yield cells.map((row, index) => [lines[index]!.key, ...row]);
  }
}

/**
 * Exports a list as a workbook, with the filters, the order and the visible columns of the list.
 * Owned rows are on separate sheets, together with the key of their owner.
 * @throws fieldsInvalid, exportTooMany
 */
export async function exportList(call: RawCall, entity: EntityDeclaration): Promise<RawAnswer> {
  const { db, user, lang, body, progress } = call;
  const query = validate(input, Object.fromEntries(new URLSearchParams(body.toString('utf8'))));
  if (query.problems) throw fail('fieldsInvalid', {}, query.problems);
  const filter = parseObject('filter', query.values.filter);
  const ids = await rowIds(db, entity, user, { ...query.values, filter }, MAX_SHEET_ROWS);
  if (ids.length > MAX_SHEET_ROWS) throw fail('exportTooMany', { max: MAX_SHEET_ROWS });
  const visible = fieldColumns((await listColumns(db, user, entity)).filter((column) => column.shown));
  const columns = visible.filter(({ field }) => field.kind !== 'lines');
  const list: Export = { db, user, lang, entity, ids, references: new ReferenceTexts(db, user.factoryId) };
  const title = term(lang, entity.name as TermKey);
  const main: Sheet = {
    name: title,
    columns: columns.map((column) => sheetColumn(column, lang)),
    rows: mainRows(list, columns, progress),
  };
  const owned = visible.flatMap((column): Sheet[] => {
    if (column.field.kind !== 'lines') return [];
    const inner = lineColumns(entity, column.field.of!);
    const header = inner.map((one) => sheetColumn(one, lang));
    return [{ name: headingOf(column, lang), columns: header, rows: lineRows(list, column.name, inner) }];
  });
  return {
    stream: writeWorkbook([main, ...owned]),
    name: fileNameOf(title, user.zone),
    mediaType: XLSX,
    rows: ids.length,
  };
}
