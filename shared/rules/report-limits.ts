/** The limits of a report's duration, before breaks are cut (specification §5, §9). */
export const MIN_REPORT_SECONDS = 60;
export const MAX_REPORT_SECONDS = 24 * 3600;
/** The smallest quantity that finishes a report (specification §5). */
export const MIN_FINISHED_QUANTITY = 0.01;
/** How far back the time of a report may lie for everybody; more needs the team permission. */
export const MAX_BACKDATE_HOURS = 24;
/** How far back a start may lie for anybody, in days. */
export const MAX_START_BACKDATE_DAYS = 31;
/** How long before an order was entered work on it may have begun, in days: paper comes before the screen. */
export const MAX_DAYS_BEFORE_ORDER = 7;
/** Ratios of the people of one report add up to this. */
export const WHOLE = 100;

/**
 * Splits whole seconds by ratios so that the parts add up to the whole: what rounding leaves goes to the largest remainders.
 * @param ratios positive numbers; their sum is the whole
 */
export function shareSeconds(seconds: number, ratios: readonly number[]): number[] {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  if (sum <= 0) return ratios.map(() => 0);
  const exact = ratios.map((ratio) => (seconds * ratio) / sum);
  const shares = exact.map(Math.floor);
  let left = seconds - shares.reduce((total, share) => total + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - shares[index]! }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    shares[index]! += 1;
    left -= 1;
  }
  return shares;
}

/** Equal ratios that add up to WHOLE exactly. */
export function equalRatios(count: number): number[] {
  const each = Math.floor((WHOLE * 10_000) / count) / 10_000;
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? Math.round((WHOLE - each * (count - 1)) * 10_000) / 10_000 : each,
  );
}

/** How many machines one person may serve: the man–machine ratio is persons ÷ machines; without one, a single machine. */
export const machinesPerPerson = (manMachineRatio: number | null): number =>
  manMachineRatio === null ? 1 : Math.max(1, Math.floor(1 / manMachineRatio + 1e-9));

/** A stretch of work of one person: milliseconds, the end open where it still runs. */
export interface Interval {
  start: number;
  end: number;
  /** How many of them the person may run at once, as this one allows. */
  limit: number;
}

/**
 * Whether a stretch of work fits beside others: at no instant more at once than each of them allows.
 * @returns the first of the others that forbids it, or null
 */
export function overlapForbidden<T extends Interval>(added: Interval, others: readonly T[]): T | null {
  const beside = others.filter((one) => one.start < added.end && one.end > added.start);
  const instants = [added.start, ...beside.map((one) => Math.max(one.start, added.start))];
  for (const instant of instants) {
    const running = beside.filter((one) => one.start <= instant && one.end > instant);
    const limit = Math.min(added.limit, ...running.map((one) => one.limit));
    if (running.length > 0 && running.length + 1 > limit) return running[0]!;
  }
  return null;
}
