const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/**
 * Returns the delay before the next attempt in milliseconds. The delay is 1 s after the first
 * failure and doubles with each failure, up to 30 s. A random part of up to half is subtracted, so
 * that a thousand screens do not reconnect at the same time.
 * @param failureCount the number of consecutive failures, at least 1
 * @param random returns a number from 0 to 1
 */
export function getRetryDelay(failureCount: number, random: () => number = Math.random): number {
  const fullDelayMs = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** Math.min(failureCount, 10));
  return fullDelayMs / 2 + (random() * fullDelayMs) / 2;
}
