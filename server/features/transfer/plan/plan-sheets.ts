import { LANGS } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import type { UploadedRow, UploadedSheet } from '../../../workbook/read-workbook.ts';
import { findMappedHeadingRow, type ColumnMapping, type MappedColumn } from '../import/map-columns.ts';
import { getCellText, HEADING_SEARCH_ROWS, normalizeHeading } from '../import/parse-sheets.ts';
import type { ImportProblems } from '../import/problems.ts';
import { PLAN_LEVELS, type PlanColumn, type PlanColumns, type PlanLevel } from './plan-columns.ts';
import { findLevelOfSheetName, type HeadingIndex } from './plan-headings.ts';

/** A column of a sheet that holds a column of the plan. */
export interface PlanSheetColumn extends PlanColumn {
  /** The index of the column in the sheet, from 0. */
  readonly index: number;
  readonly heading: string;
  /** The mapped column of a customer's list; null if the heading is a standard heading of a plan. */
  readonly mappedColumn: MappedColumn | null;
  /** The factor that converts the numbers of the column to the unit of the field. */
  readonly factor: number;
}

/** The kind of rows in a sheet: records of one level, or of all levels together. */
type PlanSheetKind = PlanLevel | 'flat';

/** A sheet with a recognized heading. */
export interface PlanSheet {
  readonly sheet: UploadedSheet;
  readonly kind: PlanSheetKind;
  readonly columns: readonly PlanSheetColumn[];
  readonly headingRow: UploadedRow;
  /** The mapping with which the sheet was read; null if it was read without a mapping. */
  readonly mapping: ColumnMapping | null;
}

/** The fields of a part that the material fields of a column mapping fill in. */
export const PART_FIELDS_BY_MATERIAL_FIELD: Readonly<Record<string, string>> = {
  code: 'code',
  name: 'name',
  defaultSpec: 'spec',
  defaultQuantity: 'quantity',
};

/**
 * The factors that convert a unit to minutes, by the name of the unit. A heading may have the unit in
 * parentheses.
 */
const MINUTES_BY_UNIT: Readonly<Record<string, number>> = {
  h: 60,
  hr: 60,
  hrs: 60,
  hour: 60,
  hours: 60,
  小时: 60,
  小時: 60,
  时: 60,
  時間: 60,
  s: 1 / 60,
  sec: 1 / 60,
  秒: 1 / 60,
};

/**
 * If a flat sheet has one process in each row, these columns belong to the process, unless their heading
 * names another level.
 */
const PROCESS_FIRST_FIELDS: ReadonlySet<string> = new Set(['plannedStart', 'plannedEnd', 'needBy']);

const SEQ_LABELS: ReadonlySet<string> = new Set(
  LANGS.map((lang) => normalizeHeading(translateTerm(lang, 'seq'))),
);

/** A sheet with a heading. The kind of its rows is not yet known. */
interface SheetWithHeading {
  sheet: UploadedSheet;
  headingRow: UploadedRow;
  mapping: ColumnMapping | null;
  candidates: { index: number; heading: string; columns: readonly PlanColumn[] }[];
}

function findFactor(column: PlanColumn, heading: string): number {
  if (column.field.unit !== 'minutes') return 1;
  const unit = /\(([^()]*)\)\s*\*?\s*$/.exec(toHalfWidth(heading))?.[1]?.trim().toLowerCase() ?? '';
  return MINUTES_BY_UNIT[unit] ?? 1;
}

const hasColumns = ({ candidates }: SheetWithHeading, level: PlanLevel, names: readonly string[]): boolean =>
  candidates.some(({ columns }) =>
    columns.some((column) => column.level === level && names.includes(column.name)),
  );

const holdsRouting = (sheet: SheetWithHeading): boolean =>
  hasColumns(sheet, 'process', ['craftId', 'routing']);

/** Whether a row can be the heading of a plan: it names orders, or parts and their processes. */
const isHeading = (sheetWithHeading: SheetWithHeading): boolean =>
  sheetWithHeading.candidates.length > 1 &&
  (hasColumns(sheetWithHeading, 'order', ['code']) ||
    (hasColumns(sheetWithHeading, 'part', ['code']) && holdsRouting(sheetWithHeading)));

