import type { Cause, ChainPiece, UnplacedReason } from '#shared/planning/engine/proposal.ts';
import type { Instant } from '#shared/planning/engine/types.ts';

/** A cause with the name of its machine, and the codes of the orders behind which something waits. */
export interface NamedCause extends Pick<Cause, 'kind' | 'minutes'> {
  machineName: string;
  orderCodes: readonly string[];
}

/** When an order could be ready, if all that is planned stays where it is. */
export interface SchedulePromise {
  /** When it was computed. */
  now: Instant;
  /** Null if one of its processes cannot be planned. */
  end: Instant | null;
  /** The minutes by which that is after its due date. */
  lateBy: number;
  chain: readonly ChainPiece[];
  /**
   * What it waits for. The minutes add up to `lateBy` if it is late, otherwise to the time from `now` to `end`. Empty
   * if an order on time cannot be explained.
   */
  causes: readonly NamedCause[];
  /** Whether there is a present plan, into whose gaps the order was put. */
  isBesidePlan: boolean;
  /** How many open processes the order has; without any, nothing can be promised. */
  processCount: number;
  unplaced: readonly { processId: number; name: string; reason: UnplacedReason }[];
}
