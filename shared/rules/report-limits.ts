/** The minimum and maximum duration of a work report in seconds, including breaks (specification §5, §9). */
export const MIN_REPORT_SECONDS = 60;
export const MAX_REPORT_SECONDS = 24 * 3600;
/** The smallest quantity with which a report can be finished (specification §5). */
export const MIN_FINISHED_QUANTITY = 0.01;
/** A user without the permission TASK_REPORT_TEAM may backdate a work report by at most this many hours. */
export const MAX_BACKDATE_HOURS = 24;
/**
 * A report that a device made without network, and sends later, may be this many days old. The answers of the server
 * are kept longer than that, so a report that is sent again is not booked twice.
 */
export const MAX_OFFLINE_DAYS = 7;
/** Even with TASK_REPORT_TEAM, a user may backdate the start of a report by at most this many days. */
export const MAX_START_BACKDATE_DAYS = 31;
/**
 * A work report may start at most this many days before the work order is created, because some orders
 * are entered after work has begun.
 */
export const MAX_DAYS_BEFORE_ORDER = 7;
/** The sum of the ratios of the people of one report, in percent. */
export const RATIO_TOTAL_PERCENT = 100;

/**
 * Creates equal ratios that add up to exactly RATIO_TOTAL_PERCENT. Only the first ratio may differ
 * slightly, because the others are rounded down.
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
 * @returns the limit that would be exceeded, and the existing interval with the lowest limit at that
 * instant; null if the new interval is allowed
 */
export function findForbiddenOverlap<T extends WorkInterval>(
  newInterval: WorkInterval,
  existingIntervals: readonly T[],
): { other: T; limit: number } | null {
  const overlappingIntervals = existingIntervals.filter(
    (interval) => interval.start < newInterval.end && interval.end > newInterval.start,
  );
  const instants = [
    newInterval.start,
    ...overlappingIntervals.map((interval) => Math.max(interval.start, newInterval.start)),
  ];
  for (const instant of instants) {
    const runningIntervals = overlappingIntervals.filter(
      (interval) => interval.start <= instant && interval.end > instant,
    );
    const [lowestLimitInterval] = runningIntervals.toSorted((a, b) => a.limit - b.limit);
    const limit = Math.min(newInterval.limit, lowestLimitInterval?.limit ?? Infinity);
    if (lowestLimitInterval && runningIntervals.length + 1 > limit)
      return { other: lowestLimitInterval, limit };
  }
  return null;
}