function listCandidates(row: UploadedRow, headings: HeadingIndex): SheetWithHeading['candidates'] {
  return row.cells.flatMap((_cell, index) => {
    const heading = getCellText(row, index).trim();
    const columns = headings.get(normalizeHeading(heading));
    return columns ? [{ index, heading, columns }] : [];
  });
}

/** Lists the columns of a heading that a column mapping assigns to fields of a part. */
function listMappedCandidates(
  row: UploadedRow,
  mapping: ColumnMapping,
  planColumns: PlanColumns,
): SheetWithHeading['candidates'] {
  return mapping.columns.flatMap(({ materialField, columnHeader }) => {
    const name = PART_FIELDS_BY_MATERIAL_FIELD[materialField];
    const column = planColumns.part.find((candidate) => candidate.name === name);
    if (columnHeader === null || !column) return [];
    const index = row.cells.findIndex(
      (_cell, at) => normalizeHeading(getCellText(row, at)) === normalizeHeading(columnHeader),
    );
    return [{ index, heading: getCellText(row, index).trim(), columns: [column] }];
  });
}

/**
 * Finds the heading among the first rows of a sheet: the row that names the most columns; null if there is
 * none.
 */
function findHeading(
  sheet: UploadedSheet,
  headings: HeadingIndex,
  planColumns: PlanColumns,
  mappings: readonly ColumnMapping[],
): SheetWithHeading | null {
  const mapping = mappings.find((candidate) => findMappedHeadingRow(sheet, candidate)) ?? null;
  const mappedRow = mapping && findMappedHeadingRow(sheet, mapping);
  const rows = mappedRow ? [mappedRow] : sheet.rows.slice(0, HEADING_SEARCH_ROWS);
  const candidateRows = rows.map((headingRow): SheetWithHeading => {
    const mappedCandidates = mapping ? listMappedCandidates(headingRow, mapping, planColumns) : [];
    const mappedIndexes = new Set(mappedCandidates.map(({ index }) => index));
    const otherCandidates = listCandidates(headingRow, headings).filter(
      ({ index }) => !mappedIndexes.has(index),
    );
    return { sheet, headingRow, mapping, candidates: [...mappedCandidates, ...otherCandidates] };
  });
  const headingRows = candidateRows.filter(isHeading);
  if (headingRows.length === 0) return mappedRow ? findHeading(sheet, headings, planColumns, []) : null;
  return headingRows.reduce((bestRow, headingRow) =>
    headingRow.candidates.length > bestRow.candidates.length ? headingRow : bestRow,
  );
}

function findSheetKind(sheetWithHeading: SheetWithHeading, isOnlySheet: boolean): PlanSheetKind {
  if (isOnlySheet) return 'flat';
  const namedLevel = findLevelOfSheetName(sheetWithHeading.sheet.name);
  if (namedLevel === 'order' && hasColumns(sheetWithHeading, 'process', ['craftId'])) return 'flat';
  if (namedLevel) return namedLevel;
  const namesOrder = hasColumns(sheetWithHeading, 'order', ['code']);
  if (holdsRouting(sheetWithHeading))
    return namesOrder && hasColumns(sheetWithHeading, 'order', ['name', 'quantity']) ? 'flat' : 'process';
  return hasColumns(sheetWithHeading, 'part', ['code']) &&
    hasColumns(sheetWithHeading, 'part', ['parentCode', 'quantityPer'])
    ? 'part'
    : 'order';
}

/** Sorts the levels for a heading that several levels share. The most likely level comes first. */
function sortLevels(kind: PlanSheetKind, name: string, hasCraft: boolean): readonly PlanLevel[] {
  if (kind === 'process') return ['process', 'part', 'order'];
  if (kind === 'part') return ['part', 'order', 'process'];
  return kind === 'flat' && hasCraft && PROCESS_FIRST_FIELDS.has(name)
    ? ['process', 'order', 'part']
    : PLAN_LEVELS;
}

/**
 * Assigns the columns of a sheet to columns of the plan. Unambiguous headings are assigned first. An
 * ambiguous heading then gets a column that is still free.
 */
