import type { Field } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { formatLocalTime } from '#shared/rules/wall-clock.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Cell } from './cell.ts';
import type { FieldColumn } from './columns.ts';
import type { ReferenceTexts } from './reference-texts.ts';

/** The separator of several references in one cell. */
const REFERENCE_SEPARATOR = '; ';

interface Locale {
  lang: Lang;
  zone: string;
}

type ReferenceTextsByEntity = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The values of a row, by column name. */
export type RowValues = Readonly<Record<string, unknown>>;

/** Collects the values of a row by column name, including the values of custom columns. */
export const collectRowValues = (record: Record<string, unknown>): RowValues => ({
  ...record,
  ...Object.fromEntries(
    Object.entries((record['custom'] ?? {}) as RowValues).map(([id, value]) => [`custom.${id}`, value]),
  ),
});

const listReferencedIds = (field: Field, value: unknown): number[] =>
  field.kind === 'ref' && typeof value === 'number'
    ? [value]
    : field.kind === 'refs' && Array.isArray(value)
      ? (value as number[])
      : [];

function toCell(
  field: Field,
  value: unknown,
  { lang, zone }: Locale,
  textsByEntity: ReferenceTextsByEntity,
): Cell {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'number':
      return value as number;
    case 'date':
      return field.time ? formatLocalTime(value as string, zone) : (value as string);
    case 'choice':
      return translateTerm(lang, value as never);
    case 'flag':
      return translateTerm(lang, value ? 'yes' : 'no');
    case 'ref':
    case 'refs':
      return listReferencedIds(field, value)
        .map((id) => textsByEntity.get(field.to!)?.get(id) ?? '')
        .join(REFERENCE_SEPARATOR);
    default:
      // In a cell, spreadsheet programs use only line feeds as line breaks.
      return (value as string).replace(/\r\n?/g, '\n');
  }
}

/** Converts rows to cells. It reads the texts of all references to an entity together. */
export async function toCells(
  columns: readonly FieldColumn[],
  rows: readonly RowValues[],
  locale: Locale,
  references: ReferenceTexts,
): Promise<Cell[][]> {
  const idsByEntity = new Map<string, number[]>();
  for (const { name, field } of columns) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const ids = idsByEntity.get(field.to!) ?? [];
    for (const row of rows) ids.push(...listReferencedIds(field, row[name]));
    idsByEntity.set(field.to!, ids);
  }
  const textsByEntity = new Map<string, ReadonlyMap<number, string>>();
  for (const [entityName, ids] of idsByEntity)
    textsByEntity.set(entityName, await references.loadTexts(entityName, ids));
  return rows.map((row) => columns.map(({ name, field }) => toCell(field, row[name], locale, textsByEntity)));
}
