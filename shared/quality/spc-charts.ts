import { computeCapability, type Capability } from '../spc/capability.ts';
import {
  canChart,
  makeAttributeChart,
  makeVariableCharts,
  proposeAttributeChart,
  proposeVariableChart,
  type ChartKind,
  type ControlChart,
} from '../spc/control-chart.ts';
import { findViolations, type ControlRule, type RuleSet } from '../spc/control-rules.ts';
import { countInBins, type HistogramBin } from '../spc/histogram.ts';
import {
  estimateLimits,
  isVariableChart,
  listCounts,
  listSubgroups,
  type FrozenLimits,
  type SpcSample,
  type SpcSeries,
} from './spc.ts';

/** A chart with the rules that its points violate, and the sample of each point. */
export interface JudgedChart extends ControlChart {
  violations: ControlRule[][];
  samples: SpcSample[];
}

export interface SpcCharts {
  kind: ChartKind;
  proposed: ChartKind;
  /** The charts of the kind; empty if no limits can be estimated from the samples. */
  charts: JudgedChart[];
  frozen: FrozenLimits | null;
  sampleCount: number;
  /** The capability of the process; null for charts of counts. */
  capability: Capability | null;
  bins: HistogramBin[];
}

/**
 * Lists the kinds of charts that fit the samples. @param coversAllCharacteristics whether the samples cover all
 * characteristics of an inspection, not only one
 */
export function listFittingCharts(
  samples: readonly SpcSample[],
  coversAllCharacteristics: boolean,
): ChartKind[] {
  if (coversAllCharacteristics) return ['pChart', 'npChart', 'cChart', 'uChart'];
  if (!samples.some(({ values }) => values.length > 0)) return ['pChart', 'npChart'];
  return ['imrChart', 'xbarRChart', 'xbarSChart', 'pChart', 'npChart'];
}

const proposeChart = (samples: readonly SpcSample[], fittingKinds: readonly ChartKind[]): ChartKind =>
  fittingKinds.includes('imrChart')
    ? proposeVariableChart(listSubgroups(samples))
    : proposeAttributeChart(samples.map(({ bad, size }) => ({ count: bad, size })));

/** Makes the charts of a series, with frozen limits if there are any, and its capability. */
export function makeSpcCharts(
  series: SpcSeries,
  {
    wanted: wantedKind,
    ruleSet,
    isWhole: coversAllCharacteristics,
  }: { wanted: ChartKind | null; ruleSet: RuleSet; isWhole: boolean },
): SpcCharts {
  const fittingKinds = listFittingCharts(series.samples, coversAllCharacteristics);
  const proposed = proposeChart(series.samples, fittingKinds);
  const kind = wantedKind !== null && fittingKinds.includes(wantedKind) ? wantedKind : proposed;
  const isVariable = isVariableChart(kind);
  const samples = isVariable ? series.samples.filter(({ values }) => values.length > 0) : series.samples;
  const frozen = series.frozen.find(({ chart }) => chart === kind) ?? null;
  const basis = frozen ?? estimateLimits(kind, samples);
  const subgroups = listSubgroups(samples);
  const drawCharts = (): ControlChart[] => {
    if (!basis || samples.length === 0) return [];
    if (!isVariableChart(kind)) return [makeAttributeChart(kind, listCounts(kind, samples), basis)];
    if (basis.sigma === null || !canChart(kind, subgroups)) return [];
    return makeVariableCharts(kind, subgroups, { center: basis.center, sigma: basis.sigma });
  };
  const pointSamples =
    kind === 'imrChart' ? samples.flatMap((sample) => sample.values.map(() => sample)) : samples;
  const values = isVariable ? subgroups.flat() : [];
  return {
    kind,
    proposed,
    frozen,
    sampleCount: samples.length,
    charts: drawCharts().map((chart) => ({
      ...chart,
      samples: pointSamples,
      violations: findViolations(chart.statistic, chart.points, ruleSet),
    })),
    capability:
      values.length === 0
        ? null
        : computeCapability(values, estimateLimits(kind, samples)?.sigma ?? null, {
            lower: series.lowerLimit,
            upper: series.upperLimit,
          }),
    bins: countInBins(values),
  };
}
