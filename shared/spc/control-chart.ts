import { computeC4, findRangeConstants, MAX_RANGE_SIZE } from './control-constants.ts';
import { computeStandardDeviation, computeMean, computeRange, computeSum } from './statistics.ts';

/** The charts of measured values: individuals and moving range, mean and range, mean and standard deviation. */
export const VARIABLE_CHARTS = ['imrChart', 'xbarRChart', 'xbarSChart'] as const;
/** The charts of counts: share and number of bad pieces, number of defects of a sample and of a piece. */
export const ATTRIBUTE_CHARTS = ['pChart', 'npChart', 'cChart', 'uChart'] as const;
export const CHART_KINDS = [...VARIABLE_CHARTS, ...ATTRIBUTE_CHARTS] as const;
export type VariableChartKind = (typeof VARIABLE_CHARTS)[number];
export type AttributeChartKind = (typeof ATTRIBUTE_CHARTS)[number];
export type ChartKind = (typeof CHART_KINDS)[number];

/** The statistic that a chart draws: a value of a sample, or a measure of how its values spread. */
export type Statistic =
  | 'individualValue'
  | 'movingRange'
  | 'subgroupMean'
  | 'subgroupRange'
  | 'subgroupDeviation'
  | 'badShare'
  | 'badPieces'
  | 'defects'
  | 'defectsPerPiece';

/** The number of bad pieces or of defects in an inspected sample. */
export interface Count {
  count: number;
  /** How many pieces were inspected. */
  size: number;
}

/** The estimates from which all limits of a chart are computed. */
export interface LimitBasis {
  /**
   * The mean of the values, the mean share of bad pieces, or the mean number of defects of a sample or a
   * piece.
   */
  center: number;
  /** The standard deviation within subgroups; null for counts, because their `center` determines it. */
  sigma: number | null;
}

/** A point of a chart with the limits of its sample. */
export interface ChartPoint {
  /**
   * The statistic of the sample; null if the sample is too small for it, for example the range of a single
   * value.
   */
  value: number | null;
  center: number;
  lower: number;
  upper: number;
  /** The standard deviation of the statistic. */
  sigma: number;
}

export interface ControlChart {
  statistic: Statistic;
  points: ChartPoint[];
}

/** How many standard deviations the control limits are away from the center. */
const LIMIT_SIGMAS = 3;
/**
 * From this number of values in a subgroup on, the standard deviation is used instead of the range, because
 * the range ignores too many values (Montgomery, 6.3).
 */
const MIN_DEVIATION_SIZE = 10;

/** Proposes the chart of measured values by the median and the largest size of the subgroups. */
export function proposeVariableChart(subgroups: readonly (readonly number[])[]): VariableChartKind {
  const sizes = subgroups.map(({ length }) => length).sort((left, right) => left - right);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 1;
  if (median < 2) return 'imrChart';
  return sizes.at(-1)! < MIN_DEVIATION_SIZE ? 'xbarRChart' : 'xbarSChart';
}

/**
 * Proposes the chart of bad pieces: a chart of their number if all samples have the same size, otherwise a
 * chart of their share.
 */
export const proposeAttributeChart = (counts: readonly Count[]): AttributeChartKind =>
  counts.every(({ size }) => size === counts[0]!.size) ? 'npChart' : 'pChart';

const listMovingRanges = (values: readonly number[]): (number | null)[] =>
  values.map((value, index) => (index === 0 ? null : Math.abs(value - values[index - 1]!)));

const isNumber = (value: number | null): value is number => value !== null;

/**
 * Estimates σ from each subgroup, and returns the mean of the estimates. A subgroup of one value gives no
 * estimate.
 */
function estimateSigma(kind: VariableChartKind, subgroups: readonly (readonly number[])[]): number | null {
  const estimates =
    kind === 'imrChart'
      ? listMovingRanges(subgroups.flat())
          .filter(isNumber)
          .map((range) => range / findRangeConstants(2).d2)
      : subgroups
          .filter(({ length }) => length > 1)
          .map((values) =>
            kind === 'xbarRChart'
              ? computeRange(values)! / findRangeConstants(values.length).d2
              : computeStandardDeviation(values)! / computeC4(values.length),
          );
  return estimates.length === 0 ? null : computeMean(estimates);
}

/**
 * Whether a chart can show the subgroups. A chart of ranges cannot show subgroups that are larger than
 * MAX_RANGE_SIZE.
 */
export const canChart = (kind: VariableChartKind, subgroups: readonly (readonly number[])[]): boolean =>
  kind !== 'xbarRChart' || subgroups.every(({ length }) => length <= MAX_RANGE_SIZE);

