import { createRandomGenerator as createRandomNumbers } from '#shared/kernel/random.ts';

/** A generator of random numbers. The same seed always gives the same numbers. */
export interface RandomGenerator {
  /** Returns true with the given probability, from 0 to 1. */
  pickBoolean: (probability: number) => boolean;
  /** Returns a uniformly distributed number in a range. */
  pickBetween: (from: number, to: number) => number;
  /** Returns a random element of a list, which must not be empty. */
  pickOne: <T>(list: readonly T[]) => T;
}

/** Creates a generator of random numbers. */
export function createRandomGenerator(seed: number): RandomGenerator {
  const next = createRandomNumbers(seed);
  return {
    pickBoolean: (probability) => next() < probability,
    pickBetween: (from, to) => from + next() * (to - from),
    pickOne: (list) => list[Math.floor(next() * list.length)]!,
  };
}

/**
 * Returns how difficult a day is for a group, from 0.6 for a good day to 1.8 for a bad day. On bad
 * days work takes longer, with more defects and more calls for help.
 */
export function getDailyDifficulty(group: string, day: string): number {
  let seed = 7;
  for (const letter of group + day) seed = Math.imul(seed ^ letter.codePointAt(0)!, 0x01000193);
  const random = createRandomGenerator(seed);
  return random.pickBoolean(0.2) ? random.pickBetween(1.4, 1.8) : random.pickBetween(0.6, 1.2);
}
