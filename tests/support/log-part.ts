import type { ProductionLog } from '#server/demo/replay/production-log.ts';
import { findQuickestDatabaseKind, type DatabaseKind } from './databases.ts';

/** What a part of the log contains, counted in the lines of its files. */
export const WHOLE_LOG_COUNTS = {
  orders: 225,
  reports: 4543,
  activities: 55,
  operationsAbovePlan: 66,
  warnings: { quantityOutsideRun: 262, runWithoutQuantity: 924, tooShort: 9 },
};
const QUARTER_LOG_COUNTS: typeof WHOLE_LOG_COUNTS = {
  orders: 57,
  reports: 1130,
  activities: 31,
  operationsAbovePlan: 20,
  warnings: { quantityOutsideRun: 63, runWithoutQuantity: 248, tooShort: 2 },
};

/**
 * Returns the part of the log for a kind of database. The whole log is replayed on the quickest kind. The other kind
 * gets every fourth order with all its reports, because a report takes several times as long there.
 */
export function chooseLogPart(
  log: ProductionLog,
  kind: DatabaseKind,
): { log: ProductionLog; counts: typeof WHOLE_LOG_COUNTS } {
  if (kind === findQuickestDatabaseKind()) return { log, counts: WHOLE_LOG_COUNTS };
  const orders = log.orders.filter((_, index) => index % 4 === 0);
  const orderCodes = new Set(orders.map(({ code }) => code));
  const reports = log.reports.filter(({ order }) => orderCodes.has(order));
  return { log: { ...log, orders, reports }, counts: QUARTER_LOG_COUNTS };
}
