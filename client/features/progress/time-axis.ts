import { addDays, daysBetween, weekdayIndex } from '#shared/rules/days.ts';

/** How much time the bars show; all of them the same, so that they can be compared. */
export const TIME_SPANS = ['fourWeeks', 'threeMonths', 'oneYear'] as const;
export type TimeSpan = (typeof TIME_SPANS)[number];

/** A stretch of days, both ends included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** The stretch of days that bars are drawn on. */
export interface TimeAxis {
  /** 'YYYY-MM-DD' */
  readonly from: string;
  readonly days: number;
  readonly today: string;
}

const SHAPES: { readonly [span in TimeSpan]: { back: number; days: number } } = {
  fourWeeks: { back: 10, days: 28 },
  threeMonths: { back: 28, days: 91 },
  oneYear: { back: 91, days: 364 },
};

/** The stretch around today; it moves with the days, never with what is shown. */
export const axisOf = (span: TimeSpan, today: string): TimeAxis => ({
  from: addDays(today, -SHAPES[span].back),
  days: SHAPES[span].days,
  today,
});

/** Where a stretch of days stands on the axis, in percent of its length; cut off where it goes beyond. */
interface Place {
  readonly start: number;
  readonly length: number;
  readonly beyond: 'before' | 'after' | null;
}

/**
 * @param to the last day, which lasts until its end
 * @param part how much of the stretch, from its beginning: 0 to 1
 */
export function placeOn(axis: TimeAxis, { from, to }: DaySpan, part = 1): Place {
  const percent = (days: number) => (100 * days) / axis.days;
  const first = daysBetween(axis.from, from);
  const end = first + (daysBetween(from, to) + 1) * part;
  if (end <= 0) return { start: 0, length: 0, beyond: 'before' };
  if (first >= axis.days) return { start: 100, length: 0, beyond: 'after' };
  const start = Math.max(0, first);
  return { start: percent(start), length: percent(Math.min(axis.days, end) - start), beyond: null };
}

/** A day as it is written beside others: without the year where it is this one. */
export const shortDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;

/** A day that is written on the axis. */
interface Tick {
  readonly day: string;
  readonly at: number;
}

/** The Mondays of four weeks, every other Monday of three months, the first days of the months of a year. */
export function ticksOf(axis: TimeAxis): Tick[] {
  const ticks: Tick[] = [];
  for (let index = 0; index < axis.days; index++) {
    const day = addDays(axis.from, index);
    const isMonday = weekdayIndex(day) === 0;
    const wanted = axis.days > 100 ? day.endsWith('-01') : isMonday;
    // What would be cut off at the end is left out.
    if (wanted && index < 0.85 * axis.days) ticks.push({ day, at: (100 * index) / axis.days });
  }
  return axis.days === 91 ? ticks.filter((_, index) => index % 2 === 0) : ticks;
}
