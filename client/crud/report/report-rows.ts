import { buildRowKey, type ReportDescriptor, type ReportRow } from '#shared/kernel/report.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { addDays, type DayPeriod } from '#shared/rules/days.ts';

const collator = new Intl.Collator(undefined, { numeric: true });

function compareValues(left: ReportRow[string], right: ReportRow[string]): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}

/**
 * Sorts rows by a column. Empty values always come last.
 * @param sort the name of the column, with a leading '-' for descending; '' keeps the order
 */
export function sortRows(rows: readonly ReportRow[], sort: string): readonly ReportRow[] {
  if (sort === '') return rows;
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  const hasValue = (row: ReportRow) => row[name] !== null && row[name] !== undefined && row[name] !== '';
  return [...rows].sort((a, b) => {
    if (!hasValue(a) || !hasValue(b)) return Number(hasValue(b)) - Number(hasValue(a));
    return direction * compareValues(a[name]!, b[name]!);
  });
}

/** Separates the total row from the other rows of a report. */
export function separateTotalRow(
  report: ReportDescriptor,
  rows: readonly ReportRow[],
): { rows: readonly ReportRow[]; totalRow: ReportRow | null } {
  if (report.totalRow === undefined) return { rows, totalRow: null };
  const isTotal = (row: ReportRow) => buildRowKey(report.rowKey, row) === report.totalRow;
  return { rows: rows.filter((row) => !isTotal(row)), totalRow: rows.find(isTotal) ?? null };
}

/**
 * Computes the totals below a table by column name. A value in the report's total row is
 * the total of its column. Otherwise a column that declares a total has the sum of its values.
 */
export function computeTotals(
  report: ReportDescriptor,
  rows: readonly ReportRow[],
  totalRow: ReportRow | null,
): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const [name, column] of Object.entries(report.columns)) {
    if (totalRow && column.field.kind === 'number' && typeof totalRow[name] === 'number')
      totals[name] = totalRow[name];
    else if (column.total && rows.length > 0) {
      const numbers = rows.map((row) => row[name]).filter((value) => typeof value === 'number');
      if (numbers.length > 0) totals[name] = addQuantities(...numbers);
    }
  }
  return totals;
}

/**
 * Returns the address of the page of a row, or of the report that shows its details; null if there is neither.
 * @param column the column whose value the details explain; absent for the whole row
 */
export function getDetailsHref(report: ReportDescriptor, row: ReportRow, column?: string): string | null {
  const { details, rowPage } = report;
  if (rowPage && column === undefined) return `${rowPage.path}/${row[rowPage.column]}`;
  const fixedParameters = column === undefined ? {} : details?.narrowed?.[column];
  if (!details || !fixedParameters) return null;
  const query = new URLSearchParams();
  for (const [parameter, sourceColumn] of Object.entries(details.parameters)) {
    if (row[sourceColumn] !== null && row[sourceColumn] !== undefined)
      query.set(parameter, String(row[sourceColumn]));
  }
  for (const [parameter, value] of Object.entries(fixedParameters)) query.set(parameter, value);
  return `/forms/${details.page}?${query.toString()}`;
}

/** A period that users choose often. */
type PeriodPreset = 'today' | 'yesterday' | 'thisMonth' | 'lastMonth';
export const PERIOD_PRESETS: readonly PeriodPreset[] = ['today', 'yesterday', 'thisMonth', 'lastMonth'];

/** Returns the first and the last day of a preset period. The current month ends today. */
export function getPresetPeriod(preset: PeriodPreset, today: string): DayPeriod {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'thisMonth':
      return { from: firstOfMonth, to: today };
    case 'lastMonth': {
      const to = addDays(firstOfMonth, -1);
      return { from: `${to.slice(0, 8)}01`, to };
    }
  }
}
