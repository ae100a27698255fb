import { describe, expect, test } from 'vitest';
import { estimateVariableBasis, makeVariableCharts, type ChartPoint } from '#shared/spc/control-chart.ts';
import { findViolations, type RuleSet } from '#shared/spc/control-rules.ts';
import { LATER_PISTON_RINGS, PISTON_RINGS } from './published-data.ts';

/** Makes points from their distances from the center, in units of σ. */
const makePointsAt = (distances: readonly (number | null)[]): ChartPoint[] =>
  distances.map((value) => ({ value, center: 0, lower: -3, upper: 3, sigma: 1 }));

/** Lists the violations as texts: the number of the point, counted from 1, and the rule. */
const listViolationsAt = (
  distances: readonly (number | null)[],
  ruleSet: RuleSet = 'nelsonRules',
  statistic: 'subgroupMean' | 'subgroupRange' = 'subgroupMean',
) =>
  findViolations(statistic, makePointsAt(distances), ruleSet).flatMap((rules, index) =>
    rules.map((rule) => `${index + 1} ${rule}`),
  );

const repeat = (count: number, ...pattern: number[]) =>
  Array.from({ length: count }, (_, index) => pattern[index % pattern.length]!);
/**
 * Distances of points that violate no rule: the points alternate between both sides, and lie in different
 * zones.
 */
const QUIET_DISTANCES = [0.5, -1.2, 0.2, -0.3];

describe('the rules of Western Electric and Nelson', () => {
  test.each<[string, RuleSet, (number | null)[], string[]]>([
    ['a point beyond 3 σ', 'nelsonRules', [...QUIET_DISTANCES, 3.01], ['5 ruleBeyondLimits']],
    ['a point on the limit violates nothing', 'nelsonRules', [...QUIET_DISTANCES, 3], []],
    ['2 of 3 beyond 2 σ on a side', 'nelsonRules', [2.1, 0.5, 2.1], ['3 ruleTwoOfThree']],
    ['2 of 3 on different sides do not count', 'nelsonRules', [2.1, 0.5, -2.1], []],
    ['a third point that is quiet is not marked', 'nelsonRules', [0.5, 2.1, 2.1, 0.5], ['3 ruleTwoOfThree']],
    ['4 of 5 beyond 1 σ on a side', 'nelsonRules', [-1.1, -1.2, 0.5, -1.1, -1.1], ['5 ruleFourOfFive']],
    ['4 of 5 needs four', 'nelsonRules', [-1.1, -1.2, 0.5, 0.4, -1.1], []],
    ['8 on a side by Western Electric', 'westernElectricRules', repeat(8, 0.5, 0.2), ['8 ruleEightOnSide']],
    ['7 on a side', 'westernElectricRules', [-0.2, ...repeat(7, 0.5, 0.2)], []],
    ['8 on a side are allowed by Nelson', 'nelsonRules', repeat(8, 0.5, 0.2, 0.3), []],
    ['9 on a side by Nelson', 'nelsonRules', repeat(9, 0.5, 0.2, 0.3), ['9 ruleNineOnSide']],
    [
      'a point on the center ends a run',
      'nelsonRules',
      [...repeat(4, 0.5, 0.2), 0, ...repeat(5, 0.5, 0.2)],
      [],
    ],
    ['6 rising', 'nelsonRules', [-0.9, -0.5, -0.1, 0.1, 0.5, 0.9], ['6 ruleSixTrend']],
    ['6 falling', 'nelsonRules', [0.9, 0.5, 0.1, -0.1, -0.5, -0.9], ['6 ruleSixTrend']],
    ['5 rising and a level one', 'nelsonRules', [-0.9, -0.5, -0.1, 0.1, 0.5, 0.5], []],
    ['14 alternating', 'nelsonRules', repeat(14, 1.5, -0.5), ['14 ruleFourteenAlternating']],
    ['13 alternating', 'nelsonRules', repeat(13, 1.5, -0.5), []],
    ['15 within 1 σ', 'nelsonRules', repeat(15, 0.5, 0.2, -0.5, -0.2), ['15 ruleFifteenInside']],
    ['8 outside 1 σ on both sides', 'nelsonRules', repeat(8, 1.5, 1.2, -1.5, -1.2), ['8 ruleEightOutside']],
    [
      'a point without a value breaks a run',
      'nelsonRules',
      [...repeat(5, 0.5, 0.2), null, ...repeat(4, 0.5)],
      [],
    ],
    ['Western Electric knows no trend', 'westernElectricRules', [-0.9, -0.5, -0.1, 0.1, 0.5, 0.9], []],
  ])('%s', (_, ruleSet, distances, expected) => {
    expect(listViolationsAt(distances, ruleSet)).toEqual(expected);
  });

  test('zones count only on charts of values and means', () => {
    expect(listViolationsAt([2.1, 0.5, 2.1], 'nelsonRules', 'subgroupRange')).toEqual([]);
    expect(listViolationsAt([0, 3.1], 'nelsonRules', 'subgroupRange')).toEqual(['2 ruleBeyondLimits']);
  });

  test('values that never vary violate nothing', () => {
    const [chart] = makeVariableCharts('imrChart', [[5], [5], [5]], { center: 5, sigma: 0 });
    expect(findViolations(chart.statistic, chart.points, 'nelsonRules')).toEqual([[], [], []]);
  });

  test('find what Montgomery finds in the later piston rings: samples 37 to 39 are above the limit', () => {
    const [chart] = makeVariableCharts(
      'xbarRChart',
      LATER_PISTON_RINGS,
      estimateVariableBasis('xbarRChart', PISTON_RINGS)!,
    );
    const violations = findViolations(chart.statistic, chart.points, 'westernElectricRules');
    const listSamples = (rule: string) =>
      violations.flatMap((rules, index) => (rules.some((found) => found === rule) ? [index + 26] : []));
    expect(listSamples('ruleBeyondLimits')).toEqual([37, 38, 39]);
  });
});
