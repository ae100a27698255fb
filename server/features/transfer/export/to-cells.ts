import type { Field } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { wallClock } from '#shared/rules/wall-clock.ts';
import { term } from '#shared/terms/index.ts';
import type { Cell } from '../workbook/cell.ts';
import type { FieldColumn } from '../workbook/columns.ts';
import type { ReferenceTexts } from '../workbook/reference-texts.ts';

/** Between several references in one cell. */
const BETWEEN = '; ';

/** For whom cells are made. */
interface Reader {
  lang: Lang;
  zone: string;
}

type Texts = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** What a row holds: its values by the names of the columns. */
export type Values = Readonly<Record<string, unknown>>;

const idsOf = (field: Field, value: unknown): number[] =>
  field.kind === 'ref' && typeof value === 'number'
    ? [value]
    : field.kind === 'refs' && Array.isArray(value)
      ? (value as number[])
      : [];

function cellOf(field: Field, value: unknown, { lang, zone }: Reader, texts: Texts): Cell {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'number':
      return value as number;
    case 'date':
      return field.time ? wallClock(value as string, zone) : (value as string);
    case 'choice':
      return term(lang, value as never);
    case 'flag':
      return term(lang, value ? 'yes' : 'no');
    case 'ref':
    case 'refs':
      return idsOf(field, value)
        .map((id) => texts.get(field.to!)?.get(id) ?? '')
        .join(BETWEEN);
    default:
      // Spreadsheets know one way to begin a new line.
      return (value as string).replace(/\r\n?/g, '\n');
  }
}

/** The cells of rows; every reference in them is named by few questions for all of them. */
export async function toCells(
  columns: readonly FieldColumn[],
  rows: readonly Values[],
  reader: Reader,
  references: ReferenceTexts,
): Promise<Cell[][]> {
  const wanted = new Map<string, number[]>();
  for (const { name, field } of columns) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const ids = wanted.get(field.to!) ?? [];
    for (const row of rows) ids.push(...idsOf(field, row[name]));
    wanted.set(field.to!, ids);
  }
  const texts = new Map<string, ReadonlyMap<number, string>>();
  for (const [to, ids] of wanted) texts.set(to, await references.of(to, ids));
  return rows.map((row) => columns.map(({ name, field }) => cellOf(field, row[name], reader, texts)));
}
