import { minus, sum } from '#shared/ledger/quantity.ts';

/** How many came out well when nothing else is said: what was started, less what did not. */
export const goodLeft = (started: number, scrap: number, rework: number): number =>
  Math.max(0, minus(started, scrap, rework));

/** How many of the started pieces nobody reports; they can be started again. */
export const returned = (started: number, ...reported: number[]): number =>
  Math.max(0, minus(started, sum(...reported)));
