import type { UnplacedReason } from '#shared/planning/engine/proposal.ts';
import type { NamedCause } from './promise.ts';

/** Why an order is expected to be late, as it was known when the delay was found. */
export interface DelayReason {
  /** When the order will be ready, in ISO 8601; null if one of its processes cannot be placed. */
  projectedEnd: string | null;
  /** The minutes from the end of the due day to `projectedEnd`; 0 if `projectedEnd` is null. */
  lateBy: number;
  /** The causes of the lateness. Their minutes add up to `lateBy`. */
  causes: NamedCause[];
  /** The name of the process that can no longer be done, and why; null if there is none. */
  stuck: { process: string; reason: UnplacedReason } | null;
}

/** A notice about a late order that the caller has not seen yet. */
export interface OrderDelayNotice {
  delayId: number;
  orderId: number;
  orderCode: string;
  orderName: string;
  dueDate: string | null;
  /** When the delay was found, in ISO 8601. */
  beganAt: string;
  /** For a customer, `causes` is empty and `stuck` is null. */
  reason: DelayReason;
}
