/**
 * The factor that converts a quantity, which has at most four decimals, to a whole number. Whole numbers are added up
 * without binary rounding errors. The sum of quantities is exact up to 900,000,000,000.
 */
const QUANTITY_SCALE = 10_000;

export const roundQuantity = (value: number): number => Math.round(value * QUANTITY_SCALE) / QUANTITY_SCALE;
export const addQuantities = (...values: number[]): number =>
  values.reduce((total, value) => total + Math.round(value * QUANTITY_SCALE), 0) / QUANTITY_SCALE;
export const subtractQuantities = (from: number, ...values: number[]): number =>
  addQuantities(from, ...values.map((value) => -value));
/** Counts the complete sets in a quantity. If `piecesPerSet` is 1, returns the quantity with its decimals. */
export const countCompleteSets = (value: number, piecesPerSet: number): number =>
  piecesPerSet === 1
    ? value
    : Math.floor(Math.round(value * QUANTITY_SCALE) / Math.round(piecesPerSet * QUANTITY_SCALE));
/** Counts the pieces that some sets use. A begun set needs all its pieces, unless `piecesPerSet` is 1. */
export const countPiecesInSets = (sets: number, piecesPerSet: number): number =>
  piecesPerSet === 1 ? sets : roundQuantity(Math.ceil(roundQuantity(sets)) * piecesPerSet);
/**
 * Scales a quantity by the ratio of two other quantities, e.g. of an order and of its copy. If the quantity and `to`
 * are whole numbers, the result is rounded up to a whole number. The result is never 0.
 */
export function scaleQuantity(value: number, from: number, to: number): number {
  const scaledValue = roundQuantity((value * to) / from);
  return Number.isInteger(value) && Number.isInteger(to)
    ? Math.max(1, Math.ceil(scaledValue))
    : Math.max(1 / QUANTITY_SCALE, scaledValue);
}

/** Counts the digits after the point of a quantity, at most four. */
export const countDecimals = (value: number): number =>
  String(Math.round(Math.abs(value) * QUANTITY_SCALE))
    .padStart(4, '0')
    .slice(-4)
    .replace(/0+$/, '').length;
