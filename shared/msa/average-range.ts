import { findRangeConstants } from '../spc/control-constants.ts';
import { computeMean, computeRange } from '../spc/statistics.ts';
import { computeShares, type GrrResult } from './components.ts';
import type { StudyValues } from './study.ts';

/**
 * Computes the factor by which one range of n values is multiplied to estimate their standard deviation: 1 /
 * d2*, with d2*² = d2² + d3² (Duncan, "Quality Control and Industrial Statistics", appendix D3). The MSA
 * manual calls it K2 for appraisers and K3 for parts.
 */
export function computeRangeFactor(size: number): number {
  const { d2, d3 } = findRangeConstants(size);
  return 1 / Math.hypot(d2, d3);
}

/**
 * Computes the factor K1 = 1 / d2, by which the mean of many ranges of trials is multiplied to estimate the
 * repeatability.
 */
export const computeTrialFactor = (trialCount: number): number => 1 / findRangeConstants(trialCount).d2;

/** The results of the average-and-range method for a study. */
interface AverageRangeResult extends GrrResult {
  /** The mean of the ranges of all parts and appraisers. */
  meanRange: number;
  /** The difference between the means of the appraisers with the largest and the smallest mean. */
  appraiserDifference: number;
  /** The range of the means of the parts. */
  partRange: number;
}

/**
 * Analyses a study by the average-and-range method of the MSA manual (AIAG, 4th edition).
 * @param values the measured values by appraiser, part and trial
 */
export function analyseByAverageRange(
  values: StudyValues,
  tolerance: { lower: number | null; upper: number | null },
): AverageRangeResult {
  const partCount = values[0]!.length;
  const trialCount = values[0]![0]!.length;
  const meanRange = computeMean(values.flat().map((trials) => computeRange(trials)!));
  const appraiserDifference = computeRange(values.map((parts) => computeMean(parts.flat())))!;
  const partRange = computeRange(
    values[0]!.map((_, part) => computeMean(values.flatMap((parts) => parts[part]!))),
  )!;
  const equipment = meanRange * computeTrialFactor(trialCount);
  const appraiserVariance =
    (appraiserDifference * computeRangeFactor(values.length)) ** 2 -
    equipment ** 2 / (partCount * trialCount);
  const sources = {
    equipment,
    appraiser: Math.sqrt(Math.max(0, appraiserVariance)),
    interaction: null,
    part: partRange * computeRangeFactor(partCount),
  };
  return {
    ...computeShares(sources, { ...tolerance, mean: computeMean(values.flat(2)) }),
    meanRange,
    appraiserDifference,
    partRange,
  };
}
