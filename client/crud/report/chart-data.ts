import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { sum } from '#shared/ledger/quantity.ts';

/** A group of bars on the chart: its name, its values, and the rows behind them. */
interface ChartGroup {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
  readonly rows: readonly ReportRow[];
}

/** Durations are drawn in hours. */
const drawn = (report: ReportDescriptor, bar: string, value: number): number =>
  report.columns[bar]!.field.unit === 'seconds' ? value / 3600 : value;

const heightOf = ({ values }: ChartGroup): number =>
  Object.values(values).reduce((total, value) => total + Math.abs(value), 0);

/**
 * Computes the data of a report's chart. Rows are summed by name, the largest first; if every row has its own
 * name, the report's order stays. Rows without a name are omitted.
 * @param most the maximum number of groups
 */
export function chartData(
  report: ReportDescriptor,
  rows: readonly ReportRow[],
  most: number,
): { groups: ChartGroup[]; all: number; gathered: boolean } {
  const chart = report.chart;
  if (!chart) return { groups: [], all: 0, gathered: false };
  const byName = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const name = row[chart.label];
    if (name === null || name === undefined || name === '') continue;
    const own = byName.get(String(name));
    if (own) own.push(row);
    else byName.set(String(name), [row]);
  }
  const groups = [...byName].map(([name, own]): ChartGroup => ({
    name,
    values: Object.fromEntries(
      chart.bars.map((bar) => [
        bar,
        drawn(report, bar, sum(...own.map((row) => (typeof row[bar] === 'number' ? row[bar] : 0)))),
      ]),
    ),
    rows: own,
  }));
  const gathered = groups.some((group) => group.rows.length > 1);
  if (gathered) groups.sort((a, b) => heightOf(b) - heightOf(a));
  return {
    groups: groups.slice(0, most),
    all: groups.length,
    gathered,
  };
}

/** Reduces several rows to the values that they have in common. */
export const commonRow = (rows: readonly ReportRow[]): ReportRow =>
  Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [
      name,
      rows.every((row) => row[name] === value) ? value : null,
    ]),
  );
