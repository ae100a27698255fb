import { findFProbabilityAbove } from '../spc/distributions.ts';
import { meanOf, sumOf } from '../spc/statistics.ts';
import { computeShares, type GrrResult } from './components.ts';
import type { StudyValues } from './study.ts';

/** The sources of the analysis of variance. */
type AnovaSource = 'appraiser' | 'part' | 'interaction' | 'equipment' | 'total';

/** A row of the table of the analysis of variance. */
export interface AnovaRow {
  source: AnovaSource;
  freedom: number;
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

const sumOfSquaresOf = (values: readonly number[], mean: number): number =>
  sumOf(values.map((value) => (value - mean) ** 2));

interface Square {
  freedom: number;
  sumOfSquares: number;
}
const meanSquareOf = ({ freedom, sumOfSquares }: Square): number => sumOfSquares / freedom;

/**
 * Splits the sum of squares of a study into its sources. The study is a crossed design of two factors, parts
 * and appraisers, with repeated measurements.
 */
function splitSquares(values: StudyValues) {
  const appraiserCount = values.length;
  const partCount = values[0]!.length;
  const trialCount = values[0]![0]!.length;
  const allValues = values.flat(2);
  const mean = meanOf(allValues);
  const appraiserMeans = values.map((parts) => meanOf(parts.flat()));
  const partMeans = values[0]!.map((_, part) => meanOf(values.flatMap((parts) => parts[part]!)));
  const equipment: Square = {
    freedom: appraiserCount * partCount * (trialCount - 1),
    sumOfSquares: sumOf(values.flat().map((trials) => sumOfSquaresOf(trials, meanOf(trials)))),
  };
  const appraiser: Square = {
    freedom: appraiserCount - 1,
    sumOfSquares: partCount * trialCount * sumOfSquaresOf(appraiserMeans, mean),
  };
  const part: Square = {
    freedom: partCount - 1,
    sumOfSquares: appraiserCount * trialCount * sumOfSquaresOf(partMeans, mean),
  };
  const interaction: Square = {
    freedom: appraiser.freedom * part.freedom,
    sumOfSquares:
      trialCount *
      sumOf(
        values.flatMap((parts, row) =>
          parts.map(
            (trials, column) => (meanOf(trials) - appraiserMeans[row]! - partMeans[column]! + mean) ** 2,
          ),
        ),
      ),
  };
  const total: Square = { freedom: allValues.length - 1, sumOfSquares: sumOfSquaresOf(allValues, mean) };
  return { appraiserCount, partCount, trialCount, mean, equipment, appraiser, part, interaction, total };
}

/** Tests a source of variation against an error term by an F test. */
function testSource(source: AnovaSource, square: Square, error: Square): AnovaRow {
  const meanSquare = meanSquareOf(square);
  const divisor = meanSquareOf(error);
  const f = divisor > 0 ? meanSquare / divisor : null;
  return {
    source,
    ...square,
    meanSquare,
    f,
    p: f === null ? null : findFProbabilityAbove(f, square.freedom, error.freedom),
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
  const pooled: Square = {
    freedom: squares.interaction.freedom + squares.equipment.freedom,
    sumOfSquares: squares.interaction.sumOfSquares + squares.equipment.sumOfSquares,
  };
  const repeatability = hasInteraction ? squares.equipment : pooled;
  const error = hasInteraction ? squares.interaction : pooled;
  /**
   * Estimates the standard deviation of a source from the difference of two mean squares. A negative
   * difference counts as 0.
   */
  const estimateStandardDeviation = (square: Square, subtractedSquare: Square, count: number) =>
    Math.sqrt(Math.max(0, meanSquareOf(square) - meanSquareOf(subtractedSquare)) / count);
  const sources = {
    equipment: Math.sqrt(meanSquareOf(repeatability)),
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
      { source: 'equipment', ...repeatability, meanSquare: meanSquareOf(repeatability), f: null, p: null },
      { source: 'total', ...squares.total, meanSquare: null, f: null, p: null },
    ],
  };
}
