import { addDays } from '#client/kit/calendar/calendar-days.ts';
import { dayIn, instantOf } from '#client/kit/words/formats.ts';
import type { OrderState } from '#shared/machines/work-order.ts';

/** What of an order says whether it comes in time. Days are those of the factory. */
export interface OrderDates {
  readonly state: OrderState;
  /** Percent. */
  readonly progress: number;
  readonly plannedStart: string | null;
  readonly dueDate: string | null;
  readonly promisedDate: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** How an order stands against its due date. */
export interface LateBy {
  /**
   * done: it was finished on `day`. overdue: the due date has passed. expected: at the planned pace it will be finished
   * on `day`. left: nothing says how fast it goes, there are `-days` left.
   */
  readonly kind: 'done' | 'overdue' | 'expected' | 'left';
  /** Whole days after the due date; negative before it. */
  readonly days: number;
  /** The day on which it was or will be finished; null where nobody can say. */
  readonly day: string | null;
  readonly due: string;
}

const DAY_MS = 86_400_000;

/** Whole days from one day to another; negative backwards. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

const later = (one: string, other: string): string => (one > other ? one : other);
const startOfDay = (day: string, zone: string): number =>
  Date.parse(instantOf(`${day}T00:00`, zone) ?? `${day}T00:00:00Z`);

/**
 * How late or early an order is, in whole days of the factory.
 *
 * What is left of an order takes as long as it was planned to take: an order planned for ten days of which half is
 * done needs five more. A due day lasts until its end; what is past due is late by at least the days that have passed.
 * @param now milliseconds
 * @returns null where there is no due date, or nothing left to be late with
 */
export function lateBy(order: OrderDates, now: number, zone: string): LateBy | null {
  const due = order.dueDate ?? order.promisedDate;
  if (!due || order.state === 'cancelled') return null;
  if (order.state === 'completed' || order.state === 'closed') {
    if (!order.endedAt) return null;
    const day = dayIn(zone, order.endedAt);
    return { kind: 'done', days: daysBetween(due, day), day, due };
  }
  const today = dayIn(zone, now);
  const kind = today > due ? 'overdue' : 'expected';
  const begin = order.plannedStart ?? (order.startedAt ? dayIn(zone, order.startedAt) : null);
  if (begin === null || begin > due) {
    return { kind: kind === 'overdue' ? kind : 'left', days: daysBetween(due, today), day: null, due };
  }
  const end = startOfDay(addDays(due, 1), zone);
  const start = startOfDay(begin, zone);
  const left = (end - start) * (1 - Math.min(100, order.progress) / 100);
  // What has not begun begins as planned; once that has passed, now.
  const from = order.progress > 0 ? now : Math.max(now, start);
  const over = (from + left - end) / DAY_MS;
  // A few hours over are not a day late; nothing is promised for a day that it does not reach.
  const day = later(addDays(due, over < 0 ? Math.ceil(over) : Math.round(over)), today);
  return { kind, days: daysBetween(due, day), day, due };
}
