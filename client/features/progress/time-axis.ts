import { addDays, countDaysBetween, getWeekdayIndex } from '#shared/rules/days.ts';

/** The lengths of time that the user can choose for the axis. */
export const TIME_SPANS = ['fourWeeks', 'threeMonths', 'oneYear'] as const;
export type TimeSpan = (typeof TIME_SPANS)[number];

/** A period of days. It includes its first and its last day. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** The period that the horizontal axis of the bars covers. All bars have the same axis. */
export interface TimeAxis {
  /** The first day, as 'YYYY-MM-DD'. */
  readonly from: string;
  readonly days: number;
  readonly today: string;
}

const AXIS_DAYS_BY_SPAN: { readonly [span in TimeSpan]: { back: number; days: number } } = {
  fourWeeks: { back: 10, days: 28 },
  threeMonths: { back: 28, days: 91 },
  oneYear: { back: 91, days: 364 },
};

/** Builds the axis around today. The axis does not depend on the orders. */
export const makeTimeAxis = (span: TimeSpan, today: string): TimeAxis => ({
  from: addDays(today, -AXIS_DAYS_BY_SPAN[span].back),
  days: AXIS_DAYS_BY_SPAN[span].days,
  today,
});

/**
 * The position of a period on the axis. The start and the length are percentages of the axis; `beyond`
 * tells on which side a period outside the axis lies.
 */
interface AxisPosition {
  readonly start: number;
  readonly length: number;
  readonly beyond: 'before' | 'after' | null;
}

/**
 * Computes the position of a period on the axis. The days outside the axis are cut off.
 * @param part the share of the period that is placed, counted from its start: 0 to 1
 */
export function computeAxisPosition(axis: TimeAxis, { from, to }: DaySpan, part = 1): AxisPosition {
  const percent = (days: number) => (100 * days) / axis.days;
  const firstDayIndex = countDaysBetween(axis.from, from);
  const end = firstDayIndex + (countDaysBetween(from, to) + 1) * part;
  if (end <= 0) return { start: 0, length: 0, beyond: 'before' };
  if (firstDayIndex >= axis.days) return { start: 100, length: 0, beyond: 'after' };
  const start = Math.max(0, firstDayIndex);
  return { start: percent(start), length: percent(Math.min(axis.days, end) - start), beyond: null };
}

/** Formats a day, without the year if it is the current year. */
export const formatShortDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;

/** A labelled day, and its position as a percentage of the axis. */
interface AxisLabel {
  readonly day: string;
  readonly at: number;
}

/**
 * Returns the labelled days of the axis: every Monday of four weeks, every second Monday of three months,
 * or the first day of each month of a year.
 */
export function makeAxisLabels(axis: TimeAxis): AxisLabel[] {
  const ticks: AxisLabel[] = [];
  for (let index = 0; index < axis.days; index++) {
    const day = addDays(axis.from, index);
    const isMonday = getWeekdayIndex(day) === 0;
    const wanted = axis.days > 100 ? day.endsWith('-01') : isMonday;
    // A label near the end of the axis would be cut off, so it is omitted.
    if (wanted && index < 0.85 * axis.days) ticks.push({ day, at: (100 * index) / axis.days });
  }
  return axis.days === 91 ? ticks.filter((_, index) => index % 2 === 0) : ticks;
}
