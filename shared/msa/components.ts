/** The parts of the variation of measured values. */
export const VARIATION_COMPONENTS = [
  'totalGrr',
  'equipmentVariation',
  'appraiserVariation',
  'appraiserAlone',
  'interactionVariation',
  'partVariation',
  'totalVariation',
] as const;
export type VariationComponent = (typeof VARIATION_COMPONENTS)[number];

/** The tolerance of the measured characteristic, and the mean of the measured values. */
interface StudyTolerance {
  lower: number | null;
  upper: number | null;
  mean: number;
}

/** A component of the variation. Shares are in %. */
export interface VariationShare {
  component: VariationComponent;
  /** The standard deviation. */
  deviation: number;
  /** The share of the standard deviation in that of the total variation; null if nothing varies. */
  ofStudy: number | null;
  /** The share of the variance in that of the total variation; null if nothing varies. */
  ofVariance: number | null;
  /** The share of six standard deviations in the tolerance; null without a tolerance. */
  ofTolerance: number | null;
}

/** What a study says about a measurement system. */
export interface GrrResult {
  shares: VariationShare[];
  /** How many groups of parts the measurement system can tell apart; null if it does not vary itself. */
  ndc: number | null;
}

/** The factor of the number of distinct categories: 1.41 in the MSA manual (AIAG, 4th edition). */
const NDC_FACTOR = 1.41;
/** How many standard deviations the spread of a process has, and the distance to a single limit. */
const SPREAD_SIGMAS = 6;

/** Computes the width that the spread may fill: the tolerance, or twice the distance of the mean from a single limit. */
function measureTolerance({ lower, upper, mean }: StudyTolerance): number | null {
  if (lower !== null && upper !== null) return upper - lower;
  const limit = upper ?? lower;
  return limit === null ? null : 2 * Math.abs(limit - mean);
}

/** The standard deviations of the sources of variation. */
interface VariationSources {
  equipment: number;
  /** Between appraisers, and how differently they measure the parts; the latter is null if it is not told apart. */
  appraiser: number;
  interaction: number | null;
  part: number;
}

/** Computes the shares of the components in the total variation and in the tolerance, and the distinct categories. */
export function computeShares(
  { equipment, appraiser, interaction, part }: VariationSources,
  tolerance: StudyTolerance,
): GrrResult {
  const reproducibility = Math.hypot(appraiser, interaction ?? 0);
  const grr = Math.hypot(equipment, reproducibility);
  const total = Math.hypot(grr, part);
  const width = measureTolerance(tolerance);
  const makeShare = (component: VariationComponent, deviation: number): VariationShare => ({
    component,
    deviation,
    ofStudy: total === 0 ? null : (100 * deviation) / total,
    ofVariance: total === 0 ? null : 100 * (deviation / total) ** 2,
    ofTolerance: width === null || width === 0 ? null : (100 * SPREAD_SIGMAS * deviation) / width,
  });
  return {
    shares: [
      makeShare('totalGrr', grr),
      makeShare('equipmentVariation', equipment),
      makeShare('appraiserVariation', reproducibility),
      ...(interaction === null
        ? []
        : [makeShare('appraiserAlone', appraiser), makeShare('interactionVariation', interaction)]),
      makeShare('partVariation', part),
      makeShare('totalVariation', total),
    ],
    ndc: grr === 0 ? null : Math.max(1, Math.floor((NDC_FACTOR * part) / grr)),
  };
}

/** The verdicts about a measurement system by its %GRR (AIAG, MSA manual, 4th edition). */
type GrrVerdict = 'grrGood' | 'grrConditional' | 'grrUnusable';
const MAX_GOOD_PERCENT = 10;
const MAX_CONDITIONAL_PERCENT = 30;

/** Judges a %GRR: good up to 10 %, conditional up to 30 %, otherwise not usable. */
export function judgeGrr(percent: number): GrrVerdict {
  if (percent <= MAX_GOOD_PERCENT) return 'grrGood';
  return percent <= MAX_CONDITIONAL_PERCENT ? 'grrConditional' : 'grrUnusable';
}
