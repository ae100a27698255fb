import { scaleUtc } from 'd3';
import type { ProjectOrder } from '#shared/planning/project-figures.ts';
import { addDays } from '#shared/rules/days.ts';
import { computeOrderSpans, type DaySpan } from '#client/production/order-spans.ts';

/** The longest time before and after today that the axis shows, in days. */
const MAX_DAYS_FROM_TODAY = 400;
/** The number of empty days before the first and after the last day. They keep the bars away from the edge. */
const MARGIN_DAYS = 2;

/** A tick of the axis, at a position in percent. */
interface AxisTick {
  readonly day: string;
  readonly position: number;
}

/** The time axis of orders. Positions are in percent of its width. */
export interface OrderAxis {
  readonly today: string;
  /** Returns the position and width of a time span; null if the span lies outside of the axis. */
  readonly place: (span: DaySpan) => { readonly start: number; readonly width: number } | null;
  /** Lists about `count` ticks, at beginnings of days, weeks or months. */
  readonly listTicks: (count: number) => AxisTick[];
}

const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * Makes the axis that covers the planned, actual and expected times of orders, and today.
 * @param now the current time in milliseconds since 1970
 */
export function makeOrderAxis(
  orders: readonly ProjectOrder[],
  today: string,
  now: number,
  zone: string,
): OrderAxis {
  let [first, last] = [today, today];
  for (const order of orders)
    for (const span of Object.values(computeOrderSpans(order, now, zone)) as (DaySpan | null)[]) {
      if (span && span.from < first) first = span.from;
      if (span && span.to > last) last = span.to;
    }
  const earliest = addDays(today, -MAX_DAYS_FROM_TODAY);
  const latest = addDays(today, MAX_DAYS_FROM_TODAY);
  if (first < earliest) first = earliest;
  if (last > latest) last = latest;
  const scale = scaleUtc(
    [toDate(addDays(first, -MARGIN_DAYS)), toDate(addDays(last, MARGIN_DAYS + 1))],
    [0, 100],
  );
  return {
    today,
    place: ({ from, to }) => {
      const start = Math.max(0, scale(toDate(from)));
      const width = Math.min(100, scale(toDate(addDays(to, 1)))) - start;
      return width > 0 ? { start, width } : null;
    },
    listTicks: (count) =>
      scale.ticks(count).map((date) => ({ day: date.toISOString().slice(0, 10), position: scale(date) })),
  };
}
