import type { PlannedOrder, Unplaced } from '#shared/planning/engine/proposal.ts';
import type { OrderForecast } from './forecast-orders.ts';

/**
 * An order that was late is on time again only if it is ready this many minutes before the end of its due day. Without
 * this reserve, people would get many notices about an order that is ready close to the end of its due day.
 */
export const ON_TIME_RESERVE_MINUTES = 30;

/** An order that will be late, or that can no longer be completed. */
export interface LateOrder {
  order: PlannedOrder;
  /**
   * The first process of the order that the applied plan has placed and that can no longer be done; null if
   * there is none.
   */
  stuck: Unplaced | null;
}

export interface DelayFindings {
  lateOrders: LateOrder[];
  /**
   * Orders that have no due date, or are on time with the reserve. Orders in neither list keep their present
   * status.
   */
  onTimeIds: Set<number>;
}

/** Finds for each order the first process that the applied plan has placed and that can no longer be done. */
function findStuck({ unplaced, works, plannedIds }: OrderForecast): Map<number, Unplaced> {
  const stuckByOrder = new Map<number, Unplaced>();
  for (const row of unplaced) {
    const work = works.get(row.task);
    if (!work || work.isSuspended || !plannedIds.has(row.task)) continue;
    if (row.reason !== 'predecessorUnplaced' && !stuckByOrder.has(work.orderId))
      stuckByOrder.set(work.orderId, row);
  }
  return stuckByOrder;
}

/**
 * Finds which orders are late in a forecast, and which are on time.
 * @param dueByOrder the end of the due day of each order that has one, in minutes since 1970
 */
export function findDelays(forecast: OrderForecast, dueByOrder: ReadonlyMap<number, number>): DelayFindings {
  const stuckByOrder = findStuck(forecast);
  const findings: DelayFindings = { lateOrders: [], onTimeIds: new Set() };
  for (const order of forecast.orders) {
    const due = dueByOrder.get(order.id);
    const stuck = stuckByOrder.get(order.id) ?? null;
    if (due === undefined) findings.onTimeIds.add(order.id);
    else if (order.lateBy > 0 || stuck !== null) findings.lateOrders.push({ order, stuck });
    else if (order.end !== null && order.end <= due - ON_TIME_RESERVE_MINUTES)
      findings.onTimeIds.add(order.id);
  }
  return findings;
}
