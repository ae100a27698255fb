import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { buildDefaultColumns } from '#shared/rules/columns.ts';
import { getEntity } from '#shared/entities/index.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { loadCustomColumns } from '../../../crud/custom-columns.ts';
import { buildListCondition, buildListSorting } from '../../../crud/filter.ts';
import { buildFromClause } from '../../../crud/select.ts';
import { getHooks } from '../../../hooks/index.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { toColumnLetters, type Cell, type Sheet, type SheetColumn } from '../../../workbook/cell.ts';
import {
  selectFieldColumns,
  getHeading,
  listOwnedRowColumns,
  createSheetColumn,
  type FieldColumn,
} from '../../../workbook/columns.ts';
import { buildWorkbookFileName } from '../../../workbook/file-name.ts';
import { REQUIRED_MARK } from '../import/parse-sheets.ts';
import { ReferenceTexts } from '../../../workbook/reference-texts.ts';
import { writeWorkbook, XLSX_MEDIA_TYPE } from '../../../workbook/write-workbook.ts';

/** The maximum number of rows of an entity that are listed as allowed values of a reference. */
const MAX_LISTED_REFERENCES = 5000;

/** A list of allowed values. All columns with the same allowed values share the list. */
interface ChoiceList {
  heading: string;
  words: string[];
}

const makeChoiceListKey = ({ field }: FieldColumn): string | null =>
  field.kind === 'choice' || field.kind === 'flag'
    ? `${field.kind} ${(field.choices ?? []).join()}`
    : field.kind === 'ref' || field.kind === 'refs'
      ? `ref ${field.to}`
      : null;

async function readChoices(
  call: RawCall,
  { field }: FieldColumn,
  references: ReferenceTexts,
): Promise<string[]> {
  const { db, user, lang } = call;
  if (field.kind === 'choice') return field.choices!.map((choice) => translateTerm(lang, choice));
  if (field.kind === 'flag') return [translateTerm(lang, 'yes'), translateTerm(lang, 'no')];
  const entity = getEntity(field.to!);
  const scope = getHooks(entity.name).scope?.(user) ?? null;
  const where = buildListCondition(entity, user.factoryId, user.zone, {}, null, scope);
  const { rows } = await sql<{ id: number }>`select t.id ${buildFromClause(entity)} where ${where}
    order by ${buildListSorting(entity, entity.sort)} limit ${MAX_LISTED_REFERENCES}`.execute(db);
  const texts = await references.loadTexts(
    entity.name,
    rows.map((row) => row.id),
  );
  return rows.map((row) => texts.get(row.id) ?? '');
}

async function* produceNoRows(): AsyncGenerator<Cell[][]> {
  // A template has no rows below its headings.
}

async function* produceChoiceRows(lists: readonly ChoiceList[]): AsyncGenerator<Cell[][]> {
  const rowCount = Math.max(0, ...lists.map(({ words }) => words.length));
  yield Array.from({ length: rowCount }, (_row, index) => lists.map(({ words }) => words[index] ?? null));
}

const isImportable = (entity: EntityDeclaration, { name }: FieldColumn): boolean =>
  !entity.derived?.includes(name) && name !== 'updatedBy' && name !== 'updatedAt';

/**
 * Returns the mark in the heading of a required column; an empty text if the column is not
 * required.
 */
const getRequiredMark = ({ field }: FieldColumn): string =>
  field.required && field.initial === undefined && field.kind !== 'refs' ? REQUIRED_MARK : '';

/**
 * Creates an empty workbook for imports. It has a column for each field that can be imported, a sheet for each list
 * of owned rows, and a sheet with the allowed values.
 */
export async function createImportTemplate(call: RawCall, entity: EntityDeclaration): Promise<RawAnswer> {
  const { db, user, lang } = call;
  const customColumns = entity.customColumns
    ? await loadCustomColumns(db, user.factoryId, entity.customColumns)
    : [];
  const columns = selectFieldColumns(buildDefaultColumns(entity, customColumns)).filter((column) =>
    isImportable(entity, column),
  );
  const ownedColumns = columns.filter(({ field }) => field.kind === 'lines');
  return createTemplate(
    call,
    `${translateTerm(lang, entity.name as TermKey)} ${translateTerm(lang, 'importList')}`,
    [
      {
        name: translateTerm(lang, entity.name as TermKey),
        columns: columns.filter(({ field }) => field.kind !== 'lines'),
      },
      ...ownedColumns.map((column) => ({
        name: getHeading(column, lang),
        columns: listOwnedRowColumns(entity, column.field.of!),
      })),
    ],
  );
}

/** A sheet of a template: its name and its columns. */
export interface TemplateSheet {
  readonly name: string;
  readonly columns: readonly FieldColumn[];
}

/**
 * Creates an empty workbook with the headings of some sheets, and a sheet with the allowed values.
 * @param title the beginning of the file name
 */
export async function createTemplate(
  call: RawCall,
  title: string,
  sheetLayouts: readonly TemplateSheet[],
): Promise<RawAnswer> {
  const { db, user, lang } = call;
  const listsByKey = new Map<string, ChoiceList & { letters: string }>();
  const references = new ReferenceTexts(db, user.factoryId);
  for (const column of sheetLayouts.flatMap(({ columns }) => columns)) {
    const listKey = makeChoiceListKey(column);
    if (listKey === null || listsByKey.has(listKey)) continue;
    const words = await readChoices(call, column, references);
    listsByKey.set(listKey, {
      heading: getHeading(column, lang),
      words,
      letters: toColumnLetters(listsByKey.size),
    });
  }
  const choicesSheetName = translateTerm(lang, 'choicesSheet');
  const toSheetColumn = (column: FieldColumn, lang: Lang): SheetColumn => {
    const choiceList = listsByKey.get(makeChoiceListKey(column) ?? '');
    // The user cannot choose from a list in a cell that holds several references.
    const choiceSource =
      choiceList && choiceList.words.length > 0 && column.field.kind !== 'refs'
        ? {
            allowedValuesRange: `'${choicesSheetName}'!$${choiceList.letters}$2:$${choiceList.letters}$${choiceList.words.length + 1}`,
          }
        : {};
    return { ...createSheetColumn(column, lang, getRequiredMark(column)), ...choiceSource };
  };
  const sheets: Sheet[] = sheetLayouts.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => toSheetColumn(column, lang)),
    rows: produceNoRows(),
  }));
  const choiceLists = [...listsByKey.values()];
  if (choiceLists.length > 0)
    sheets.push({
      name: choicesSheetName,
      columns: choiceLists.map(({ heading }) => ({ header: heading, kind: 'text', width: 24 })),
      rows: produceChoiceRows(choiceLists),
    });
  return {
    stream: writeWorkbook(sheets),
    name: buildWorkbookFileName(title, user.zone),
    mediaType: XLSX_MEDIA_TYPE,
    rowCount: 0,
  };
}
