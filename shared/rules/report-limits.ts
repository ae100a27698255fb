/** The minimum and maximum duration of a report, including breaks (specification §5, §9). */
export const MIN_REPORT_SECONDS = 60;
export const MAX_REPORT_SECONDS = 24 * 3600;
/** The smallest quantity that finishes a report (specification §5). */
export const MIN_FINISHED_QUANTITY = 0.01;
/** How far back anybody may date a report, in hours; the team permission allows more. */
export const MAX_BACKDATE_HOURS = 24;
/** How far back a start may be dated, in days, whatever the permission. */
export const MAX_START_BACKDATE_DAYS = 31;
/** How many days before its order was entered work may have started: some orders begin on paper. */
export const MAX_DAYS_BEFORE_ORDER = 7;
/** The sum of the ratios of all people of one report. */
export const WHOLE = 100;

/**
 * Splits whole seconds by ratios. The shares add up to the total: rounding remainders go to the largest fractions.
 * @param ratios positive numbers; their sum stands for the total
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

/** Creates equal ratios that add up to WHOLE exactly. */
export function equalRatios(count: number): number[] {
  const each = Math.floor((WHOLE * 10_000) / count) / 10_000;
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? Math.round((WHOLE - each * (count - 1)) * 10_000) / 10_000 : each,
  );
}

/** How many machines one person may operate: the man–machine ratio is persons ÷ machines; 1 without a ratio. */
export const machinesPerPerson = (manMachineRatio: number | null): number =>
  manMachineRatio === null ? 1 : Math.max(1, Math.floor(1 / manMachineRatio + 1e-9));

/** A work interval of one person, in milliseconds; the end is null while it runs. */
export interface Interval {
  start: number;
  end: number;
  /** How many intervals may run at once according to this one. */
  limit: number;
}

/**
 * Finds an interval that forbids a new one: at no instant may more intervals run than each of them allows.
 * @returns the first interval that forbids it, or null
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