/** Estimates the basis of the limits from measured values; null if no subgroup gives an estimate of σ. */
export function estimateVariableBasis(
  kind: VariableChartKind,
  subgroups: readonly (readonly number[])[],
): (LimitBasis & { sigma: number }) | null {
  const sigma = estimateSigma(kind, subgroups);
  return sigma === null ? null : { center: computeMean(subgroups.flat()), sigma };
}

const makePoint = (value: number | null, center: number, sigma: number, lowest = -Infinity): ChartPoint => ({
  value,
  center,
  lower: Math.max(lowest, center - LIMIT_SIGMAS * sigma),
  upper: center + LIMIT_SIGMAS * sigma,
  sigma,
});

const SPREAD_STATISTICS = {
  imrChart: 'movingRange',
  xbarRChart: 'subgroupRange',
  xbarSChart: 'subgroupDeviation',
} as const satisfies Record<VariableChartKind, Statistic>;

/**
 * The expected value and the standard deviation of the measure of spread of a subgroup (range or standard
 * deviation), in units of σ.
 */
function findSpreadConstants(kind: VariableChartKind, size: number): { expected: number; deviation: number } {
  if (kind === 'xbarSChart') {
    const c4 = computeC4(size);
    return { expected: c4, deviation: Math.sqrt(1 - c4 ** 2) };
  }
  const { d2, d3 } = findRangeConstants(kind === 'imrChart' ? 2 : size);
  return { expected: d2, deviation: d3 };
}

/**
 * Makes the two charts of measured values: one for the location and one for the spread of the process. The
 * limits depend on the size of each subgroup. An imrChart has a point for each value, the other kinds have
 * one for each subgroup.
 */
export function makeVariableCharts(
  kind: VariableChartKind,
  subgroups: readonly (readonly number[])[],
  { center, sigma }: { center: number; sigma: number },
): [location: ControlChart, spread: ControlChart] {
  const makeSpreadPoint = (value: number | null, size: number) => {
    const { expected, deviation } = findSpreadConstants(kind, Math.max(2, size));
    return makePoint(value, expected * sigma, deviation * sigma, 0);
  };
  const statistic = SPREAD_STATISTICS[kind];
  if (kind === 'imrChart') {
    const values = subgroups.flat();
    return [
      { statistic: 'individualValue', points: values.map((value) => makePoint(value, center, sigma)) },
      { statistic, points: listMovingRanges(values).map((range) => makeSpreadPoint(range, 2)) },
    ];
  }
  const measureSpread = kind === 'xbarRChart' ? computeRange : computeStandardDeviation;
  return [
    {
      statistic: 'subgroupMean',
      points: subgroups.map((values) =>
        makePoint(computeMean(values), center, sigma / Math.sqrt(values.length)),
      ),
    },
    {
      statistic,
      points: subgroups.map((values) => makeSpreadPoint(measureSpread(values), values.length)),
    },
  ];
}

/** Estimates the center of a chart of counts; null if there are no counts. */
export function estimateAttributeBasis(
  kind: AttributeChartKind,
  counts: readonly Count[],
): LimitBasis | null {
  if (counts.length === 0) return null;
  const total = computeSum(counts.map(({ count }) => count));
  // An npChart also stores the share of bad pieces, not their number, so that its limits can follow the size
  // of each sample.
  const divisor = kind === 'cChart' ? counts.length : computeSum(counts.map(({ size }) => size));
  return { center: total / divisor, sigma: null };
}

const ATTRIBUTE_STATISTICS = {
  pChart: 'badShare',
  npChart: 'badPieces',
  cChart: 'defects',
  uChart: 'defectsPerPiece',
} as const satisfies Record<AttributeChartKind, Statistic>;

/** Makes the chart of counts: binomial limits for bad pieces, Poisson limits for defects. */
export function makeAttributeChart(
  kind: AttributeChartKind,
  counts: readonly Count[],
  { center }: Pick<LimitBasis, 'center'>,
): ControlChart {
  const pointMakers: Record<AttributeChartKind, (sample: Count) => ChartPoint> = {
    pChart: ({ count, size }) =>
      makePoint(count / size, center, Math.sqrt((center * (1 - center)) / size), 0),
    npChart: ({ count, size }) => makePoint(count, size * center, Math.sqrt(size * center * (1 - center)), 0),
    cChart: ({ count }) => makePoint(count, center, Math.sqrt(center), 0),
    uChart: ({ count, size }) => makePoint(count / size, center, Math.sqrt(center / size), 0),
  };
  return { statistic: ATTRIBUTE_STATISTICS[kind], points: counts.map(pointMakers[kind]) };
}
