import { findFProbabilityAbove } from '../spc/distributions.ts';
import { computeMean, computeSum } from '../spc/statistics.ts';
import { computeShares, type GrrResult } from './components.ts';
import type { StudyValues } from './study.ts';

/** The sources of the analysis of variance. */
type AnovaSource = 'appraiser' | 'part' | 'interaction' | 'equipment' | 'total';

/** A row of the table of the analysis of variance. */
export interface AnovaRow {
  source: AnovaSource;
  degreesOfFreedom: number;
  sumOfSquares: number;
  /** The sum of squares divided by the degrees of freedom; null in the row of the total. */
  meanSquare: number | null;
  /** The F value; null in rows that have no test, or if the values do not vary. */
  f: number | null;
  /** The probability that chance alone gives a larger F value. */
  p: number | null;
}

/** The results of the analysis of variance of a study. */
export interface AnovaResult extends GrrResult {
  rows: AnovaRow[];
  /** Whether the interaction of appraiser and part is kept, instead of being pooled with the repeatability. */
  hasInteraction: boolean;
}

/**
 * The interaction is pooled with the repeatability if its p value is above this. The limit is larger than the
 * usual 0.05, so that a doubtful interaction is kept (Montgomery, "Design and Analysis of Experiments").
 */
export const POOLING_ALPHA = 0.25;

const computeSumOfSquares = (values: readonly number[], mean: number): number =>
  computeSum(values.map((value) => (value - mean) ** 2));

interface SquareSum {
  degreesOfFreedom: number;
  sumOfSquares: number;
}
const computeMeanSquare = ({ degreesOfFreedom, sumOfSquares }: SquareSum): number =>
  sumOfSquares / degreesOfFreedom;

/**
 * Splits the sum of squares of a study into its sources. The study is a crossed design of two factors, parts
 * and appraisers, with repeated measurements.
 */
function splitSquares(values: StudyValues) {
  const appraiserCount = values.length;
  const partCount = values[0]!.length;
  const trialCount = values[0]![0]!.length;
  const allValues = values.flat(2);
  const mean = computeMean(allValues);
  const appraiserMeans = values.map((parts) => computeMean(parts.flat()));
  const partMeans = values[0]!.map((_, part) => computeMean(values.flatMap((parts) => parts[part]!)));
  const equipment: SquareSum = {
    degreesOfFreedom: appraiserCount * partCount * (trialCount - 1),
    sumOfSquares: computeSum(values.flat().map((trials) => computeSumOfSquares(trials, computeMean(trials)))),
  };
  const appraiser: SquareSum = {
    degreesOfFreedom: appraiserCount - 1,
    sumOfSquares: partCount * trialCount * computeSumOfSquares(appraiserMeans, mean),
  };
  const part: SquareSum = {
    degreesOfFreedom: partCount - 1,
    sumOfSquares: appraiserCount * trialCount * computeSumOfSquares(partMeans, mean),
  };
  const interaction: SquareSum = {
    degreesOfFreedom: appraiser.degreesOfFreedom * part.degreesOfFreedom,
    sumOfSquares:
      trialCount *
      computeSum(
        values.flatMap((parts, row) =>
          parts.map(
            (trials, column) => (computeMean(trials) - appraiserMeans[row]! - partMeans[column]! + mean) ** 2,
          ),
        ),
      ),
  };
  const total: SquareSum = {
    degreesOfFreedom: allValues.length - 1,
    sumOfSquares: computeSumOfSquares(allValues, mean),
  };
  return { appraiserCount, partCount, trialCount, mean, equipment, appraiser, part, interaction, total };
}

/** Tests a source of variation against an error term by an F test. */
function testSource(source: AnovaSource, squareSum: SquareSum, error: SquareSum): AnovaRow {
  const meanSquare = computeMeanSquare(squareSum);
  const divisor = computeMeanSquare(error);
  const f = divisor > 0 ? meanSquare / divisor : null;
  return {
    source,
    ...squareSum,
    meanSquare,
    f,
    p: f === null ? null : findFProbabilityAbove(f, squareSum.degreesOfFreedom, error.degreesOfFreedom),
  };
}

/**
 * Analyses a study by an analysis of variance with random parts and appraisers (AIAG, MSA manual, 4th edition). The
 * interaction is kept if it is significant, unless `keepsInteraction` decides.
 * @param values the measured values by appraiser, part and trial
 */
export function analyseByAnova(
  values: StudyValues,
  tolerance: { lower: number | null; upper: number | null },
  keepsInteraction?: boolean,
): AnovaResult {
  const { appraiserCount, partCount, trialCount, mean, ...squares } = splitSquares(values);
  const interactionRow = testSource('interaction', squares.interaction, squares.equipment);
  const isSignificant =
    interactionRow.p === null ? squares.interaction.sumOfSquares > 0 : interactionRow.p <= POOLING_ALPHA;
  const hasInteraction = keepsInteraction ?? isSignificant;
  const pooled: SquareSum = {
    degreesOfFreedom: squares.interaction.degreesOfFreedom + squares.equipment.degreesOfFreedom,
    sumOfSquares: squares.interaction.sumOfSquares + squares.equipment.sumOfSquares,
  };
  const repeatability = hasInteraction ? squares.equipment : pooled;
  const error = hasInteraction ? squares.interaction : pooled;
  /**
   * Estimates the standard deviation of a source from the difference of two mean squares. A negative
   * difference counts as 0.
   */
  const estimateStandardDeviation = (squareSum: SquareSum, subtractedSum: SquareSum, count: number) =>
    Math.sqrt(Math.max(0, computeMeanSquare(squareSum) - computeMeanSquare(subtractedSum)) / count);
  const sources = {
    equipment: Math.sqrt(computeMeanSquare(repeatability)),
    appraiser: estimateStandardDeviation(squares.appraiser, error, partCount * trialCount),
    interaction: hasInteraction
      ? estimateStandardDeviation(squares.interaction, squares.equipment, trialCount)
      : null,
    part: estimateStandardDeviation(squares.part, error, appraiserCount * trialCount),
  };
  return {
    ...computeShares(sources, { ...tolerance, mean }),
    hasInteraction,
    rows: [
      testSource('appraiser', squares.appraiser, error),
      testSource('part', squares.part, error),
      ...(hasInteraction ? [interactionRow] : []),
      {
        source: 'equipment',
        ...repeatability,
        meanSquare: computeMeanSquare(repeatability),
        f: null,
        p: null,
      },
      { source: 'total', ...squares.total, meanSquare: null, f: null, p: null },
    ],
  };
}
