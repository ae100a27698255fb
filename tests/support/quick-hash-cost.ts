import { afterAll, beforeAll } from 'vitest';
import { SCRYPT_COST as PRODUCTION_COST, type ScryptCost } from '#server/session/hash-cost.ts';

/** A hash with this cost takes about a millisecond. */
const QUICK_COST: ScryptCost = { log2N: 8, r: 8, p: 1 };

let currentCost = QUICK_COST;

/**
 * The cost of new hashes within the test process, where vitest.config.ts puts this file in the place of
 * `server/session/hash-cost.ts`. Servers in processes of their own have the cost of production.
 */
export const SCRYPT_COST: ScryptCost = {
  get log2N() {
    return currentCost.log2N;
  },
  get r() {
    return currentCost.r;
  },
  get p() {
    return currentCost.p;
  },
};

/** Gives the tests of a suite the cost of production. It is called before the other hooks of the suite are registered. */
export function hashAsInProduction(): void {
  beforeAll(() => {
    currentCost = PRODUCTION_COST;
  });
  afterAll(() => {
    currentCost = QUICK_COST;
  });
}
