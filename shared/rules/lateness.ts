import type { OrderState } from '../machines/work-order.ts';
import { addDays, DAY_MS, countDaysBetween } from './days.ts';
import { toLocalDay, localTimeToInstant } from './wall-clock.ts';

// Two different figures describe how late an order is. `server/ledger/order-lateness.ts` computes
// the same figures in SQL.
//   overdueDays        whole days from the due day to today, or to the day of finishing; at least 0
//   expectedDelayDays  whole days from the due day to the expected day of finishing; may be negative

/**
 * The data of an order that determines its lateness. The planned, due and promised days are days of the factory;
 * `startedAt`, `endedAt` and `projectedEnd` are instants.
 */
export interface OrderLatenessData {
  readonly state: OrderState;
  /** The progress in percent. */
  readonly progress: number;
  readonly plannedStart: string | null;
  readonly dueDate: string | null;
  readonly promisedDate: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** When the order is ready by the applied plan; null if no applied plan has an end for the order. */
  readonly projectedEnd: string | null;
}

/** The lateness of an order that is not completed, closed or cancelled. */
export interface UnfinishedOrderLateness {
  readonly isDone: false;
  readonly due: string;
  /** The number of days by which the order is overdue; 0 until the due day has passed. */
  readonly overdueDays: number;
  /** The number of days that are left until the due day; 0 from the due day on. */
  readonly daysLeft: number;
  /**
   * The expected delay in days, negative if the order is expected to be early. If no day is expected, this is the
   * number of overdue days, or null if the order is not overdue.
   */
  readonly expectedDelayDays: number | null;
  /**
   * The expected day of finishing: by the applied plan, or else at the planned pace; null if neither is known.
   * The day is never before today.
   */
  readonly expectedDay: string | null;
}

/** The lateness of an order that is completed or closed. */
interface FinishedOrderLateness {
  readonly isDone: true;
  readonly due: string;
  readonly finishedDay: string;
  /** Whole days from the due day to the day of finishing; negative if the order was early. */
  readonly delayDays: number;
}

export type Lateness = UnfinishedOrderLateness | FinishedOrderLateness;

const getLaterDay = (day: string, otherDay: string): string => (day > otherDay ? day : otherDay);
const getStartOfDayMs = (day: string, zone: string): number =>
  Date.parse(localTimeToInstant(`${day}T00:00`, zone) ?? `${day}T00:00:00Z`);

/**
 * Estimates the day on which an order will be finished. It assumes that the rest of the work takes the planned time.
 * For example, if ten days were planned until the due day and the order is half done, the order needs five more days.
 * @param now the current time in milliseconds since 1970
 * @returns a day from today on; null if the planned pace is unknown, because the order has no start or starts after
 * its due day
 */
function estimateFinishDay(order: OrderLatenessData, due: string, now: number, zone: string): string | null {
  const startDay = order.plannedStart ?? (order.startedAt ? toLocalDay(zone, order.startedAt) : null);
  if (startDay === null || startDay > due) return null;
  // The order is on time until the end of the due day.
  const endMs = getStartOfDayMs(addDays(due, 1), zone);
  const startMs = getStartOfDayMs(startDay, zone);
  const remainingMs = (endMs - startMs) * (1 - Math.min(100, order.progress) / 100);
  // An order without progress is expected to start on its start day, or now if that day has begun.
  const workStartMs = order.progress > 0 ? now : Math.max(now, startMs);
  const delayDays = (workStartMs + remainingMs - endMs) / DAY_MS;
  // A delay is rounded to the nearest whole day. If the order is early, the number of days is rounded down.
  return getLaterDay(
    addDays(due, delayDays < 0 ? Math.ceil(delayDays) : Math.round(delayDays)),
    toLocalDay(zone, now),
  );
}

/**
 * Returns the day on which an order is ready by the applied plan. If it is ready at midnight, this is the day before.
 */
const getProjectedDay = (projectedEnd: string, now: number, zone: string): string =>
  getLaterDay(toLocalDay(zone, Date.parse(projectedEnd) - 1), toLocalDay(zone, now));

/**
 * Computes how late or early an order is, in whole days of the factory.
 * @param now the current time in milliseconds since 1970
 * @returns null if the order has no due day, is cancelled, or is completed or closed without an end time
 */
export function calculateLateness(order: OrderLatenessData, now: number, zone: string): Lateness | null {
  const due = order.dueDate ?? order.promisedDate;
  if (!due || order.state === 'cancelled') return null;
  if (order.state === 'completed' || order.state === 'closed') {
    if (!order.endedAt) return null;
    const finishedDay = toLocalDay(zone, order.endedAt);
    return { isDone: true, due, finishedDay, delayDays: countDaysBetween(due, finishedDay) };
  }
  const daysPastDue = countDaysBetween(due, toLocalDay(zone, now));
  const overdueDays = Math.max(0, daysPastDue);
  const finishDay =
    order.projectedEnd === null
      ? estimateFinishDay(order, due, now, zone)
      : getProjectedDay(order.projectedEnd, now, zone);
  return {
    isDone: false,
    due,
    overdueDays,
    daysLeft: Math.max(0, -daysPastDue),
    expectedDelayDays: finishDay === null ? overdueDays || null : countDaysBetween(due, finishDay),
    expectedDay: finishDay,
  };
}

/** Returns by how many days an order is overdue, or was overdue when it was finished; 0 if it is or was not late. */
export function calculateOverdueDays(order: OrderLatenessData, now: number, zone: string): number {
  const lateness = calculateLateness(order, now, zone);
  if (!lateness) return 0;
  return lateness.isDone ? Math.max(0, lateness.delayDays) : lateness.overdueDays;
}

/**
 * Returns the expected delay of an unfinished order in days; null if the delay is unknown or the order is finished.
 */
export function calculateExpectedDelayDays(
  order: OrderLatenessData,
  now: number,
  zone: string,
): number | null {
  const lateness = calculateLateness(order, now, zone);
  return lateness && !lateness.isDone ? lateness.expectedDelayDays : null;
}
