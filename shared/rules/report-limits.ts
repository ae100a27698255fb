/** The minimum and maximum duration of a work report in seconds, including breaks (specification §5, §9). */
export const MIN_REPORT_SECONDS = 60;
export const MAX_REPORT_SECONDS = 24 * 3600;
/** The smallest quantity with which a report can be finished (specification §5). */
export const MIN_FINISHED_QUANTITY = 0.01;
/** How many hours in the past a user without the permission TASK_REPORT_TEAM may date a work report. */
export const MAX_BACKDATE_HOURS = 24;
/** How many days in the past the start of a work report may be, even with the permission TASK_REPORT_TEAM. */
export const MAX_START_BACKDATE_DAYS = 31;
/**
 * How many days before the creation of the work order the start of a work report may be. Some orders are entered
 * after work has begun.
 */
export const MAX_DAYS_BEFORE_ORDER = 7;
/** The sum of the ratios of the people of one report, in percent. */
export const RATIO_TOTAL_PERCENT = 100;

/**
 * Splits whole seconds by ratios. Shares are rounded down, and the remaining seconds go to the shares that lost most
 * by the rounding.
 * @param ratios numbers from 0; each share is proportional to its ratio
 * @returns whole seconds for each ratio, which add up to `seconds`; 0 for each if all ratios are 0
 */
export function splitSeconds(seconds: number, ratios: readonly number[]): number[] {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  if (sum <= 0) return ratios.map(() => 0);
  const exact = ratios.map((ratio) => (seconds * ratio) / sum);
  const shares = exact.map(Math.floor);
  let secondsLeft = seconds - shares.reduce((total, share) => total + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - shares[index]! }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of byRemainder) {
    if (secondsLeft === 0) break;
    shares[index]! += 1;
    secondsLeft -= 1;
  }
  return shares;
}

/**
 * Creates equal ratios that add up to exactly RATIO_TOTAL. Only the first ratio may differ slightly, because the
 * others are rounded down.
 */
export function createEqualRatios(count: number): number[] {
  const equalRatio = Math.floor((RATIO_TOTAL_PERCENT * 10_000) / count) / 10_000;
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? Math.round((RATIO_TOTAL_PERCENT - equalRatio * (count - 1)) * 10_000) / 10_000 : equalRatio,
  );
}

/**
 * Returns how many machines one person may operate at the same time, at least 1. The man–machine ratio is
 * persons ÷ machines; null means 1.
 */
export const getMachinesPerPerson = (manMachineRatio: number | null): number =>
  manMachineRatio === null ? 1 : Math.max(1, Math.floor(1 / manMachineRatio + 1e-9));

/**
 * A time interval in which a person works, in milliseconds since 1970. The end is Infinity while the work is running.
 */
export interface WorkInterval {
  start: number;
  end: number;
  /** How many intervals of the person may run at the same time during this interval. */
  limit: number;
}

/**
 * Finds an interval that forbids adding a new interval. At every instant, the number of intervals that include the
 * instant must not exceed the limit of any of these intervals.
 * @returns an existing interval and the limit that would be exceeded; null if the new interval is allowed. Of the
 * existing intervals at the same instant, it is the one with the lowest limit.
 */
export function findForbiddenOverlap<T extends WorkInterval>(
  added: WorkInterval,
  others: readonly T[],
): { other: T; limit: number } | null {
  const overlappingIntervals = others.filter((one) => one.start < added.end && one.end > added.start);
  const instants = [added.start, ...overlappingIntervals.map((one) => Math.max(one.start, added.start))];
  for (const instant of instants) {
    const running = overlappingIntervals.filter((one) => one.start <= instant && one.end > instant);
    const [other] = running.toSorted((one, two) => one.limit - two.limit);
    const limit = Math.min(added.limit, other?.limit ?? Infinity);
    if (other && running.length + 1 > limit) return { other, limit };
  }
  return null;
}
