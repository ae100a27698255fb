/** The age class of data: current, older than expected, too old to act upon, or never received. */
export type Freshness = 'fresh' | 'aging' | 'stale' | 'unknown';

/**
 * The expected time between two confirmations of a source, in milliseconds. The server sends a beat
 * every 5 s. With this value a wall shows within 10 s that beats are missing.
 */
export const EXPECTED_MS = 4500;
const AGING = 2;
const STALE = 5;

/**
 * Returns the freshness of data.
 * @param age the age of the data in milliseconds; null if there is no data
 */
export function freshnessOf(age: number | null, expected: number = EXPECTED_MS): Freshness {
  if (age === null) return 'unknown';
  if (age < AGING * expected) return 'fresh';
  return age < STALE * expected ? 'aging' : 'stale';
}

/** Returns the time until the freshness of data changes, in milliseconds; null if it never does. */
export function freshFor(age: number | null, expected: number = EXPECTED_MS): number | null {
  if (age === null || age >= STALE * expected) return null;
  return (age < AGING * expected ? AGING : STALE) * expected - age;
}
