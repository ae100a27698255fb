import { describe, expect, test } from 'vitest';
import { analyseByAnova, type AnovaResult } from '#shared/msa/anova.ts';
import { analyseByAverageRange, computeRangeFactor, computeTrialFactor } from '#shared/msa/average-range.ts';
import { judgeGrr, type GrrResult, type VariationComponent } from '#shared/msa/components.ts';
import { arrangeStudyValues, planStudyRuns, type StudyValues } from '#shared/msa/study.ts';
import { findFProbabilityAbove } from '#shared/spc/distributions.ts';
import { AIAG_STUDY } from './published-study.ts';

const NO_TOLERANCE = { lower: null, upper: null };
const MAIN_COMPONENTS = [
  'totalGrr',
  'equipmentVariation',
  'appraiserVariation',
  'partVariation',
  'totalVariation',
] as const satisfies VariationComponent[];

const findShare = ({ shares }: GrrResult, wantedComponent: VariationComponent) =>
  shares.find(({ component }) => component === wantedComponent)!;
const formatShares = (result: GrrResult, measure: 'deviation' | 'ofStudy' | 'ofVariance', decimals: number) =>
  MAIN_COMPONENTS.map((component) => findShare(result, component)[measure]!.toFixed(decimals));
const formatRows = ({ rows }: AnovaResult) =>
  rows.map(({ source, degreesOfFreedom, sumOfSquares, meanSquare, f, p }) => [
    source,
    degreesOfFreedom,
    sumOfSquares.toFixed(4),
    meanSquare?.toFixed(5) ?? '',
    f?.toFixed(3) ?? '',
    p?.toFixed(3) ?? '',
  ]);

describe('the example of the MSA manual (AIAG, 4th edition)', () => {
  test('has the printed factors K1, K2 and K3', () => {
    expect([2, 3].map((count) => computeTrialFactor(count).toFixed(4))).toEqual(['0.8862', '0.5908']);
    expect([2, 3].map((count) => computeRangeFactor(count).toFixed(4))).toEqual(['0.7071', '0.5231']);
    expect([2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => computeRangeFactor(count).toFixed(4))).toEqual([
      '0.7071',
      '0.5231',
      '0.4467',
      '0.4030',
      '0.3742',
      '0.3534',
      '0.3375',
      '0.3249',
      '0.3146',
    ]);
  });

  // The manual rounds its intermediate results, so its last digits differ from the exact values: EV 0.20188,
  // AV 0.22963, GRR 0.30575, PV 1.10456, TV 1.14610; %GRR 26.68, %EV 17.62, %AV 20.04, %PV 96.38; ndc 5.094.
  test('has its results by average and range (figure III-B 16)', () => {
    const result = analyseByAverageRange(AIAG_STUDY, NO_TOLERANCE);
    expect(result.meanRange.toFixed(4)).toBe('0.3417');
    expect(result.partRange.toFixed(3)).toBe('3.511');
    expect(formatShares(result, 'deviation', 3)).toEqual(['0.306', '0.202', '0.230', '1.104', '1.146']);
    for (const [component, publishedValue] of [
      ['equipmentVariation', 0.20188],
      ['appraiserVariation', 0.22963],
      ['totalGrr', 0.30575],
      ['partVariation', 1.10456],
      ['totalVariation', 1.1461],
    ] as const)
      expect(Math.abs(findShare(result, component).deviation - publishedValue)).toBeLessThan(0.0002);
    expect(formatShares(result, 'ofStudy', 1)).toEqual(['26.7', '17.6', '20.0', '96.4', '100.0']);
    expect(result.ndc).toBe(5);
  });

  test('has its table of the analysis of variance without interaction, and the pooled repeatability', () => {
    const result = analyseByAnova(AIAG_STUDY, NO_TOLERANCE);
    expect(result.hasInteraction).toBe(false);
    expect(formatRows(result)).toEqual([
      ['appraiser', 2, '3.1673', '1.58363', '39.617', '0.000'],
      ['part', 9, '88.3619', '9.81799', '245.614', '0.000'],
      ['equipment', 78, '3.1179', '0.03997', '', ''],
      ['total', 89, '94.6471', '', '', ''],
    ]);
  });

  test('has its components by the analysis of variance (table III-B 8), and those that Minitab prints', () => {
    const result = analyseByAnova(AIAG_STUDY, NO_TOLERANCE);
    expect(findShare(result, 'equipmentVariation').deviation.toFixed(6)).toBe('0.199933');
    expect(findShare(result, 'appraiserVariation').deviation.toFixed(5)).toBe('0.22684');
    expect(findShare(result, 'totalGrr').deviation.toFixed(5)).toBe('0.30237');
    expect(findShare(result, 'partVariation').deviation.toFixed(5)).toBe('1.04233');
    expect(formatShares(result, 'ofStudy', 2)).toEqual(['27.86', '18.42', '20.90', '96.04', '100.00']);
    expect(formatShares(result, 'ofVariance', 2)).toEqual(['7.76', '3.39', '4.37', '92.24', '100.00']);
    expect(result.ndc).toBe(4);
  });

  test('has the F and p of Minitab where the interaction is kept', () => {
    const result = analyseByAnova(AIAG_STUDY, NO_TOLERANCE, true);
    expect(formatRows(result)).toEqual([
      ['appraiser', 2, '3.1673', '1.58363', '79.406', '0.000'],
      ['part', 9, '88.3619', '9.81799', '492.291', '0.000'],
      ['interaction', 18, '0.3590', '0.01994', '0.434', '0.974'],
      ['equipment', 60, '2.7589', '0.04598', '', ''],
      ['total', 89, '94.6471', '', '', ''],
    ]);
    expect(findShare(result, 'interactionVariation').deviation).toBe(0);
  });
});

