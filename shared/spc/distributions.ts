/** The 97.5 % quantile of the normal distribution, for two-sided intervals of 95 %. */
export const NORMAL_QUANTILE_975 = 1.959964;

/** The coefficients of Lanczos's approximation of the gamma function (g = 7, n = 9). */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function computeLogGamma(value: number): number {
  const x = value - 1;
  const sum = LANCZOS.reduce((total, coefficient, index) =>
    index === 0 ? coefficient : total + coefficient / (x + index),
  );
  const t = x + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum);
}

const PRECISION = 1e-12;

/** The regularised lower incomplete gamma function, as a series; it converges for every x that is needed here. */
function computeGammaShare(shape: number, x: number): number {
  if (x <= 0) return 0;
  let term = 1 / shape;
  let sum = term;
  for (let count = 1; term > sum * PRECISION; count += 1) {
    term *= x / (shape + count);
    sum += term;
  }
  return Math.min(1, sum * Math.exp(shape * Math.log(x) - x - computeLogGamma(shape)));
}

/**
 * Finds the quantile of the chi-squared distribution by bisection.
 * @param probability between 0 and 1
 * @param freedom the degrees of freedom, at least 1
 */
export function findChiSquaredQuantile(probability: number, freedom: number): number {
  let low = 0;
  let high = freedom + 10 * Math.sqrt(2 * freedom) + 20;
  while (high - low > high * 1e-10) {
    const middle = (low + high) / 2;
    if (computeGammaShare(freedom / 2, middle / 2) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
