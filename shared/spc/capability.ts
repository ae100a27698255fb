import { findChiSquaredQuantile, NORMAL_QUANTILE_975 } from './distributions.ts';
import { standardDeviationOf, meanOf } from './statistics.ts';

export interface Tolerance {
  lower: number | null;
  upper: number | null;
}

/** An index with its two-sided confidence interval of 95 %. */
export interface CapabilityIndex {
  value: number;
  low: number;
  high: number;
}

/** How well a process meets a tolerance. An index is null if the tolerance or the values do not tell. */
export interface Capability {
  count: number;
  mean: number;
  /** The standard deviation within subgroups, and that of all values. */
  sigmaWithin: number | null;
  sigmaOverall: number | null;
  /** The tolerance over the spread, and the distance of the mean from the nearer limit, within subgroups. */
  cp: CapabilityIndex | null;
  cpk: CapabilityIndex | null;
  /** The same with the standard deviation of all values. */
  pp: CapabilityIndex | null;
  ppk: CapabilityIndex | null;
  outsideCount: number;
}

/** The interval of Cp and Pp: the variance of n values has n − 1 degrees of freedom. */
function addSpreadInterval(value: number, count: number): CapabilityIndex {
  const freedom = count - 1;
  return {
    value,
    low: value * Math.sqrt(findChiSquaredQuantile(0.025, freedom) / freedom),
    high: value * Math.sqrt(findChiSquaredQuantile(0.975, freedom) / freedom),
  };
}

/** The interval of Cpk and Ppk by Bissell (1990). */
function addNearestInterval(value: number, count: number): CapabilityIndex {
  const halfWidth = NORMAL_QUANTILE_975 * Math.sqrt(1 / (9 * count) + value ** 2 / (2 * (count - 1)));
  return { value, low: value - halfWidth, high: value + halfWidth };
}

/** Computes both indices of one standard deviation. */
function computeIndices(mean: number, sigma: number | null, count: number, { lower, upper }: Tolerance) {
  if (sigma === null || sigma === 0 || count < 2) return { spread: null, nearest: null };
  const distances = [upper === null ? Infinity : upper - mean, lower === null ? Infinity : mean - lower];
  const nearest = Math.min(...distances);
  return {
    spread: lower === null || upper === null ? null : addSpreadInterval((upper - lower) / (6 * sigma), count),
    nearest: nearest === Infinity ? null : addNearestInterval(nearest / (3 * sigma), count),
  };
}

/**
 * Computes the capability (Cp, Cpk) and the performance (Pp, Ppk) of a process.
 * @param values at least one value
 * @param sigmaWithin the standard deviation within subgroups, as the control chart estimates it
 */
export function computeCapability(
  values: readonly number[],
  sigmaWithin: number | null,
  tolerance: Tolerance,
): Capability {
  const count = values.length;
  const mean = meanOf(values);
  const sigmaOverall = standardDeviationOf(values);
  const indicesWithin = computeIndices(mean, sigmaWithin, count, tolerance);
  const indicesOverall = computeIndices(mean, sigmaOverall, count, tolerance);
  const { lower, upper } = tolerance;
  return {
    count,
    mean,
    sigmaWithin,
    sigmaOverall,
    cp: indicesWithin.spread,
    cpk: indicesWithin.nearest,
    pp: indicesOverall.spread,
    ppk: indicesOverall.nearest,
    outsideCount: values.filter(
      (value) => (lower !== null && value < lower) || (upper !== null && value > upper),
    ).length,
  };
}
