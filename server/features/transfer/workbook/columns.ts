import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { labelOf, moment, text, type Field } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { customField, type ListColumn } from '#shared/rules/columns.ts';
import { keyOf } from '#shared/answers/transfer.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import type { CellKind, SheetColumn } from './cell.ts';

/** A column of a sheet that holds a field. */
export interface FieldColumn {
  /** The field's name; 'custom.<id>' of a custom column. */
  readonly name: string;
  readonly field: Field;
  /** The term of its heading; null for a custom column, which has its own title. */
  readonly label: TermKey | null;
  /** In pixels; null for the default width of its kind. */
  readonly width: number | null;
}

const BASE: Readonly<Record<string, Field>> = { updatedBy: text(), updatedAt: moment() };

/** The columns of a list that a workbook can hold: all but computed columns and files. */
export const fieldColumns = (columns: readonly ListColumn[]): FieldColumn[] =>
  columns.flatMap(({ name, field, custom, label, width }) => {
    const fieldOfColumn = field ?? (custom ? customField(custom) : BASE[name]);
    return fieldOfColumn && fieldOfColumn.kind !== 'file'
      ? [{ name, field: fieldOfColumn, label, width }]
      : [];
  });

/** The columns of the sheet of a field's owned rows: the owner's key, then the fields of a row. */
export function lineColumns(entity: EntityDeclaration, of: NonNullable<Field['of']>): FieldColumn[] {
  const key = keyOf(entity) ?? entity.shownAs;
  const owner = entity.fields[key] ?? text();
  return [
    { name: key, field: owner, label: labelOf(key, owner), width: null },
    ...Object.entries(of).map(([name, field]) => ({
      name,
      field,
      label: labelOf(name, field),
      width: null,
    })),
  ];
}

/** The heading of a column in a language: its label, and the unit. */
export function headingOf({ field, label }: Pick<FieldColumn, 'field' | 'label'>, lang: Lang): string {
  const words = label ? term(lang, label) : (field.title ?? '');
  return field.unit ? `${words} (${term(lang, field.unit)})` : words;
}

/** The kind of cell that holds a field's values. */
function cellKindOf(field: Field): CellKind {
  if (field.kind === 'number') return 'number';
  return field.kind === 'date' ? (field.time ? 'moment' : 'date') : 'text';
}

const DEFAULT_WIDTHS: Record<CellKind, number> = { text: 18, number: 12, date: 12, moment: 20 };
/** The width of a character, in pixels. */
const CHARACTER_PIXELS = 7.5;

/** Creates the sheet column; a Han character in the heading counts as two characters. */
export function sheetColumn(column: FieldColumn, lang: Lang, mark = ''): SheetColumn {
  const header = headingOf(column, lang) + mark;
  const headerWidth = [...header].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 5);
  const width = column.width ? column.width / CHARACTER_PIXELS : DEFAULT_WIDTHS[cellKindOf(column.field)];
  return {
    header,
    kind: cellKindOf(column.field),
    width: Math.min(80, Math.max(headerWidth, Math.round(width))),
  };
}
