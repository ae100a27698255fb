import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#client/kit/words/formats.ts';
import { calculateLateness, type OrderLatenessData } from '#shared/rules/lateness.ts';
import type { DaySpan } from './time-axis.ts';

/** The time spans of an order: planned, actual and expected. */
interface OrderSpans {
  /**
   * The days from the planned start to the due day; a single day if one of the two is missing. A
   * start after the due day is ignored.
   */
  readonly planned: DaySpan | null;
  /** The days from the first report to the last report, or to today if the order has not ended. */
  readonly actual: DaySpan | null;
  /**
   * The days from today to the expected finish day. If work has not begun and the planned start is
   * later than today, they begin with the planned start.
   */
  readonly expected: DaySpan | null;
  /**
   * The days after the due day until the end of `expected`, or of `actual` if `expected` is null. If
   * work began after the due day, they begin with the first report.
   */
  readonly late: DaySpan | null;
}

/**
 * Computes the time spans that the bar of an order shows.
 * @param now the current time in milliseconds since 1970
 */
export function computeOrderSpans(order: OrderLatenessData, now: number, zone: string): OrderSpans {
  const today = toLocalDay(zone, now);
  const due = order.dueDate ?? order.promisedDate;
  const start = order.plannedStart && (!due || order.plannedStart <= due) ? order.plannedStart : due;
  const planned = start ? { from: start, to: due ?? start } : null;
  const hasEnded = order.state === 'completed' || order.state === 'closed' || order.state === 'cancelled';
  const began = order.startedAt === null ? null : toLocalDay(zone, order.startedAt);
  const ended = order.endedAt === null ? null : toLocalDay(zone, order.endedAt);
  const actual = began === null ? null : { from: began, to: hasEnded ? (ended ?? began) : today };
  const lateness = calculateLateness(order, now, zone);
  const end = lateness && !lateness.isDone ? lateness.expectedDay : null;
  const from =
    began === null && order.plannedStart && order.plannedStart > today ? order.plannedStart : today;
  const expected = end && end >= from ? { from, to: end } : null;
  const last = expected ?? actual;
  const late = due && last && last.to > due ? { from: addDays(due, 1), to: last.to } : null;
  return {
    planned,
    actual,
    expected,
    late: late && began && began > late.from ? { ...late, from: began } : late,
  };
}
