/**
 * Quantities have four decimals. Sums use whole ten-thousandths, so that they have no
 * binary rounding error; they are exact up to 900,000,000,000.
 */
const SCALE = 10_000;

export const round4 = (value: number): number => Math.round(value * SCALE) / SCALE;
export const sum = (...values: number[]): number =>
  values.reduce((total, value) => total + Math.round(value * SCALE), 0) / SCALE;
export const minus = (from: number, ...values: number[]): number =>
  sum(from, ...values.map((value) => -value));
/** How many whole sets of `per` there are in a quantity. */
export const setsOf = (value: number, per: number): number =>
  per === 1 ? value : Math.floor(Math.round(value * SCALE) / Math.round(per * SCALE));
