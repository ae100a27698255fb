import { randomBytes } from 'node:crypto';

const randomFraction = (): number => randomBytes(4).readUInt32BE() / 2 ** 32;

/** Returns an unpredictable number that is at least `low` and below `high`. */
export const randomBetween = (low: number, high: number): number => low + randomFraction() * (high - low);
