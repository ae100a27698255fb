import { addDays } from '#shared/rules/days.ts';
import { dayIn } from '#client/kit/words/formats.ts';
import { latenessOf, type OrderDates } from '#shared/rules/lateness.ts';
import type { DaySpan } from './time-axis.ts';

/** The time spans of an order: planned, actual and expected. */
interface PlanSpans {
  /** Planned start to due day; only the due day if no start is planned. */
  readonly planned: DaySpan | null;
  /** First report to last report, or to today while the order is in progress. */
  readonly actual: DaySpan | null;
  /** Today, or the planned start, to the expected finish day at the planned pace. */
  readonly expected: DaySpan | null;
  /** The part after the due day. */
  readonly late: DaySpan | null;
}

/**
 * Computes the time spans that the bar of an order shows.
 * @param now milliseconds
 */
export function planSpans(order: OrderDates, now: number, zone: string): PlanSpans {
  const today = dayIn(zone, now);
  const due = order.dueDate ?? order.promisedDate;
  const start = order.plannedStart && (!due || order.plannedStart <= due) ? order.plannedStart : due;
  const planned = start ? { from: start, to: due ?? start } : null;
  const over = order.state === 'completed' || order.state === 'closed' || order.state === 'cancelled';
  const began = order.startedAt === null ? null : dayIn(zone, order.startedAt);
  const ended = order.endedAt === null ? null : dayIn(zone, order.endedAt);
  const actual = began === null ? null : { from: began, to: over ? (ended ?? began) : today };
  const pace = latenessOf(order, now, zone);
  const end = pace && !pace.isDone ? pace.expectedDay : null;
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
