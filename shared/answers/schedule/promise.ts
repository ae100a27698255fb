import type { Cause, ChainPiece, UnplacedReason } from '#shared/planning/engine/proposal.ts';
import type { Instant } from '#shared/planning/engine/types.ts';

/** A cause with the name of its machine, and the codes of the orders that come before at this machine. */
export interface NamedCause extends Pick<Cause, 'kind' | 'minutes'> {
  /** '' if the cause is not about a machine. */
  machineName: string;
  orderCodes: readonly string[];
}

/** When an order could be ready if all planned work stays where it is. */
export interface SchedulePromise {
  /** When it was computed. */
  now: Instant;
  /** When the order could be ready; null if one of its processes cannot be placed. */
  end: Instant | null;
  /** The minutes from the end of its due day to `end`; 0 if the order is on time. */
  lateBy: number;
  chain: readonly ChainPiece[];
  /**
   * What the order waits for. The minutes add up to `lateBy` if it is late, otherwise to the time from `now` to `end`.
   * Empty if an order on time cannot be explained.
   */
  causes: readonly NamedCause[];
  /** Whether there is a present plan, into whose gaps the order was put. */
  isBesidePlan: boolean;
  /** How many open processes the order has; without any, nothing can be promised. */
  processCount: number;
  unplaced: readonly { processId: number; name: string; reason: UnplacedReason }[];
}
