import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel, moment, text, type Field } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { buildCustomField, type ListColumn } from '#shared/rules/columns.ts';
import { findWorkbookKeyField } from '#shared/answers/transfer.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import type { CellKind, SheetColumn } from './cell.ts';

/** A column of a sheet that holds a field. */
export interface FieldColumn {
  /** The name of the field; 'custom.<id>' for a custom column. */
  readonly name: string;
  readonly field: Field;
  /** The term of the heading; null if the field has its own title, as in a custom column. */
  readonly label: TermKey | null;
  /** The width of the column in pixels; null for the default width of its kind of cell. */
  readonly width: number | null;
}

const LAST_CHANGE_FIELDS: Readonly<Record<string, Field>> = { updatedBy: text(), updatedAt: moment() };

/** Selects the columns of a list that a workbook can hold: all except computed columns and files. */
export const selectFieldColumns = (columns: readonly ListColumn[]): FieldColumn[] =>
  columns.flatMap(({ name, field, custom, label, width }) => {
    const fieldOfColumn = field ?? (custom ? buildCustomField(custom) : LAST_CHANGE_FIELDS[name]);
    return fieldOfColumn && fieldOfColumn.kind !== 'file'
      ? [{ name, field: fieldOfColumn, label, width }]
      : [];
  });

/** The name of the column that holds the key of the owner, on a sheet of owned rows. */
export const OWNER_KEY_COLUMN = 'ownerKey';

/** Returns the name of the field that identifies the owner of a line in a workbook. */
export const getOwnerKeyField = (entity: EntityDeclaration): string =>
  findWorkbookKeyField(entity) ?? entity.shownAs;

/**
 * Lists the columns of a sheet for the lines of a field. The first column holds the key of the row that owns a line.
 * The other columns hold the fields of the line. If one of these fields has the same label as the key, such as a code,
 * the first column is named after the entity of the owner.
 */
export function listOwnedRowColumns(
  entity: EntityDeclaration,
  ownedFields: NonNullable<Field['of']>,
): FieldColumn[] {
  const key = getOwnerKeyField(entity);
  const ownerField = entity.fields[key] ?? text();
  const lineColumns = Object.entries(ownedFields).map(([name, field]) => ({
    name,
    field,
    label: getFieldLabel(name, field),
    width: null,
  }));
  const keyLabel = getFieldLabel(key, ownerField);
  const isLineLabel = lineColumns.some(({ label }) => label === keyLabel);
  return [
    {
      name: OWNER_KEY_COLUMN,
      field: ownerField,
      label: isLineLabel ? (entity.name as TermKey) : keyLabel,
      width: null,
    },
    ...lineColumns,
  ];
}

/** Returns the heading of a column in a language: the label, and the unit if the field has one. */
export function getHeading({ field, label }: Pick<FieldColumn, 'field' | 'label'>, lang: Lang): string {
  const heading = label ? translateTerm(lang, label) : (field.titles?.[lang] ?? field.title ?? '');
  return field.unit ? `${heading} (${translateTerm(lang, field.unit)})` : heading;
}

function getCellKind(field: Field): CellKind {
  if (field.kind === 'number') return 'number';
  return field.kind === 'date' ? (field.time ? 'moment' : 'date') : 'text';
}

const DEFAULT_WIDTHS_IN_CHARACTERS: Record<CellKind, number> = { text: 18, number: 12, date: 12, moment: 20 };
const PIXELS_PER_CHARACTER = 7.5;

/**
 * Creates the sheet column of a field. The column is wide enough for its heading, but at most 80 characters wide.
 * @param mark a text that is added to the heading
 */
export function createSheetColumn(column: FieldColumn, lang: Lang, mark = ''): SheetColumn {
  const header = getHeading(column, lang) + mark;
  const headerWidth = [...header].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 5);
  const width = column.width
    ? column.width / PIXELS_PER_CHARACTER
    : DEFAULT_WIDTHS_IN_CHARACTERS[getCellKind(column.field)];
  return {
    header,
    kind: getCellKind(column.field),
    width: Math.min(80, Math.max(headerWidth, Math.round(width))),
  };
}
