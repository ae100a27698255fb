/**
 * The factor that converts a quantity to whole ten-thousandths. Quantities have four decimals, and sums of whole
 * numbers have no binary rounding errors: they are exact up to a quantity of 900,000,000,000.
 */
const QUANTITY_SCALE = 10_000;

export const roundQuantity = (value: number): number => Math.round(value * QUANTITY_SCALE) / QUANTITY_SCALE;
export const addQuantities = (...values: number[]): number =>
  values.reduce((total, value) => total + Math.round(value * QUANTITY_SCALE), 0) / QUANTITY_SCALE;
export const subtractQuantities = (from: number, ...values: number[]): number =>
  addQuantities(from, ...values.map((value) => -value));
/** Counts the complete sets of `per` pieces in a quantity; returns the quantity if `per` is 1. */
export const countCompleteSets = (value: number, per: number): number =>
  per === 1 ? value : Math.floor(Math.round(value * QUANTITY_SCALE) / Math.round(per * QUANTITY_SCALE));
