import { sql } from 'kysely';
import { entities } from '#shared/entities/index.ts';
import { labelOf, type FieldMap } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { round4 } from '#shared/ledger/quantity.ts';
import { term } from '#shared/terms/index.ts';
import type { Db } from '../../../db/database.ts';
import { HEADING_ROWS, plain, textIn } from './headings.ts';
import type { ReadCell, ReadRow, ReadSheet } from '../workbook/read-workbook.ts';

interface MappedColumn {
  materialField: string;
  columnHeader: string | null;
  defaultValue: string | null;
  factor: number | null;
}
interface Mapping {
  name: string;
  columns: MappedColumn[];
}

/** The mappings of a factory, those that know most headings first. */
async function mappingsOf(db: Db, factoryId: number): Promise<Mapping[]> {
  const found = await sql<Mapping>`
    select m.name, json_agg(json_build_object('materialField', c.material_field, 'columnHeader', c.column_header,
      'defaultValue', c.default_value, 'factor', c.factor) order by c.position) as columns
    from material_column_mapping m
      join material_column_mapping_columns c on c.factory_id = m.factory_id and c.owner_id = m.id
    where m.factory_id = ${factoryId} and m.deleted_at is null
    group by m.id, m.name order by count(c.column_header) desc, m.id`.execute(db);
  return found.rows;
}

/** The row of a sheet in which every heading of a mapping stands. */
const headingRow = (sheet: ReadSheet, { columns }: Mapping): ReadRow | null => {
  const wanted = columns.flatMap((column) => (column.columnHeader ? [plain(column.columnHeader)] : []));
  if (wanted.length === 0) return null;
  const isHeading = (row: ReadRow) => {
    const there = new Set(row.cells.map((_cell, index) => plain(textIn(row, index))));
    return wanted.every((heading) => there.has(heading));
  };
  return sheet.rows.slice(0, HEADING_ROWS).find(isHeading) ?? null;
};

const FIELDS: FieldMap = entities.material.fields;
/** The material's own field for a word of a mapping; a unit is one that the material refers to. */
const fieldOf = (materialField: string): string => (materialField === 'unit' ? 'unitId' : materialField);
const isNumber = (materialField: string): boolean => FIELDS[fieldOf(materialField)]!.kind === 'number';

function valueOf(cell: ReadCell, { materialField, defaultValue, factor }: MappedColumn): ReadCell {
  if (cell === null || (cell[0] === 's' && cell[1].trim() === '')) {
    if (defaultValue === null) return null;
    return isNumber(materialField) ? ['n', Number(defaultValue)] : ['s', defaultValue];
  }
  const value = cell[0] === 'n' || cell[0] === 's' ? Number(cell[1]) : Number.NaN;
  return factor === null || !Number.isFinite(value) ? cell : ['n', round4(value * factor)];
}

/** A sheet as a mapping reads it: under the house's own headings, other columns left out. */
function mapped(sheet: ReadSheet, heading: ReadRow, { columns }: Mapping, lang: Lang): ReadSheet {
  const width = Math.max(...sheet.rows.map((row) => row.cells.length));
  const places = columns.map((column, at) => {
    const index = column.columnHeader
      ? heading.cells.findIndex((_cell, one) => plain(textIn(heading, one)) === plain(column.columnHeader!))
      : width + at;
    const name = fieldOf(column.materialField);
    return { column, index, words: term(lang, labelOf(name, FIELDS[name]!)) };
  });
  const row = (of: ReadRow, cellOf: (place: (typeof places)[number]) => ReadCell): ReadRow => {
    const cells: ReadCell[] = Array.from({ length: width + columns.length }, () => null);
    for (const place of places) cells[place.index] = cellOf(place);
    return { at: of.at, cells };
  };
  // A row that says nothing in any mapped column is none, whatever would stand in for it.
  const says = (of: ReadRow) =>
    places.some(({ column, index }) => column.columnHeader !== null && (of.cells[index] ?? null) !== null);
  return {
    ...sheet,
    rows: [
      row(heading, ({ words }) => ['s', words]),
      ...sheet.rows
        .filter((one) => one.at > heading.at && says(one))
        .map((one) => row(one, ({ column, index }) => valueOf(one.cells[index] ?? null, column))),
    ],
  };
}

/**
 * Reads somebody's material list by the mapping that knows its headings: the one that knows most of them, all of
 * which must stand in one row. Where none does, the sheets stay as they are.
 * @returns the sheets, and the name of the mapping that was used
 */
export async function mapColumns(
  db: Db,
  factoryId: number,
  lang: Lang,
  sheets: readonly ReadSheet[],
): Promise<{ sheets: readonly ReadSheet[]; mapping: string | null }> {
  for (const mapping of await mappingsOf(db, factoryId)) {
    for (const sheet of sheets) {
      const heading = headingRow(sheet, mapping);
      if (heading) return { sheets: [mapped(sheet, heading, mapping, lang)], mapping: mapping.name };
    }
  }
  return { sheets, mapping: null };
}
