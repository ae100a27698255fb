import type { OrderState } from '../machines/work-order.ts';
import { addDays, DAY_MS, daysBetween } from './days.ts';
import { dayIn, instantOf } from './wall-clock.ts';

// Two figures say how late an order is, and they are not the same. `server/ledger/order-lateness.ts` says them in SQL.
//   overdueDays        so far: whole days since the due day, up to today, or up to the day on which it was finished
//   expectedDelayDays  projected: whole days from the due day to the day on which it will be finished

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

/** How an order that is not finished stands against its due day. */
export interface OpenLateness {
  readonly isDone: false;
  readonly due: string;
  /** 0 until the due day has passed. */
  readonly overdueDays: number;
  /** 0 from the due day on. */
  readonly daysLeft: number;
  /** Negative where it will be early. What is overdue is late by at least that; else null where nothing says how fast it goes. */
  readonly expectedDelayDays: number | null;
  /** The day on which it will be finished at the planned pace; null where nothing says how fast it goes. */
  readonly expectedDay: string | null;
}

/** How an order that was finished stood against its due day. */
export interface DoneLateness {
  readonly isDone: true;
  readonly due: string;
  readonly finishedDay: string;
  /** Whole days after the due day; negative before it. */
  readonly delayDays: number;
}

export type Lateness = OpenLateness | DoneLateness;

const later = (one: string, other: string): string => (one > other ? one : other);
const startOfDay = (day: string, zone: string): number =>
  Date.parse(instantOf(`${day}T00:00`, zone) ?? `${day}T00:00:00Z`);

/**
 * The day on which an order will be finished. What is left of it takes as long as it was planned to take: an order
 * planned for ten days of which half is done needs five more.
 */
function expectedDay(order: OrderDates, due: string, now: number, zone: string): string | null {
  const begin = order.plannedStart ?? (order.startedAt ? dayIn(zone, order.startedAt) : null);
  if (begin === null || begin > due) return null;
  // A due day lasts until its end.
  const end = startOfDay(addDays(due, 1), zone);
  const start = startOfDay(begin, zone);
  const left = (end - start) * (1 - Math.min(100, order.progress) / 100);
  // What has not begun begins as planned; once that has passed, now.
  const from = order.progress > 0 ? now : Math.max(now, start);
  const over = (from + left - end) / DAY_MS;
  // A few hours over are not a day late; nothing is promised for a day that it does not reach.
  return later(addDays(due, over < 0 ? Math.ceil(over) : Math.round(over)), dayIn(zone, now));
}

/**
 * How late or early an order is, in whole days of the factory.
 * @param now milliseconds
 * @returns null where there is no due day, or nothing left to be late with
 */
export function latenessOf(order: OrderDates, now: number, zone: string): Lateness | null {
  const due = order.dueDate ?? order.promisedDate;
  if (!due || order.state === 'cancelled') return null;
  if (order.state === 'completed' || order.state === 'closed') {
    if (!order.endedAt) return null;
    const finishedDay = dayIn(zone, order.endedAt);
    return { isDone: true, due, finishedDay, delayDays: daysBetween(due, finishedDay) };
  }
  const passed = daysBetween(due, dayIn(zone, now));
  const overdueDays = Math.max(0, passed);
  const day = expectedDay(order, due, now, zone);
  return {
    isDone: false,
    due,
    overdueDays,
    daysLeft: Math.max(0, -passed),
    expectedDelayDays: day === null ? overdueDays || null : daysBetween(due, day),
    expectedDay: day,
  };
}

/** How many days an order is overdue, or was when it was finished; 0 where it is not. */
export function overdueDaysOf(order: OrderDates, now: number, zone: string): number {
  const late = latenessOf(order, now, zone);
  if (!late) return 0;
  return late.isDone ? Math.max(0, late.delayDays) : late.overdueDays;
}

/** By how many days an order is expected to miss its due day; null where nothing can be said, or it is over. */
export function expectedDelayDaysOf(order: OrderDates, now: number, zone: string): number | null {
  const late = latenessOf(order, now, zone);
  return late && !late.isDone ? late.expectedDelayDays : null;
}
