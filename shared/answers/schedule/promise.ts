import type { Cause, ChainPiece, UnplacedReason } from '#shared/planning/engine/proposal.ts';
import type { Instant } from '#shared/planning/engine/types.ts';

/**
 * A cause with the name of its machine, and the codes of the orders for which the order waits at this
 * machine.
 */
export interface NamedCause extends Pick<Cause, 'kind' | 'minutes'> {
  /** The name of the machine; '' if the cause is not about a machine. */
  machineName: string;
  orderCodes: readonly string[];
}

/** When an order could be ready if all planned work stays where it is. */
export interface SchedulePromise {
  /** When the promise was computed. */
  now: Instant;
  /** When the order could be ready; null if one of its processes cannot be placed. */
  end: Instant | null;
  /** The minutes from the end of the due day to `end`; 0 if the order is on time. */
  lateBy: number;
  chain: readonly ChainPiece[];
  /**
   * What the order waits for. The minutes add up to `lateBy` if the order is late, otherwise to the time from
   * `now` to `end`. Empty if the causes of an order on time are not known.
   */
  causes: readonly NamedCause[];
  /** Whether a plan was applied. The order was then put into the gaps of this plan. */
  isBesidePlan: boolean;
  /** How many open processes the order has. For an order without open processes, nothing can be promised. */
  processCount: number;
  unplaced: readonly { processId: number; name: string; reason: UnplacedReason }[];
}
