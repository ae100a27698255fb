import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#client/kit/words/formats.ts';
import { calculateLateness, type OrderLatenessData } from '#shared/rules/lateness.ts';

/** A period of days. It includes its first and its last day. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

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
   * later than today, the span begins with the planned start.
   */
  readonly expected: DaySpan | null;
  /**
   * The days after the due day until the end of `expected`, or of `actual` if `expected` is null. If
   * work began after the due day, the span begins with the first report.
   */
  readonly late: DaySpan | null;
}

/**
 * Computes the time spans that the bar of an order shows.
 * @param now the current time in milliseconds since 1970
 */
export function computeOrderSpans(order: OrderLatenessData, now: number, zone: string): OrderSpans {
  const today = toLocalDay(zone, now);
  const dueDay = order.dueDate ?? order.promisedDate;
  const plannedStart =
    order.plannedStart && (!dueDay || order.plannedStart <= dueDay) ? order.plannedStart : dueDay;
  const planned = plannedStart ? { from: plannedStart, to: dueDay ?? plannedStart } : null;
  const hasEnded = order.state === 'completed' || order.state === 'closed' || order.state === 'cancelled';
  const startDay = order.startedAt === null ? null : toLocalDay(zone, order.startedAt);
  const endDay = order.endedAt === null ? null : toLocalDay(zone, order.endedAt);
  const actual = startDay === null ? null : { from: startDay, to: hasEnded ? (endDay ?? startDay) : today };
  const lateness = calculateLateness(order, now, zone);
  const expectedEnd = lateness && !lateness.isDone ? lateness.expectedDay : null;
  const from =
    startDay === null && order.plannedStart && order.plannedStart > today ? order.plannedStart : today;
  const expected = expectedEnd && expectedEnd >= from ? { from, to: expectedEnd } : null;
  const lastSpan = expected ?? actual;
  const lateSpan =
    dueDay && lastSpan && lastSpan.to > dueDay ? { from: addDays(dueDay, 1), to: lastSpan.to } : null;
  return {
    planned,
    actual,
    expected,
    late: lateSpan && startDay && startDay > lateSpan.from ? { ...lateSpan, from: startDay } : lateSpan,
  };
}
