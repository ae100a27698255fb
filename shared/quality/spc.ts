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

/** The default and the longest period of a chart, in days. */
export const SPC_PERIOD_LIMITS = { days: 30, most: 1096 } as const;
/** The most values that one chart is computed from; the newest of the period. */
export const MAX_SPC_VALUES = 100_000;

/** The values that a chart is about: null for all crafts, all characteristics, all devices. */
export interface SpcSubject {
  partCode: string;
  craftId: number | null;
  characteristic: string | null;
  deviceId: number | null;
}

/** A characteristic that is inspected of a part code. */
export interface InspectedFeature {
  craftId: number;
  craftName: string;
  characteristic: string;
  kind: CharacteristicKind;
}

/** A part code that was inspected, with what was inspected of it. */
export interface InspectedPart {
  partCode: string;
  partName: string;
}

/** What an inspection found of a characteristic, or of all of them. */
export interface SpcSample {
  inspectionId: number;
  /** When the first of its values was entered. */
  at: string;
  /** The measured values in the order of the pieces. */
  values: number[];
  /** How many pieces were checked, and how many of them are bad. */
  size: number;
  bad: number;
  /** How many values are not acceptable. */
  defects: number;
}

/** Limits that somebody froze. */
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
  /** Whether the period has more values than one chart is computed from. */
  isCut: boolean;
  /** The limits that are frozen now, at most one for each kind of chart. */
  frozen: FrozenLimits[];
}

export const isVariableChart = (chart: ChartKind): chart is VariableChartKind =>
  VARIABLE_CHARTS.some((kind) => kind === chart);

/** Takes from samples what a chart of counts draws: bad pieces, or defects. */
export const listCounts = (chart: AttributeChartKind, samples: readonly SpcSample[]) =>
  samples.map(({ size, bad, defects }) => ({
    count: chart === 'pChart' || chart === 'npChart' ? bad : defects,
    size,
  }));

/** Takes the measured values of samples that have any. */
export const listSubgroups = (samples: readonly SpcSample[]): number[][] =>
  samples.filter(({ values }) => values.length > 0).map(({ values }) => values);

/** Estimates the limits of a chart from samples; null if they do not tell. */
export function estimateLimits(chart: ChartKind, samples: readonly SpcSample[]): LimitBasis | null {
  if (isVariableChart(chart)) return estimateVariableBasis(chart, listSubgroups(samples));
  return estimateAttributeBasis(chart, listCounts(chart, samples));
}
