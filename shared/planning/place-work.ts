import { countDaysBetween } from '#shared/rules/days.ts';

/** The number of days from today for which the work calendar is read. Every later day counts as a working day. */
export const LOOKAHEAD_DAYS = 400;

/** The days on which the remaining work of a process falls. */
export interface WorkDays {
  /**
   * `overdue`: all planned days have passed, so the work falls on today. `unplanned`: the process has no
   * planned day.
   */
  readonly kind: 'planned' | 'overdue' | 'unplanned';
  /** The first days of the work in calendar order, as numbers of days from today. */
  readonly days: readonly number[];
  /**
   * The number of all days of the work. It is larger than the length of `days` if the work continues after these days.
   */
  readonly dayCount: number;
  /**
   * The weight of each of `days` in the division of the work. Without weights, all days get the same share.
   */
  readonly weights?: readonly number[];
}

/** The work minutes of a process in an applied plan, on each day from a first day on. */
export interface AppliedDays {
  readonly firstDay: string;
  readonly dayMinutes: readonly number[];
  /** Whether the process has already ended according to the plan. */
  readonly isOver: boolean;
}

export interface PlannedDays {
  readonly plannedStart: string | null;
  readonly plannedEnd: string | null;
  readonly needBy: string | null;
}

/**
 * Returns the first and the last planned day of a process. If only one day is known, it is both days; null if no day is
 * known.
 */
export function findPlannedDays({ plannedStart, plannedEnd, needBy }: PlannedDays): [string, string] | null {
  const end = plannedEnd ?? needBy ?? plannedStart;
  if (end === null) return null;
  const start = plannedStart ?? end;
  return start <= end ? [start, end] : [start, start];
}

/**
 * Finds the days on which the remaining work of a process falls. These are the working days among its planned days
 * from today on. If there is no working day among them, the work falls on all planned days from today on.
 * @param isWorkday whether the day this many days from today is a working day of the group
 */
export function placeWork(
  plannedDays: PlannedDays,
  today: string,
  isWorkday: (day: number) => boolean,
): WorkDays {
  const span = findPlannedDays(plannedDays);
  if (span === null) return { kind: 'unplanned', days: [], dayCount: 0 };
  const lastDay = countDaysBetween(today, span[1]);
  if (lastDay < 0) return { kind: 'overdue', days: [0], dayCount: 1 };
  const firstDay = Math.max(0, countDaysBetween(today, span[0]));
  const lastKnownDay = Math.min(lastDay, LOOKAHEAD_DAYS);
  const allDays = Array.from(
    { length: Math.max(0, lastKnownDay - firstDay + 1) },
    (_, index) => firstDay + index,
  );
  const workdays = allDays.filter(isWorkday);
  const laterDayCount = lastDay - Math.max(lastKnownDay, firstDay - 1);
  const days = workdays.length + laterDayCount === 0 ? allDays : workdays;
  return { kind: 'planned', days, dayCount: days.length + laterDayCount };
}

/**
 * Divides a whole number of minutes among `dayCount` days into whole numbers that add up to `minutes`.
 * @returns the share of the day at `position`; the first day has position 0
 */
export const shareMinutes = (minutes: number, position: number, dayCount: number): number =>
  Math.floor((minutes * (position + 1)) / dayCount) - Math.floor((minutes * position) / dayCount);

/**
 * Places the remaining work of a process on the days of an applied plan, in proportion to their minutes. Work that was
 * planned for earlier days falls on the days from today on.
 */
export function placeByPlan({ firstDay, dayMinutes, isOver }: AppliedDays, today: string): WorkDays {
  const firstIndex = countDaysBetween(today, firstDay);
  const days: number[] = [];
  const weights: number[] = [];
  for (const [position, minutes] of dayMinutes.entries()) {
    if (minutes <= 0 || firstIndex + position < 0) continue;
    days.push(firstIndex + position);
    weights.push(minutes);
  }
  if (days.length > 0) return { kind: 'planned', days, dayCount: days.length, weights };
  // All planned days are over. If the plan does not end before now, a night shift of the last day still goes on.
  return { kind: isOver ? 'overdue' : 'planned', days: [0], dayCount: 1 };
}

/**
 * Returns the part of `minutes` that falls on the day at `position` of a placement. The parts are whole numbers that
 * add up to `minutes`.
 */
export function sharePlacedMinutes(
  minutes: number,
  { dayCount, weights }: WorkDays,
  position: number,
): number {
  if (!weights) return shareMinutes(minutes, position, dayCount);
  const sumUntil = (end: number): number => weights.slice(0, end).reduce((sum, weight) => sum + weight, 0);
  const total = sumUntil(weights.length);
  return (
    Math.floor((minutes * sumUntil(position + 1)) / total) -
    Math.floor((minutes * sumUntil(position)) / total)
  );
}

/** Sums the minutes of a process on the days `from` to `to`, inclusive. Day 0 is today. */
export function sumMinutesBetween(minutes: number, placement: WorkDays, from: number, to: number): number {
  let sum = 0;
  for (const [position, day] of placement.days.entries())
    if (day >= from && day <= to) sum += sharePlacedMinutes(minutes, placement, position);
  return sum;
}

const QUANTITY_SCALE = 10_000;

/**
 * Returns the part of a quantity that falls on the day at `position` of a placement. A whole quantity is divided into
 * whole numbers.
 */
export function sharePlacedQuantity(quantity: number, placement: WorkDays, position: number): number {
  if (Number.isInteger(quantity)) return sharePlacedMinutes(quantity, placement, position);
  return sharePlacedMinutes(Math.round(quantity * QUANTITY_SCALE), placement, position) / QUANTITY_SCALE;
}
