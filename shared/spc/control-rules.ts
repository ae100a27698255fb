import type { ChartPoint, Statistic } from './control-chart.ts';

/** The patterns of points that indicate a special cause. */
export const CONTROL_RULES = [
  'ruleBeyondLimits',
  'ruleTwoOfThree',
  'ruleFourOfFive',
  'ruleEightOnSide',
  'ruleNineOnSide',
  'ruleSixTrend',
  'ruleFourteenAlternating',
  'ruleFifteenInside',
  'ruleEightOutside',
] as const;
export type ControlRule = (typeof CONTROL_RULES)[number];

/** The sets of rules: Western Electric (1956) and Nelson (1984). */
export const RULE_SETS = ['westernElectricRules', 'nelsonRules'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

const RULES_OF_SET: Readonly<Record<RuleSet, readonly ControlRule[]>> = {
  westernElectricRules: ['ruleBeyondLimits', 'ruleTwoOfThree', 'ruleFourOfFive', 'ruleEightOnSide'],
  nelsonRules: [
    'ruleBeyondLimits',
    'ruleNineOnSide',
    'ruleSixTrend',
    'ruleFourteenAlternating',
    'ruleTwoOfThree',
    'ruleFourOfFive',
    'ruleFifteenInside',
    'ruleEightOutside',
  ],
};

/** The rules that count points in zones of σ. They hold only for `NORMAL_STATISTICS`. */
const ZONE_RULES: ReadonlySet<ControlRule> = new Set<ControlRule>([
  'ruleTwoOfThree',
  'ruleFourOfFive',
  'ruleFifteenInside',
  'ruleEightOutside',
]);
/** The normally distributed statistics. Only charts of these statistics have zones. */
export const NORMAL_STATISTICS: ReadonlySet<Statistic> = new Set<Statistic>([
  'individualValue',
  'subgroupMean',
]);

/**
 * A pattern in the last `length` points. `isFound` gets the distances of these points from the center in
 * units of σ, the newest last.
 */
interface Pattern {
  length: number;
  isFound: (distances: readonly number[]) => boolean;
}

/**
 * Whether at least `minCount` points, including the newest, are farther than `sigmas` σ from the center on
 * the same side.
 */
const areEnoughPointsBeyond = (distances: readonly number[], sigmas: number, minCount: number): boolean =>
  [1, -1].some(
    (side) =>
      distances.at(-1)! * side > sigmas &&
      distances.filter((distance) => distance * side > sigmas).length >= minCount,
  );

const listSteps = (distances: readonly number[]): number[] =>
  distances.slice(1).map((distance, index) => Math.sign(distance - distances[index]!));

const PATTERNS: Readonly<Record<Exclude<ControlRule, 'ruleBeyondLimits'>, Pattern>> = {
  ruleTwoOfThree: { length: 3, isFound: (distances) => areEnoughPointsBeyond(distances, 2, 2) },
  ruleFourOfFive: { length: 5, isFound: (distances) => areEnoughPointsBeyond(distances, 1, 4) },
  ruleEightOnSide: { length: 8, isFound: (distances) => areEnoughPointsBeyond(distances, 0, 8) },
  ruleNineOnSide: { length: 9, isFound: (distances) => areEnoughPointsBeyond(distances, 0, 9) },
  ruleSixTrend: {
    length: 6,
    isFound: (distances) => Math.abs(listSteps(distances).reduce((sum, step) => sum + step, 0)) === 5,
  },
  ruleFourteenAlternating: {
    length: 14,
    isFound: (distances) => {
      const steps = listSteps(distances);
      return steps.every((step, index) => step !== 0 && (index === 0 || step === -steps[index - 1]!));
    },
  },
  ruleFifteenInside: {
    length: 15,
    isFound: (distances) => distances.every((distance) => Math.abs(distance) < 1),
  },
  ruleEightOutside: {
    length: 8,
    isFound: (distances) => distances.every((distance) => Math.abs(distance) > 1),
  },
};

/** The distance of a point from its center in units of its σ; null if the point has no value. */
function measureDistance({ value, center, sigma }: ChartPoint): number | null {
  if (value === null) return null;
  return value === center ? 0 : (value - center) / sigma;
}

const isBeyond = ({ value, lower, upper }: ChartPoint): boolean =>
  value !== null && (value < lower || value > upper);

/**
 * Finds the rules that each point violates. A pattern of several points is marked at its last point. A
 * pattern cannot contain a point without a value.
 * @returns for each point, the list of violated rules, which may be empty
 */
export function findViolations(
  statistic: Statistic,
  points: readonly ChartPoint[],
  ruleSet: RuleSet,
): ControlRule[][] {
  const rules = RULES_OF_SET[ruleSet].filter(
    (rule) => NORMAL_STATISTICS.has(statistic) || !ZONE_RULES.has(rule),
  );
  const distances = points.map(measureDistance);
  return points.map((point, index) =>
    rules.filter((rule) => {
      if (rule === 'ruleBeyondLimits') return isBeyond(point);
      const { length, isFound } = PATTERNS[rule];
      const last = distances.slice(Math.max(0, index + 1 - length), index + 1);
      return last.length === length && last.every((distance) => distance !== null) && isFound(last);
    }),
  );
}
