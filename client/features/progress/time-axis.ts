import type { DaySpan } from '#client/production/order-spans.ts';
import { addDays, countDaysBetween, getWeekdayIndex } from '#shared/rules/days.ts';

/** The lengths of time that the user can choose for the axis. */
export const TIME_SPANS = ['fourWeeks', 'threeMonths', 'oneYear'] as const;
export type TimeSpan = (typeof TIME_SPANS)[number];

/** The period that the horizontal axis of the bars covers. All bars have the same axis. */
export interface TimeAxis {
  /** The first day, as 'YYYY-MM-DD'. */
  readonly from: string;
  readonly dayCount: number;
  readonly today: string;
}

const AXIS_DAYS_BY_SPAN: { readonly [span in TimeSpan]: { daysBefore: number; dayCount: number } } = {
  fourWeeks: { daysBefore: 10, dayCount: 28 },
  threeMonths: { daysBefore: 28, dayCount: 91 },
  oneYear: { daysBefore: 91, dayCount: 364 },
};

/** Builds the axis around today. The axis does not depend on the orders. */
export const makeTimeAxis = (span: TimeSpan, today: string): TimeAxis => ({
  from: addDays(today, -AXIS_DAYS_BY_SPAN[span].daysBefore),
  dayCount: AXIS_DAYS_BY_SPAN[span].dayCount,
  today,
});

/**
 * The position of a period on the axis. The start and the length are percentages of the axis.
 * `side` tells on which side a period outside the axis lies; null for a period on the axis.
 */
interface AxisPosition {
  readonly start: number;
  readonly length: number;
  readonly side: 'before' | 'after' | null;
}

/**
 * Computes the position of a period on the axis. The days outside the axis are cut off.
 * @param share the share of the period to place on the axis, from its start: 0 to 1
 */
export function computeAxisPosition(axis: TimeAxis, { from, to }: DaySpan, share = 1): AxisPosition {
  const toPercent = (days: number) => (100 * days) / axis.dayCount;
  const firstDayIndex = countDaysBetween(axis.from, from);
  const end = firstDayIndex + (countDaysBetween(from, to) + 1) * share;
  if (end <= 0) return { start: 0, length: 0, side: 'before' };
  if (firstDayIndex >= axis.dayCount) return { start: 100, length: 0, side: 'after' };
  const start = Math.max(0, firstDayIndex);
  return { start: toPercent(start), length: toPercent(Math.min(axis.dayCount, end) - start), side: null };
}

/** Formats a day, without the year if it is the current year. */
export const formatShortDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;

/** A labelled day, and its position as a percentage of the axis. */
interface AxisLabel {
  readonly day: string;
  readonly percent: number;
}

/**
 * Returns the labelled days of the axis: every Monday of four weeks, every second Monday of three months,
 * or the first day of each month of a year.
 */
export function makeAxisLabels(axis: TimeAxis): AxisLabel[] {
  const ticks: AxisLabel[] = [];
  for (let index = 0; index < axis.dayCount; index++) {
    const day = addDays(axis.from, index);
    const isMonday = getWeekdayIndex(day) === 0;
    const isLabelled = axis.dayCount > 100 ? day.endsWith('-01') : isMonday;
    // A label near the end of the axis would be cut off, so it is omitted.
    if (isLabelled && index < 0.85 * axis.dayCount)
      ticks.push({ day, percent: (100 * index) / axis.dayCount });
  }
  return axis.dayCount === 91 ? ticks.filter((_, index) => index % 2 === 0) : ticks;
}
