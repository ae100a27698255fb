import { findChiSquaredQuantile, NORMAL_QUANTILE_975 } from './distributions.ts';
import { computeStandardDeviation, computeMean } from './statistics.ts';

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

/**
 * How well a process meets a tolerance. An index is null if the tolerance lacks the limits for it, or if
 * there are too few values.
 */
export interface Capability {
  count: number;
  mean: number;
  /** The standard deviation within subgroups, and the standard deviation of all values. */
  sigmaWithin: number | null;
  sigmaOverall: number | null;
  /**
   * Both indices use the standard deviation within subgroups. Cp is the tolerance divided by the spread. Cpk
   * is the distance of the mean from the nearer limit, divided by half the spread.
   */
  cp: CapabilityIndex | null;
  cpk: CapabilityIndex | null;
  /** The corresponding indices with the standard deviation of all values. */
  pp: CapabilityIndex | null;
  ppk: CapabilityIndex | null;
  outsideCount: number;
}

/** Adds the confidence interval of Cp or Pp. The variance of n values has n − 1 degrees of freedom. */
function addSpreadInterval(value: number, count: number): CapabilityIndex {
  const degreesOfFreedom = count - 1;
  return {
    value,
    low: value * Math.sqrt(findChiSquaredQuantile(0.025, degreesOfFreedom) / degreesOfFreedom),
    high: value * Math.sqrt(findChiSquaredQuantile(0.975, degreesOfFreedom) / degreesOfFreedom),
  };
}

/** Adds the confidence interval of Cpk or Ppk by the method of Bissell (1990). */
function addNearestInterval(value: number, count: number): CapabilityIndex {
  const halfWidth = NORMAL_QUANTILE_975 * Math.sqrt(1 / (9 * count) + value ** 2 / (2 * (count - 1)));
  return { value, low: value - halfWidth, high: value + halfWidth };
}

/** Computes two indices with one standard deviation: `spread` is Cp or Pp, and `nearest` is Cpk or Ppk. */
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
  const mean = computeMean(values);
  const sigmaOverall = computeStandardDeviation(values);
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
