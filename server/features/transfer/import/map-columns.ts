import { sql } from 'kysely';
import { entities } from '#shared/entities/index.ts';
import { getFieldLabel, type FieldMap } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { roundQuantity } from '#shared/ledger/quantity.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Db } from '../../../db/database.ts';
import { HEADING_SEARCH_ROWS, normalizeHeading, getCellText } from './parse-sheets.ts';
import type { UploadedCell, UploadedRow, UploadedSheet } from '../../../workbook/read-workbook.ts';

/** A column of a customer's list, and the field of a material that it fills. */
export interface MappedColumn {
  materialField: string;
  columnHeader: string | null;
  defaultValue: string | null;
  factor: number | null;
}
export interface ColumnMapping {
  name: string;
  columns: MappedColumn[];
}

/** Reads the column mappings of a factory. The mappings with the most headings come first. */
export async function readColumnMappings(db: Db, factoryId: number): Promise<ColumnMapping[]> {
  const result = await sql<ColumnMapping>`
    select m.name, json_agg(json_build_object('materialField', c.material_field, 'columnHeader', c.column_header,
      'defaultValue', c.default_value, 'factor', c.factor) order by c.position) as columns
    from material_column_mapping m
      join material_column_mapping_columns c on c.factory_id = m.factory_id and c.owner_id = m.id
    where m.factory_id = ${factoryId} and m.deleted_at is null
    group by m.id, m.name order by count(c.column_header) desc, m.id`.execute(db);
  return result.rows;
}

/**
 * Finds, among the first rows of a sheet, the row that has every heading of a mapping; null if there is none.
 */
export const findMappedHeadingRow = (
  sheet: UploadedSheet,
  { columns }: ColumnMapping,
): UploadedRow | null => {
  const headings = columns.flatMap((column) =>
    column.columnHeader ? [normalizeHeading(column.columnHeader)] : [],
  );
  if (headings.length === 0) return null;
  const isHeadingRow = (row: UploadedRow) => {
    const texts = new Set(row.cells.map((_cell, index) => normalizeHeading(getCellText(row, index))));
    return headings.every((heading) => texts.has(heading));
  };
  return sheet.rows.slice(0, HEADING_SEARCH_ROWS).find(isHeadingRow) ?? null;
};

const MATERIAL_FIELDS: FieldMap = entities.material.fields;
/**
 * Returns the name that a field of a mapping has in the material entity. The field `unit` of a
 * mapping is the field `unitId` of the entity.
 */
const getMaterialFieldName = (materialField: string): string =>
  materialField === 'unit' ? 'unitId' : materialField;
const isNumberField = (materialField: string): boolean =>
  MATERIAL_FIELDS[getMaterialFieldName(materialField)]!.kind === 'number';

/** Fills in the default value of a mapped column, or applies its factor. */
export function convertCell(
  cell: UploadedCell,
  { materialField, defaultValue, factor }: MappedColumn,
): UploadedCell {
  if (cell === null || (cell[0] === 's' && cell[1].trim() === '')) {
    if (defaultValue === null) return null;
    return isNumberField(materialField) ? ['n', Number(defaultValue)] : ['s', defaultValue];
  }
  const value = cell[0] === 'n' || cell[0] === 's' ? Number(cell[1]) : Number.NaN;
  return factor === null || !Number.isFinite(value) ? cell : ['n', roundQuantity(value * factor)];
}

/**
 * Converts a sheet by a mapping. The result has the standard headings and only the mapped columns.
 */
function mapSheet(
  sheet: UploadedSheet,
  headingRow: UploadedRow,
  { columns }: ColumnMapping,
  lang: Lang,
): UploadedSheet {
  const columnCount = sheet.rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);
  const placements = columns.map((column, position) => {
    const index = column.columnHeader
      ? headingRow.cells.findIndex(
          (_cell, cellIndex) =>
            normalizeHeading(getCellText(headingRow, cellIndex)) === normalizeHeading(column.columnHeader!),
        )
      : columnCount + position;
    const name = getMaterialFieldName(column.materialField);
    return { column, index, words: translateTerm(lang, getFieldLabel(name, MATERIAL_FIELDS[name]!)) };
  });
  const mapRow = (
    uploadedRow: UploadedRow,
    getCell: (placement: (typeof placements)[number]) => UploadedCell,
  ): UploadedRow => {
    const cells: UploadedCell[] = Array.from({ length: columnCount + columns.length }, () => null);
    for (const placement of placements) cells[placement.index] = getCell(placement);
    return { at: uploadedRow.at, cells };
  };
  // A row without a value in any mapped column is skipped, even if columns have default values.
  const hasMappedValue = (uploadedRow: UploadedRow) =>
    placements.some(
      ({ column, index }) => column.columnHeader !== null && (uploadedRow.cells[index] ?? null) !== null,
    );
  return {
    ...sheet,
    rows: [
      mapRow(headingRow, ({ words: heading }) => ['s', heading]),
      ...sheet.rows
        .filter((uploadedRow) => uploadedRow.at > headingRow.at && hasMappedValue(uploadedRow))
        .map((uploadedRow) =>
          mapRow(uploadedRow, ({ column, index }) => convertCell(uploadedRow.cells[index] ?? null, column)),
        ),
    ],
  };
}

/**
 * Converts a material list by a column mapping. The mappings with the most headings are tried
 * first. A mapping fits if one row of a sheet has all its headings. If no mapping fits, the sheets
 * stay unchanged.
 * @returns the sheets, and the name of the mapping; null as name if no mapping fits
 */
export async function mapMaterialColumns(
  db: Db,
  factoryId: number,
  lang: Lang,
  sheets: readonly UploadedSheet[],
): Promise<{ sheets: readonly UploadedSheet[]; mapping: string | null }> {
  for (const mapping of await readColumnMappings(db, factoryId)) {
    for (const sheet of sheets) {
      const headingRow = findMappedHeadingRow(sheet, mapping);
      if (headingRow) return { sheets: [mapSheet(sheet, headingRow, mapping, lang)], mapping: mapping.name };
    }
  }
  return { sheets, mapping: null };
}
