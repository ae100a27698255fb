/**
 * The expected value (d2) and the standard deviation (d3) of the range of n values of a normal distribution with the
 * standard deviation 1, for n from 2 to 25. They are the values of Harter (1960), "Tables of range and studentized
 * range", as ASTM E2587 and Montgomery, "Introduction to Statistical Quality Control", appendix VI print them with
 * fewer digits.
 */
const RANGE_CONSTANTS: readonly (readonly [d2: number, d3: number])[] = [
  [1.12838, 0.8525],
  [1.69257, 0.8884],
  [2.05875, 0.8798],
  [2.32593, 0.8641],
  [2.53441, 0.848],
  [2.70436, 0.8332],
  [2.8472, 0.8198],
  [2.97003, 0.8078],
  [3.07751, 0.7971],
  [3.17287, 0.7873],
  [3.25846, 0.7785],
  [3.33598, 0.7704],
  [3.40676, 0.763],
  [3.47183, 0.7562],
  [3.53198, 0.7499],
  [3.58788, 0.7441],
  [3.64006, 0.7386],
  [3.68896, 0.7335],
  [3.73495, 0.7287],
  [3.77834, 0.7242],
  [3.81938, 0.7199],
  [3.85832, 0.7159],
  [3.89535, 0.7121],
  [3.93063, 0.7085],
];

/** The largest subgroup whose range has tabled constants. */
export const MAX_RANGE_SIZE = RANGE_CONSTANTS.length + 1;

/** Finds d2 and d3 of a subgroup size. @param size from 2 to MAX_RANGE_SIZE */
export function findRangeConstants(size: number): { d2: number; d3: number } {
  const [d2, d3] = RANGE_CONSTANTS[size - 2]!;
  return { d2, d3 };
}

/** The values of c4 that were computed, by the subgroup size. */
const c4Values: number[] = [];

/**
 * Computes c4, the expected standard deviation of n values of a normal distribution with the standard deviation 1.
 * c4 = √(2 / (n − 1)) · Γ(n / 2) / Γ((n − 1) / 2).
 * @param size at least 2
 */
export function computeC4(size: number): number {
  // The ratio of the gamma functions follows from the ratio of the size before: r(2) = 1 / √π, r(n + 1) = (n − 1) / 2 /
  // r(n).
  let ratio = 1 / Math.sqrt(Math.PI);
  for (let count = 2; c4Values.length <= size; count += 1) {
    c4Values[count] = Math.sqrt(2 / (count - 1)) * ratio;
    ratio = (count - 1) / 2 / ratio;
  }
  return c4Values[size]!;
}

/** The factors of control limits of a subgroup size. Factors with R̄ or s̄ include the estimate of σ. */
export interface ControlFactors {
  /** x̄ chart: x̄ ± A2·R̄, x̄ ± A3·s̄. */
  a2: number;
  a3: number;
  /** s chart: B3·s̄ to B4·s̄. */
  b3: number;
  b4: number;
  /** R chart: D3·R̄ to D4·R̄. */
  d3: number;
  d4: number;
}

/** Derives the factors of control limits of a subgroup size. @param size from 2 to MAX_RANGE_SIZE */
export function deriveControlFactors(size: number): ControlFactors {
  const { d2, d3 } = findRangeConstants(size);
  const c4 = computeC4(size);
  const rangeWidth = (3 * d3) / d2;
  const deviationWidth = (3 * Math.sqrt(1 - c4 ** 2)) / c4;
  return {
    a2: 3 / (d2 * Math.sqrt(size)),
    a3: 3 / (c4 * Math.sqrt(size)),
    b3: Math.max(0, 1 - deviationWidth),
    b4: 1 + deviationWidth,
    d3: Math.max(0, 1 - rangeWidth),
    d4: 1 + rangeWidth,
  };
}
