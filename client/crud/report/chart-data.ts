import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';

/** A group of bars on the chart. Each value is the sum of the rows' values for one bar. */
interface ChartGroup {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
  readonly rows: readonly ReportRow[];
}

/** Converts a value to the unit of the chart. The chart shows durations in hours. */
const toChartValue = (report: ReportDescriptor, bar: string, value: number): number =>
  report.columns[bar]!.field.unit === 'seconds' ? value / 3600 : value;

const sumAbsoluteGroupValues = ({ values }: ChartGroup): number =>
  Object.values(values).reduce((total, value) => total + Math.abs(value), 0);

/**
 * Computes the groups of a report's chart. Rows with the same name form one group with their sums. If any
 * rows share a name, the largest group comes first; otherwise the groups keep the order of the report. Rows
 * without a name are omitted.
 * @param maxGroupCount the maximum number of groups
 * @returns `groups`; `totalGroupCount`, the number of groups before the limit; `hasMergedRows`, whether any
 * rows share a name
 */
export function computeChartGroups(
  report: ReportDescriptor,
  rows: readonly ReportRow[],
  maxGroupCount: number,
): { groups: ChartGroup[]; totalGroupCount: number; hasMergedRows: boolean } {
  const chart = report.chart;
  if (!chart) return { groups: [], totalGroupCount: 0, hasMergedRows: false };
  const rowsByName = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const name = row[chart.label];
    if (name === null || name === undefined || name === '') continue;
    const groupRows = rowsByName.get(String(name));
    if (groupRows) groupRows.push(row);
    else rowsByName.set(String(name), [row]);
  }
  const groups = [...rowsByName].map(([name, groupRows]): ChartGroup => ({
    name,
    values: Object.fromEntries(
      chart.bars.map((bar) => [
        bar,
        toChartValue(
          report,
          bar,
          addQuantities(...groupRows.map((row) => (typeof row[bar] === 'number' ? row[bar] : 0))),
        ),
      ]),
    ),
    rows: groupRows,
  }));
  const hasMergedRows = groups.some((group) => group.rows.length > 1);
  if (hasMergedRows) groups.sort((a, b) => sumAbsoluteGroupValues(b) - sumAbsoluteGroupValues(a));
  return {
    groups: groups.slice(0, maxGroupCount),
    totalGroupCount: groups.length,
    hasMergedRows,
  };
}

/**
 * Returns a row with the values that all rows have in common. A value that differs between rows is
 * null.
 */
export const getCommonValues = (rows: readonly ReportRow[]): ReportRow =>
  Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [
      name,
      rows.every((row) => row[name] === value) ? value : null,
    ]),
  );
