/**
 * The factor that converts a quantity to whole ten-thousandths. Quantities have four decimals, and
 * sums of whole numbers have no binary rounding errors. Sums are exact up to 900,000,000,000.
 */
const SCALE = 10_000;

export const round4 = (value: number): number => Math.round(value * SCALE) / SCALE;
export const sum = (...values: number[]): number =>
  values.reduce((total, value) => total + Math.round(value * SCALE), 0) / SCALE;
export const minus = (from: number, ...values: number[]): number =>
  sum(from, ...values.map((value) => -value));
/** Counts the complete sets of `per` pieces in a quantity; returns the quantity if `per` is 1. */
export const setsOf = (value: number, per: number): number =>
  per === 1 ? value : Math.floor(Math.round(value * SCALE) / Math.round(per * SCALE));
