import type { OrderState } from '#shared/machines/work-order.ts';
import { translateLateness } from '#client/production/describe-lateness.ts';
import type { Translate } from '#client/kit/words/t.ts';

/** The data of an order from which its lateness is described. */
interface OrderWithDates {
  readonly state: OrderState | null;
  readonly dueDate: string;
  readonly overdueDays: number;
  readonly expectedDelayDays: number | null;
}

/**
 * Returns the texts about the lateness of an order, as lists of orders show them: by how many days the order is
 * overdue, and its expected delay. An order that is on time, completed, closed or suspended has none.
 */
export function buildLatenessTexts(
  { state, dueDate, overdueDays, expectedDelayDays }: OrderWithDates,
  t: Translate,
): string[] {
  const isOver = state === 'completed' || state === 'closed' || state === 'suspended';
  if (isOver || (overdueDays === 0 && (expectedDelayDays ?? 0) <= 0)) return [];
  return translateLateness(
    { isDone: false, due: dueDate, overdueDays, daysLeft: 0, expectedDelayDays, expectedDay: null },
    t,
  );
}
