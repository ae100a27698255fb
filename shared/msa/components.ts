/** The components of the variation of measured values, in display order. */
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

/** The size of one component of the variation. All shares are percentages. */
export interface VariationShare {
  component: VariationComponent;
  /** The standard deviation of the component. */
  deviation: number;
  /** The standard deviation in percent of the total standard deviation; null if the values do not vary. */
  ofStudy: number | null;
  /** The variance in percent of the total variance; null if the values do not vary. */
  ofVariance: number | null;
  /** Six standard deviations in percent of the width of the tolerance; null without a tolerance. */
  ofTolerance: number | null;
}

/** The results of a study about a measurement system (gauge R&R). */
export interface GrrResult {
  shares: VariationShare[];
  /**
   * The number of distinct categories: how many groups of parts the measurement system can distinguish. Null
   * if repeated measurements do not vary.
   */
  ndc: number | null;
}

/** The factor of the number of distinct categories: 1.41 in the MSA manual (AIAG, 4th edition). */
const NDC_FACTOR = 1.41;
/** The width of the spread of a process, in standard deviations. */
const SPREAD_SIGMAS = 6;

/**
 * Computes the width that the spread may fill. It is the width of the tolerance or, with only one limit,
 * twice the distance of the mean from this limit.
 */
function measureTolerance({ lower, upper, mean }: StudyTolerance): number | null {
  if (lower !== null && upper !== null) return upper - lower;
  const limit = upper ?? lower;
  return limit === null ? null : 2 * Math.abs(limit - mean);
}

/** The standard deviations of the sources of variation. */
interface VariationSources {
  equipment: number;
  /**
   * `appraiser` is the variation between appraisers. `interaction` is how differently the appraisers measure
   * single parts; null if it is not separated from the repeatability.
   */
  appraiser: number;
  interaction: number | null;
  part: number;
}

/**
 * Computes the share of each component in the total variation and in the tolerance, and the number of
 * distinct categories.
 */
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
