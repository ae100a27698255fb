import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { roundQuantity } from '#shared/ledger/quantity.ts';
import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import type { UploadedCell, UploadedRow } from '../../../workbook/read-workbook.ts';
import { convertCell } from '../import/map-columns.ts';
import type { ParseOptions } from '../import/parse-cell.ts';
import { readCell } from '../import/read-rows.ts';
import type { ImportProblems, SheetLocation } from '../import/problems.ts';
import type { PlanLevel } from './plan-columns.ts';
import type { PlanSheet, PlanSheetColumn } from './plan-sheets.ts';

/** A row of a plan. References are still texts. */
export interface PlanRow {
  readonly planSheet: PlanSheet;
  readonly rowNumber: number;
  /** The values that are not empty, by level and field. */
  readonly values: Readonly<Record<PlanLevel, Readonly<Record<string, unknown>>>>;
  /** The columns with a cell that cannot be parsed, as `level.field`. */
  readonly wrongColumns: ReadonlySet<string>;
}

/** The number of rows that are read before the server handles other requests. */
const ROWS_PER_SLICE = 1000;
/** The words with which a row of totals begins. */
const TOTAL_WORDS: ReadonlySet<string> = new Set([
  '合计',
  '总计',
  '小计',
  '合計',
  '總計',
  '小計',
  '総計',
  'total',
  'totals',
  'sum',
]);

export const findPlanColumn = (
  { columns }: PlanSheet,
  level: PlanLevel,
  name: string,
): PlanSheetColumn | undefined => columns.find((column) => column.level === level && column.name === name);

/** Locates the cell of a column in a row. */
export const locatePlanCell = (
  planSheet: PlanSheet,
  row: number,
  column: Pick<PlanSheetColumn, 'index' | 'heading'>,
): SheetLocation => ({ sheet: planSheet.sheet.name, row, index: column.index, column: column.heading });

/** Whether the first text of a row marks the row as a row of totals. */
function isTotalRow(row: UploadedRow): boolean {
  const firstCell = row.cells.find((cell) => cell !== null);
  if (firstCell?.[0] !== 's') return false;
  return TOTAL_WORDS.has(toHalfWidth(firstCell[1]).replace(/[\s:]/g, '').toLowerCase());
}

/**
 * Repeats the values of merged cells: every row of a merged area has the value of its first row. Rows without any other
 * value are left out, because a merged area can end below the plan.
 */
function fillMergedCells(planSheet: PlanSheet): (row: UploadedRow) => readonly UploadedCell[] {
  const usedIndexes = new Set(planSheet.columns.map(({ index }) => index));
  const merges = planSheet.sheet.merges
    .filter(([top, left, bottom]) => bottom > top && usedIndexes.has(left))
    .toSorted((a, b) => a[0] - b[0]);
  let nextMergeIndex = 0;
  const openMerges = new Map<number, { bottom: number; cell: UploadedCell }>();
  return (row) => {
    while (nextMergeIndex < merges.length && merges[nextMergeIndex]![0] <= row.at) {
      const [top, left, bottom] = merges[nextMergeIndex++]!;
      openMerges.set(left, { bottom, cell: top === row.at ? (row.cells[left] ?? null) : null });
    }
    const cells = [...row.cells];
    for (const [index, { bottom, cell }] of openMerges) {
      if (bottom < row.at) openMerges.delete(index);
      else if ((cells[index] ?? null) === null) cells[index] = cell;
    }
    return cells;
  };
}

/** Converts a cell by the mapping of its column, and to the unit of its field. */
function convertPlanCell(cell: UploadedCell, { mappedColumn, factor }: PlanSheetColumn): UploadedCell {
  if (mappedColumn) return convertCell(cell, mappedColumn);
  if (factor === 1 || cell === null) return cell;
  const value = cell[0] === 'n' || cell[0] === 's' ? Number(cell[1]) : Number.NaN;
  return Number.isFinite(value) && value > 0 ? ['n', roundQuantity(value * factor)] : cell;
}

/** Reads the rows of a sheet in slices, and lets the server handle other requests in between. */
export async function readPlanRows(
  planSheet: PlanSheet,
  parseOptions: Pick<ParseOptions, 'zone'>,
  problems: ImportProblems,
  warnings: ImportProblems,
): Promise<PlanRow[]> {
  const { sheet, columns, headingRow } = planSheet;
  const options = { ...parseOptions, is1904: sheet.is1904 };
  const fillCells = fillMergedCells(planSheet);
  const readRow = (row: UploadedRow): PlanRow | null => {
    const cells = fillCells(row);
    if (isTotalRow(row)) {
      warnings.addByName({ sheet: sheet.name, row: row.at, index: null, column: null }, null, 'rowIgnored');
      return null;
    }
    const values: Record<PlanLevel, Record<string, unknown>> = { order: {}, part: {}, process: {} };
    const wrongColumns = new Set<string>();
    for (const column of columns) {
      const parsed = readCell(
        planSheet,
        row,
        column,
        convertPlanCell(cells[column.index] ?? null, column),
        options,
        problems,
      );
      if (!parsed) wrongColumns.add(`${column.level}.${column.name}`);
      else if (parsed.value !== null) values[column.level][column.name] = parsed.value;
    }
    const isEmpty = Object.values(values).every((level) => Object.keys(level).length === 0);
    return isEmpty && wrongColumns.size === 0 ? null : { planSheet, rowNumber: row.at, values, wrongColumns };
  };
  const rows: PlanRow[] = [];
  const dataRows = sheet.rows.filter((row) => row.at > headingRow.at);
  for (const [index, row] of dataRows.entries()) {
    const planRow = readRow(row);
    if (planRow) rows.push(planRow);
    if (index % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await yieldToEventLoop();
  }
  return rows;
}
