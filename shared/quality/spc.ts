import type { CharacteristicKind } from '../entities/inspection-plan-fields.ts';
import {
  estimateAttributeBasis,
  estimateVariableBasis,
  type AttributeChartKind,
  type ChartKind,
  type LimitBasis,
  VARIABLE_CHARTS,
  type VariableChartKind,
} from '../spc/control-chart.ts';

/** The default period of a chart and its maximum period, in days. */
export const SPC_PERIOD_LIMITS = { days: 30, most: 1096 } as const;
/**
 * The maximum number of values from which one chart is computed. If the period has more values, the newest
 * are used.
 */
export const MAX_SPC_VALUES = 100_000;

/** Selects the values of a chart. A null field selects all crafts, all characteristics or all devices. */
export interface SpcSubject {
  partCode: string;
  craftId: number | null;
  characteristic: string | null;
  deviceId: number | null;
}

/** A characteristic that was inspected on parts with a part code. */
export interface InspectedFeature {
  craftId: number;
  craftName: string;
  characteristic: string;
  kind: CharacteristicKind;
}

/** A part code that was inspected, with the name of the part. */
export interface InspectedPart {
  partCode: string;
  partName: string;
}

/** The results of one inspection for a characteristic; for all characteristics if none is selected. */
export interface SpcSample {
  inspectionId: number;
  /** When the first value of the sample was entered. */
  at: string;
  /** The measured values in the order of the pieces. */
  values: number[];
  /** How many pieces were checked, and how many of these pieces are bad. */
  size: number;
  bad: number;
  /** The number of unacceptable values. */
  defects: number;
}

/** Control limits that a person froze, so that new samples do not change them. */
export interface FrozenLimits extends LimitBasis {
  id: number;
  chart: ChartKind;
  sampleCount: number;
  fromDay: string;
  toDay: string;
  frozenAt: string;
  frozenBy: string;
}

/** The samples of a characteristic in a period, the oldest first, with the tolerance of the newest value. */
export interface SpcSeries {
  samples: SpcSample[];
  unit: string | null;
  nominal: number | null;
  lowerLimit: number | null;
  upperLimit: number | null;
  /** Whether values were left out because the period has more than MAX_SPC_VALUES. */
  isCut: boolean;
  /** The limits that are frozen now, at most one for each kind of chart. */
  frozen: FrozenLimits[];
}

export const isVariableChart = (chart: ChartKind): chart is VariableChartKind =>
  VARIABLE_CHARTS.some((kind) => kind === chart);

/** Converts samples to the counts that a chart of counts draws: bad pieces or defects. */
export const listCounts = (chart: AttributeChartKind, samples: readonly SpcSample[]) =>
  samples.map(({ size, bad, defects }) => ({
    count: chart === 'pChart' || chart === 'npChart' ? bad : defects,
    size,
  }));

/** Lists the measured values of each sample. Samples without measured values are left out. */
export const listSubgroups = (samples: readonly SpcSample[]): number[][] =>
  samples.filter(({ values }) => values.length > 0).map(({ values }) => values);

/** Estimates the limits of a chart from samples; null if the samples are not enough for an estimate. */
export function estimateLimits(chart: ChartKind, samples: readonly SpcSample[]): LimitBasis | null {
  if (isVariableChart(chart)) return estimateVariableBasis(chart, listSubgroups(samples));
  return estimateAttributeBasis(chart, listCounts(chart, samples));
}