describe('a study', () => {
  /** Makes a study of two appraisers, four parts and two trials from a function that returns each value. */
  const makeStudy = (read: (appraiser: number, part: number, trial: number) => number): StudyValues =>
    [0, 1].map((appraiser) =>
      [0, 1, 2, 3].map((part) => [0, 1].map((trial) => read(appraiser, part, trial))),
    );

  test('keeps an interaction that is significant', () => {
    const study = makeStudy((appraiser, part, trial) =>
      appraiser === 0 ? part + trial * 0.01 : 3 - part + trial * 0.01,
    );
    const result = analyseByAnova(study, NO_TOLERANCE);
    expect(result.hasInteraction).toBe(true);
    expect(findShare(result, 'interactionVariation').deviation).toBeGreaterThan(1);
    expect(result.rows.find(({ source }) => source === 'interaction')!.p).toBeLessThan(0.001);
  });

  test('compares six standard deviations with the tolerance, and with twice the distance to a single limit', () => {
    const study = makeStudy((_, part, trial) => 10 + part + trial * 0.1);
    const { deviation } = findShare(analyseByAverageRange(study, NO_TOLERANCE), 'totalGrr');
    const computeShare = (tolerance: { lower: number | null; upper: number | null }) =>
      findShare(analyseByAverageRange(study, tolerance), 'totalGrr').ofTolerance;
    expect(computeShare({ lower: 8, upper: 14 })).toBeCloseTo((600 * deviation) / 6, 10);
    // The mean of the values is 11.55.
    expect(computeShare({ lower: null, upper: 14.55 })).toBeCloseTo((600 * deviation) / 6, 10);
    expect(computeShare(NO_TOLERANCE)).toBeNull();
  });

  test('in which nothing varies has no shares, and no verdict about them', () => {
    const study = makeStudy(() => 5);
    for (const result of [analyseByAnova(study, NO_TOLERANCE), analyseByAverageRange(study, NO_TOLERANCE)]) {
      expect(result.ndc).toBeNull();
      expect(findShare(result, 'totalGrr').ofStudy).toBeNull();
    }
  });

  test('is judged by its share: good up to 10 %, conditional up to 30 %', () => {
    expect([0, 10, 10.01, 30, 30.01].map(judgeGrr)).toEqual([
      'grrGood',
      'grrGood',
      'grrConditional',
      'grrConditional',
      'grrUnusable',
    ]);
  });

  test('has each part once in each trial of each appraiser, in an order that is drawn', () => {
    const random = [0.9, 0.1, 0.5, 0.7, 0.3];
    let drawCount = 0;
    const runs = planStudyRuns(
      { appraiserCount: 2, partCount: 5, trialCount: 3 },
      () => random[drawCount++ % random.length]!,
    );
    expect(runs).toHaveLength(30);
    for (const appraiser of [1, 2]) {
      const runsOfAppraiser = runs.filter((run) => run.appraiser === appraiser);
      expect(runsOfAppraiser.map(({ runOrder }) => runOrder)).toEqual(
        runsOfAppraiser.map((_, index) => index + 1),
      );
      for (const trial of [1, 2, 3])
        expect(runsOfAppraiser.filter((run) => run.trial === trial).map(({ part }) => part)).not.toEqual([
          1, 2, 3, 4, 5,
        ]);
      expect(new Set(runsOfAppraiser.map(({ trial, part }) => `${trial} ${part}`)).size).toBe(15);
    }
  });

  test('is complete only with every value', () => {
    const runs = planStudyRuns({ appraiserCount: 2, partCount: 2, trialCount: 2 }, () => 0.5).map((run) => ({
      ...run,
      value: run.appraiser * 100 + run.part * 10 + run.trial,
    }));
    const size = { appraisers: ['A', 'B'], partCount: 2, trialCount: 2 };
    expect(arrangeStudyValues({ ...size, runs })).toEqual([
      [
        [111, 112],
        [121, 122],
      ],
      [
        [211, 212],
        [221, 222],
      ],
    ]);
    expect(arrangeStudyValues({ ...size, runs: runs.slice(1) })).toBeNull();
  });
});

// NIST/SEMATECH e-Handbook, 1.3.6.7.3: upper critical values of the F distribution.
test.each([
  [4.965, 1, 10, 0.05],
  [2.348, 10, 20, 0.05],
  [7.56, 1, 30, 0.01],
  [5.05, 5, 5, 0.05],
])(
  'a value of F above %s with %s and %s degrees of freedom has the probability %s',
  (f, numeratorFreedom, denominatorFreedom, probability) => {
    expect(findFProbabilityAbove(f, numeratorFreedom, denominatorFreedom)).toBeCloseTo(probability, 3);
  },
);
