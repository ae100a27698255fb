/** The age class of data: current, older than expected, too old to act upon, or never received. */
export type Freshness = 'fresh' | 'aging' | 'stale' | 'unknown';

/**
 * The expected time between two confirmations of a source, in milliseconds. The server sends a beat
 * every 5 s. With this value a wall shows within 10 s that beats are missing.
 */
export const CONFIRMATION_INTERVAL_MS = 4500;
const AGING_AFTER_INTERVALS = 2;
const STALE_AFTER_INTERVALS = 5;

/**
 * Returns the freshness of data.
 * @param ageMs the age of the data in milliseconds; null if there is no data
 */
export function getFreshness(
  ageMs: number | null,
  expectedIntervalMs: number = CONFIRMATION_INTERVAL_MS,
): Freshness {
  if (ageMs === null) return 'unknown';
  if (ageMs < AGING_AFTER_INTERVALS * expectedIntervalMs) return 'fresh';
  return ageMs < STALE_AFTER_INTERVALS * expectedIntervalMs ? 'aging' : 'stale';
}

/**
 * Returns the time until the freshness of data changes, in milliseconds; null if there is no data or
 * the data is already stale.
 */
export function getTimeUntilFreshnessChanges(
  ageMs: number | null,
  expectedIntervalMs: number = CONFIRMATION_INTERVAL_MS,
): number | null {
  if (ageMs === null || ageMs >= STALE_AFTER_INTERVALS * expectedIntervalMs) return null;
  return (
    (ageMs < AGING_AFTER_INTERVALS * expectedIntervalMs ? AGING_AFTER_INTERVALS : STALE_AFTER_INTERVALS) *
      expectedIntervalMs -
    ageMs
  );
}
