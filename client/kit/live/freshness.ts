/** How far a picture may be trusted: right as of now, older than it should be, too old to act upon, or never seen. */
export type Freshness = 'fresh' | 'aging' | 'stale' | 'unknown';

/**
 * How often a source is vouched for, in milliseconds. A beat brings it every 5 s and is then a second or two old;
 * nine seconds without it mean that something is wrong, which a wall says within ten.
 */
export const EXPECTED_MS = 4500;
const AGING = 2;
const STALE = 5;

/** @param age of the picture in milliseconds; null where there is none */
export function freshnessOf(age: number | null, expected: number = EXPECTED_MS): Freshness {
  if (age === null) return 'unknown';
  if (age < AGING * expected) return 'fresh';
  return age < STALE * expected ? 'aging' : 'stale';
}

/** How long a picture of this age stays what it is, in milliseconds; null where for good. */
export function freshFor(age: number | null, expected: number = EXPECTED_MS): number | null {
  if (age === null || age >= STALE * expected) return null;
  return (age < AGING * expected ? AGING : STALE) * expected - age;
}
