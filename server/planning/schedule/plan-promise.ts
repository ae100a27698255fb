import { plan } from '#shared/planning/engine/plan.ts';
import type { PlannedOrder, Unplaced } from '#shared/planning/engine/proposal.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';

/** The number of plans that are tried if there is no present plan to keep. */
const PASSES = 30;

/** The time at which an order could be ready. */
export interface PlannedPromise {
  /**
   * For a late order, the minutes of the causes add up to its lateness; for any other order, to the time
   * until it is ready.
   */
  order: PlannedOrder;
  /** The operations that cannot be placed, including operations of other orders. */
  unplaced: readonly Unplaced[];
}

/**
 * Plans an order into the gaps of the present plan.
 * @param isTimeOver returns whether the search must stop with the best plan so far
 */
export function planPromise(input: PlanInput, orderId: number, isTimeOver: () => boolean): PlannedPromise {
  const { orders, unplaced } = plan(input, {
    seed: 1,
    passes: PASSES,
    isCancelled: isTimeOver,
    skipsInputHash: true,
    explainedOrder: orderId,
  });
  return { order: orders.find(({ id }) => id === orderId)!, unplaced };
}