function assignColumns(sheetWithHeading: SheetWithHeading, kind: PlanSheetKind): PlanSheetColumn[] {
  const hasCraft = hasColumns(sheetWithHeading, 'process', ['craftId']);
  // A sheet with one order or part in each row has no columns of single processes.
  const holdsSingleProcesses =
    kind === 'process' || hasCraft || !hasColumns(sheetWithHeading, 'process', ['routing']);
  const columnsByField = new Map<string, PlanSheetColumn>();
  const assignColumn = ({ index, heading, columns }: SheetWithHeading['candidates'][number]) => {
    const usableColumns = columns.filter(
      ({ level, name }) =>
        !columnsByField.has(`${level}.${name}`) &&
        (level !== 'process' || name === 'routing' || holdsSingleProcesses) &&
        !(name === 'seq' && kind !== 'process' && SEQ_LABELS.has(normalizeHeading(heading))),
    );
    const levels = sortLevels(kind, usableColumns[0]?.name ?? '', hasCraft);
    const column = levels
      .map((level) => usableColumns.find((planColumn) => planColumn.level === level))
      .find(Boolean);
    if (!column) return;
    const mappedColumn = sheetWithHeading.mapping?.columns.find(
      ({ columnHeader }) =>
        columnHeader !== null && normalizeHeading(columnHeader) === normalizeHeading(heading),
    );
    const factor = findFactor(column, heading);
    columnsByField.set(`${column.level}.${column.name}`, {
      ...column,
      index,
      heading,
      mappedColumn: mappedColumn ?? null,
      factor,
    });
  };
  const hasOneColumn = ({ columns }: SheetWithHeading['candidates'][number]) => columns.length === 1;
  for (const candidate of sheetWithHeading.candidates.filter(hasOneColumn)) assignColumn(candidate);
  for (const candidate of sheetWithHeading.candidates.filter(
    (candidateColumn) => !hasOneColumn(candidateColumn),
  ))
    assignColumn(candidate);
  return [...columnsByField.values()];
}

/** Adds a warning for each column of a heading that is not imported. */
function warnOfIgnoredColumns({ sheet, headingRow, columns }: PlanSheet, warnings: ImportProblems): void {
  headingRow.cells.forEach((_cell, index) => {
    const heading = getCellText(headingRow, index).trim();
    if (heading === '' || columns.some((column) => column.index === index)) return;
    warnings.addByName(
      { sheet: sheet.name, row: headingRow.at, index, column: heading },
      heading,
      'columnIgnored',
    );
  });
}

/**
 * Finds the sheets of a plan: one sheet with all levels, or sheets of orders, parts and processes.
 * @returns the sheets, those of orders first
 */
export function findPlanSheets(
  sheets: readonly UploadedSheet[],
  planColumns: PlanColumns,
  headings: HeadingIndex,
  mappings: readonly ColumnMapping[],
  warnings: ImportProblems,
): PlanSheet[] {
  const sheetsWithHeading = sheets.flatMap(
    (sheet) => findHeading(sheet, headings, planColumns, mappings) ?? [],
  );
  const choicesNames = new Set(LANGS.map((lang) => translateTerm(lang, 'choicesSheet')));
  for (const sheet of sheets)
    if (
      sheet.rows.length > 0 &&
      !choicesNames.has(sheet.name) &&
      !sheetsWithHeading.some((sheetWithHeading) => sheetWithHeading.sheet === sheet)
    )
      warnings.addByName({ sheet: sheet.name, row: null, index: null, column: null }, null, 'sheetIgnored');
  const planSheets = sheetsWithHeading.map((sheetWithHeading): PlanSheet => {
    const kind = findSheetKind(sheetWithHeading, sheetsWithHeading.length === 1);
    const { sheet, headingRow, mapping } = sheetWithHeading;
    return { sheet, headingRow, mapping, kind, columns: assignColumns(sheetWithHeading, kind) };
  });
  for (const planSheet of planSheets) warnOfIgnoredColumns(planSheet, warnings);
  const sequence: readonly PlanSheetKind[] = ['order', 'flat', 'part', 'process'];
  return planSheets.toSorted((a, b) => sequence.indexOf(a.kind) - sequence.indexOf(b.kind));
}
