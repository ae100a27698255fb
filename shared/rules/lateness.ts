import type { OrderState } from '../machines/work-order.ts';
import { addDays, DAY_MS, daysBetween } from './days.ts';
import { dayIn, instantOf } from './wall-clock.ts';

// Two different figures describe how late an order is. `server/ledger/order-lateness.ts` computes the same in SQL.
//   overdueDays        so far: whole days since the due day, up to today, or up to the day on which it was finished
//   expectedDelayDays  projected: whole days from the due day to the day on which it will be finished

/** The data of an order that determines its lateness. Days are those of the factory. */
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

/** The lateness of an unfinished order. */
export interface OpenLateness {
  readonly isDone: false;
  readonly due: string;
  /** 0 until the due day has passed. */
  readonly overdueDays: number;
  /** 0 from the due day on. */
  readonly daysLeft: number;
  /** Negative if early. An overdue order has at least its overdue days; otherwise null if the pace is unknown. */
  readonly expectedDelayDays: number | null;
  /** The expected finish day at the planned pace; null if the pace is unknown. */
  readonly expectedDay: string | null;
}

/** The lateness of a finished order. */
interface DoneLateness {
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
 * Estimates the day on which an order will be finished. The rest of the work is assumed to take the planned time:
 * an order that was planned for ten days and is half done needs five more days.
 */
function expectedDay(order: OrderDates, due: string, now: number, zone: string): string | null {
  const begin = order.plannedStart ?? (order.startedAt ? dayIn(zone, order.startedAt) : null);
  if (begin === null || begin > due) return null;
  // A due day includes its last hour.
  const end = startOfDay(addDays(due, 1), zone);
  const start = startOfDay(begin, zone);
  const left = (end - start) * (1 - Math.min(100, order.progress) / 100);
  // An order that has not started is expected to start as planned, or now if that day has passed.
  const from = order.progress > 0 ? now : Math.max(now, start);
  const over = (from + left - end) / DAY_MS;
  // Delays round to the nearest day. Time gained counts only in whole days.
  return later(addDays(due, over < 0 ? Math.ceil(over) : Math.round(over)), dayIn(zone, now));
}

/**
 * Computes how late or early an order is, in whole days of the factory.
 * @param now milliseconds
 * @returns null if the order has no due day or was cancelled
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

/** How many days an order is overdue, or was overdue when it was finished; 0 if it is in time. */
export function overdueDaysOf(order: OrderDates, now: number, zone: string): number {
  const late = latenessOf(order, now, zone);
  if (!late) return 0;
  return late.isDone ? Math.max(0, late.delayDays) : late.overdueDays;
}

/** The expected delay of an order in days; null if it is unknown or the order has ended. */
export function expectedDelayDaysOf(order: OrderDates, now: number, zone: string): number | null {
  const late = latenessOf(order, now, zone);
  return late && !late.isDone ? late.expectedDelayDays : null;
}
