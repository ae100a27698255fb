const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * How long to wait before trying again: 0.5 s doubling to 30 s, and between half and the whole of that,
 * so that a thousand screens do not come back in one moment.
 * @param failures how often it has failed in a row, from 1
 */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return whole / 2 + (random() * whole) / 2;
}
