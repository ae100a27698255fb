/** The cost parameters of scrypt. */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * The cost of new hashes. A hash with N = 2^15, r = 8 and p = 1 takes 32 MiB and about 0.1 seconds.
 * Each hash stores its parameters, so that they can be raised later.
 */
export const SCRYPT_COST: ScryptCost = { log2N: 15, r: 8, p: 1 };
