/** How current data is: fresh, older than expected, too old to act upon, or never received. */
export type Freshness = 'fresh' | 'aging' | 'stale' | 'unknown';

/**
 * How often the server confirms a source, in milliseconds. A beat does so every 5 s and is then one or two
 * seconds old; after nine seconds without one something is wrong, and a wall shows it within ten.
 */
export const EXPECTED_MS = 4500;
const AGING = 2;
const STALE = 5;

/** @param age of the data in milliseconds; null if there is none */
export function freshnessOf(age: number | null, expected: number = EXPECTED_MS): Freshness {
  if (age === null) return 'unknown';
  if (age < AGING * expected) return 'fresh';
  return age < STALE * expected ? 'aging' : 'stale';
}

/** Returns how long data of this age keeps its freshness, in milliseconds; null if for ever. */
export function freshFor(age: number | null, expected: number = EXPECTED_MS): number | null {
  if (age === null || age >= STALE * expected) return null;
  return (age < AGING * expected ? AGING : STALE) * expected - age;
}
