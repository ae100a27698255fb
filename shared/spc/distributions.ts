/** The 97.5 % quantile of the normal distribution, for two-sided intervals of 95 %. */
export const NORMAL_QUANTILE_975 = 1.959964;

/** The coefficients of the Lanczos approximation of the gamma function (g = 7, n = 9). */
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

/**
 * Computes the regularised lower incomplete gamma function as a series. The series converges for every x that
 * this file needs.
 */
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
 * @param degreesOfFreedom the degrees of freedom, at least 1
 */
export function findChiSquaredQuantile(probability: number, degreesOfFreedom: number): number {
  let low = 0;
  let high = degreesOfFreedom + 10 * Math.sqrt(2 * degreesOfFreedom) + 20;
  while (high - low > high * 1e-10) {
    const middle = (low + high) / 2;
    if (computeGammaShare(degreesOfFreedom / 2, middle / 2) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The smallest absolute value of a denominator in the continued fraction, which avoids a division by 0. */
const SMALLEST_DIVISOR = 1e-300;
const MAX_FRACTION_STEPS = 1000;

/** Computes the continued fraction of the incomplete beta function by the method of Lentz. */
function computeBetaFraction(a: number, b: number, x: number): number {
  const keepOffZero = (value: number) => (Math.abs(value) < SMALLEST_DIVISOR ? SMALLEST_DIVISOR : value);
  let c = 1;
  let d = 1 / keepOffZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let step = 1; step <= MAX_FRACTION_STEPS; step += 1) {
    const evenCoefficient = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    const oddCoefficient = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    for (const coefficient of [evenCoefficient, oddCoefficient]) {
      d = 1 / keepOffZero(1 + coefficient * d);
      c = keepOffZero(1 + coefficient / c);
      fraction *= d * c;
    }
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return fraction;
}

/** Computes the regularised incomplete beta function. @param x from 0 to 1 */
function computeBetaShare(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const leadingFactor = Math.exp(
    computeLogGamma(a + b) - computeLogGamma(a) - computeLogGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // The continued fraction converges fast only if x is small. Otherwise the symmetric fraction of 1 − x is
  // used.
  return x < (a + 1) / (a + b + 2)
    ? (leadingFactor * computeBetaFraction(a, b, x)) / a
    : 1 - (leadingFactor * computeBetaFraction(b, a, 1 - x)) / b;
}

/**
 * Finds the probability that a value of the F distribution is larger than `f`.
 * @param freedom the degrees of freedom of the numerator, at least 1
 * @param errorFreedom the degrees of freedom of the denominator, at least 1
 */
export const findFProbabilityAbove = (
  f: number,
  degreesOfFreedom: number,
  errorDegreesOfFreedom: number,
): number =>
  computeBetaShare(
    errorDegreesOfFreedom / (errorDegreesOfFreedom + degreesOfFreedom * f),
    errorDegreesOfFreedom / 2,
    degreesOfFreedom / 2,
  );
