import { minus, sum } from '#shared/ledger/quantity.ts';

/** The default good quantity: the started pieces less scrap and rework. */
export const defaultGood = (started: number, scrap: number, rework: number): number =>
  Math.max(0, minus(started, scrap, rework));

/** The started pieces that a report does not count; they can be started again. */
export const uncountedPieces = (started: number, ...reported: number[]): number =>
  Math.max(0, minus(started, sum(...reported)));
