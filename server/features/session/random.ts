import { randomBytes } from 'node:crypto';

const pickRandomFraction = (): number => randomBytes(4).readUInt32BE() / 2 ** 32;

/** Returns an unpredictable number that is at least `low` and below `high`. */
export const pickRandomBetween = (low: number, high: number): number =>
  low + pickRandomFraction() * (high - low);
