import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { labelOf, moment, text, type Field } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { customField, type ListColumn } from '#shared/rules/columns.ts';
import { keyOf } from '#shared/answers/transfer.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import type { CellKind, SheetColumn } from './cell.ts';

/** A column of a sheet that stands for a field. */
export interface FieldColumn {
  /** The field's name; 'custom.<id>' of a custom column. */
  readonly name: string;
  readonly field: Field;
  /** The term that heads it; a custom column has words of its own. */
  readonly label: TermKey | null;
  /** In pixels; null: as wide as what stands in it usually is. */
  readonly width: number | null;
}

const BASE: Readonly<Record<string, Field>> = { updatedBy: text(), updatedAt: moment() };

/** The columns of a list that a workbook can hold; what the screen computes and files stay out. */
export const fieldColumns = (columns: readonly ListColumn[]): FieldColumn[] =>
  columns.flatMap(({ name, field, custom, label, width }) => {
    const its = field ?? (custom ? customField(custom) : BASE[name]);
    return its && its.kind !== 'file' ? [{ name, field: its, label, width }] : [];
  });

/** The columns of the sheet of a field's owned rows: the key of the owner, then what a row holds. */
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

/** What heads a column in a language: its words, and the unit. */
export function headingOf({ field, label }: Pick<FieldColumn, 'field' | 'label'>, lang: Lang): string {
  const words = label ? term(lang, label) : (field.title ?? '');
  return field.unit ? `${words} (${term(lang, field.unit)})` : words;
}

/** How the values of a field stand in cells. */
function kindOf(field: Field): CellKind {
  if (field.kind === 'number') return 'number';
  return field.kind === 'date' ? (field.time ? 'moment' : 'date') : 'text';
}

const CHARACTERS: Record<CellKind, number> = { text: 18, number: 12, date: 12, moment: 20 };
/** Pixels of a character, and of the air around a heading. */
const CHARACTER = 7.5;

/** A column as it is written; Han characters in its heading are as wide as two. */
export function sheetColumn(column: FieldColumn, lang: Lang, mark = ''): SheetColumn {
  const header = headingOf(column, lang) + mark;
  const wide = [...header].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 5);
  const asked = column.width ? column.width / CHARACTER : CHARACTERS[kindOf(column.field)];
  return { header, kind: kindOf(column.field), width: Math.min(80, Math.max(wide, Math.round(asked))) };
}
