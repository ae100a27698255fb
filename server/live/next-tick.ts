import type { RefreshInterval } from '#shared/kernel/report.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';

const MINUTE_MS = 60_000;

/**
 * Finds the start of the factory's next day. It searches by bisection, because a day can have 23 to
 * 25 hours.
 */
function findNextMidnight(zone: string, now: number): number {
  const today = toLocalDay(zone, now);
  let before = now;
  let after = now + 26 * 60 * MINUTE_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (toLocalDay(zone, middle) === today) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * Finds the next time at which an answer can change without any new data, in milliseconds since 1970. For a
 * clock other than `day`, this is the next minute, because shifts can end at any minute.
 */
export function findNextRefreshTime(clock: RefreshInterval, zone: string, now: number): number {
  if (clock === 'day') return findNextMidnight(zone, now);
  return (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
}
