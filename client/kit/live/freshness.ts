/** The age class of data: current, older than expected, too old to act upon, or never received. */
export type Freshness = 'fresh' | 'aging' | 'stale' | 'unknown';

/**
 * The interval by which the age of data is judged, in milliseconds. The server confirms data every 5 s. The
 * interval is a little shorter, so that data is aging after 9 s without a confirmation.
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
