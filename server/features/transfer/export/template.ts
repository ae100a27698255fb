import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { declaredColumns } from '#shared/rules/columns.ts';
import { entityOf } from '#shared/entities/index.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { loadCustomColumns } from '../../../crud/custom-columns.ts';
import { conditionOf, orderOf } from '../../../crud/filter.ts';
import { fromOf } from '../../../crud/select.ts';
import { hooksOf } from '../../../hooks/index.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { columnLetters, type Cell, type Sheet, type SheetColumn } from '../workbook/cell.ts';
import { fieldColumns, headingOf, lineColumns, sheetColumn, type FieldColumn } from '../workbook/columns.ts';
import { fileNameOf } from '../workbook/file-name.ts';
import { REQUIRED_MARK } from '../import/headings.ts';
import { ReferenceTexts } from '../workbook/reference-texts.ts';
import { writeWorkbook, XLSX } from '../workbook/write-workbook.ts';

/** References that a template lists of one entity; more would not be chosen from a list. */
const MAX_LISTED = 5000;

/** What may be chosen for a field, once for all the columns that it serves. */
interface Choices {
  heading: string;
  words: string[];
}

const listName = ({ field }: FieldColumn): string | null =>
  field.kind === 'choice' || field.kind === 'flag'
    ? `${field.kind} ${(field.choices ?? []).join()}`
    : field.kind === 'ref' || field.kind === 'refs'
      ? `ref ${field.to}`
      : null;

async function wordsOf(call: RawCall, { field }: FieldColumn, references: ReferenceTexts): Promise<string[]> {
  const { db, user, lang } = call;
  if (field.kind === 'choice') return field.choices!.map((choice) => term(lang, choice));
  if (field.kind === 'flag') return [term(lang, 'yes'), term(lang, 'no')];
  const entity = entityOf(field.to!);
  const scope = hooksOf(entity.name).scope?.(user) ?? null;
  const where = conditionOf(entity, user.factoryId, user.zone, {}, null, scope);
  const { rows } = await sql<{ id: number }>`select t.id ${fromOf(entity)} where ${where}
    order by ${orderOf(entity, entity.sort)} limit ${MAX_LISTED}`.execute(db);
  const texts = await references.of(
    entity.name,
    rows.map((row) => row.id),
  );
  return rows.map((row) => texts.get(row.id) ?? '');
}

async function* nothing(): AsyncGenerator<Cell[][]> {
  // A template has headings alone.
}

async function* columnwise(lists: readonly Choices[]): AsyncGenerator<Cell[][]> {
  const longest = Math.max(0, ...lists.map(({ words }) => words.length));
  yield Array.from({ length: longest }, (_row, at) => lists.map(({ words }) => words[at] ?? null));
}

const isFilledIn = (entity: EntityDeclaration, { name }: FieldColumn): boolean =>
  !entity.derived?.includes(name) && name !== 'updatedBy' && name !== 'updatedAt';

/** Must be filled in for a new row. */
const mark = ({ field }: FieldColumn): string =>
  field.required && field.initial === undefined && field.kind !== 'refs' ? REQUIRED_MARK : '';

/** An empty workbook to be filled in: a column for every field, and a sheet with what may be chosen. */
export async function importTemplate(call: RawCall, entity: EntityDeclaration): Promise<RawAnswer> {
  const { db, user, lang } = call;
  const customs = entity.customColumns
    ? await loadCustomColumns(db, user.factoryId, entity.customColumns)
    : [];
  const columns = fieldColumns(declaredColumns(entity, customs)).filter((one) => isFilledIn(entity, one));
  const owned = columns.filter(({ field }) => field.kind === 'lines');
  const parts = [
    { name: term(lang, entity.name as TermKey), its: columns.filter(({ field }) => field.kind !== 'lines') },
    ...owned.map((column) => ({
      name: headingOf(column, lang),
      its: lineColumns(entity, column.field.of!),
    })),
  ];
  const lists = new Map<string, Choices & { letters: string }>();
  const references = new ReferenceTexts(db, user.factoryId);
  for (const column of parts.flatMap(({ its }) => its)) {
    const list = listName(column);
    if (list === null || lists.has(list)) continue;
    const words = await wordsOf(call, column, references);
    lists.set(list, { heading: headingOf(column, lang), words, letters: columnLetters(lists.size) });
  }
  const choices = term(lang, 'choicesSheet');
  const written = (column: FieldColumn, lang: Lang): SheetColumn => {
    const list = lists.get(listName(column) ?? '');
    // Of several references one cell holds a list, which is no choice.
    const from =
      list && list.words.length > 0 && column.field.kind !== 'refs'
        ? { from: `'${choices}'!$${list.letters}$2:$${list.letters}$${list.words.length + 1}` }
        : {};
    return { ...sheetColumn(column, lang, mark(column)), ...from };
  };
  const sheets: Sheet[] = parts.map(({ name, its }) => ({
    name,
    columns: its.map((column) => written(column, lang)),
    rows: nothing(),
  }));
  const all = [...lists.values()];
  if (all.length > 0)
    sheets.push({
      name: choices,
      columns: all.map(({ heading }) => ({ header: heading, kind: 'text', width: 24 })),
      rows: columnwise(all),
    });
  const title = `${term(lang, entity.name as TermKey)} ${term(lang, 'importList')}`;
  return { stream: writeWorkbook(sheets), name: fileNameOf(title, user.zone), mediaType: XLSX, rows: 0 };
}
