import { randomBytes } from 'node:crypto';

const randomFraction = (): number => randomBytes(4).readUInt32BE() / 2 ** 32;

/** An unpredictable number from `low` to `high`. */
export const randomBetween = (low: number, high: number): number => low + randomFraction() * (high - low);
