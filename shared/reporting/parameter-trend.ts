/** A measured value of a report or an inspection, with the limits at the time of the report. */
export interface TrendPoint {
  processId: number;
  orderCode: string;
  /** When the work ended, or the value was measured. */
  at: string;
  value: number;
  lowerLimit: number | null;
  upperLimit: number | null;
  outsideLimits: boolean;
  /** The names of the people who worked, or who measured. */
  people: string[];
}

/** The values of one production parameter or characteristic, the oldest value first. */
export interface ParameterTrend {
  code: string;
  name: string;
  unit: string | null;
  points: TrendPoint[];
}

/** A value of a trend, as a query reads it. */
export type TrendRow = Omit<ParameterTrend, 'points'> & TrendPoint;

/**
 * Groups values by their code. The values must be sorted, the oldest first. A trend has the name and the unit of its
 * last value.
 */
export function groupTrends(rows: readonly TrendRow[]): ParameterTrend[] {
  const trends = new Map<string, ParameterTrend>();
  for (const { code, name, unit, ...point } of rows) {
    const trend = trends.get(code) ?? { code, name, unit, points: [] };
    trends.set(code, Object.assign(trend, { name, unit }));
    trend.points.push(point);
  }
  return [...trends.values()];
}
