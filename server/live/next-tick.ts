import type { Clock } from '#shared/kernel/report.ts';
import { dayIn } from '#shared/rules/wall-clock.ts';

const MINUTE_MS = 60_000;

/** Finds the start of the factory's next day by bisection, because days have 23 to 25 hours. */
function nextMidnight(zone: string, now: number): number {
  const today = dayIn(zone, now);
  let before = now;
  let after = now + 26 * 60 * MINUTE_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(zone, middle) === today) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * The next time at which the clock alone can change an answer, in epoch milliseconds. Shifts can end at any
 * minute.
 */
export function nextTick(clock: Clock, zone: string, now: number): number {
  if (clock === 'day') return nextMidnight(zone, now);
  return (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
}
