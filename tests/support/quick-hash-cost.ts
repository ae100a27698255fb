import { afterAll, beforeAll } from 'vitest';
import { SCRYPT_COST as PRODUCTION_COST, type ScryptCost } from '#server/session/hash-cost.ts';

/** A hash with this cost takes about a millisecond. */
const QUICK_COST: ScryptCost = { log2N: 8, r: 8, p: 1 };

let currentCost = QUICK_COST;

/**
 * The cost of new hashes in the test process: vitest.config.ts replaces `server/session/hash-cost.ts` by this file.
 * Servers in their own processes use the cost of production.
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

/** Makes the tests of a suite use the cost of production. Call it before the suite registers other hooks. */
export function hashAsInProduction(): void {
  beforeAll(() => {
    currentCost = PRODUCTION_COST;
  });
  afterAll(() => {
    currentCost = QUICK_COST;
  });
}
