import { subtractQuantities, addQuantities } from '#shared/ledger/quantity.ts';

/** Computes the default good quantity: the started pieces minus scrap and rework, but not below 0. */
export const computeDefaultGoodQuantity = (started: number, scrap: number, rework: number): number =>
  Math.max(0, subtractQuantities(started, scrap, rework));

/**
 * Computes the started pieces that remain after the reported pieces (good, scrap, rework), at least 0. These pieces can
 * be started again.
 */
export const computeRestartablePieces = (started: number, ...reported: number[]): number =>
  Math.max(0, subtractQuantities(started, addQuantities(...reported)));
