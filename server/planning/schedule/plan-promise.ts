import { plan } from '#shared/planning/engine/plan.ts';
import type { PlannedOrder, Unplaced } from '#shared/planning/engine/proposal.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';

/** How many plans are tried if there is no present plan that could be kept. */
const PASSES = 30;

/** When an order could be ready. */
export interface PlannedPromise {
  /** The causes cover the lateness of a late order, or else the time until the order is ready. */
  order: PlannedOrder;
  /** The operations that cannot be placed, of all orders. */
  unplaced: readonly Unplaced[];
}

/**
 * Plans an order into the gaps of the present plan.
 * @param isTimeOver tells that the best plan until now must do
 */
export function planPromise(input: PlanInput, orderId: number, isTimeOver: () => boolean): PlannedPromise {
  const { orders, unplaced } = plan(input, {
    seed: 1,
    passes: PASSES,
    cancelled: isTimeOver,
    skipsInputHash: true,
    explainedOrder: orderId,
  });
  return { order: orders.find(({ id }) => id === orderId)!, unplaced };
}
