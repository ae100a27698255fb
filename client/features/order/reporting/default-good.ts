import { minus, sum } from '#shared/ledger/quantity.ts';

/** Computes the default good quantity: the started pieces minus scrap and rework. */
export const defaultGood = (started: number, scrap: number, rework: number): number =>
  Math.max(0, minus(started, scrap, rework));

/**
 * Computes the number of started pieces that a report does not count. They can be started again.
 */
export const uncountedPieces = (started: number, ...reported: number[]): number =>
  Math.max(0, minus(started, sum(...reported)));
