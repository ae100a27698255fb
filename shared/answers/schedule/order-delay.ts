import type { UnplacedReason } from '#shared/planning/engine/proposal.ts';
import type { NamedCause } from './promise.ts';

/** Why an order became late by what has become of the applied plan. */
export interface DelayReason {
  /** When it will be ready: ISO 8601; null if one of its processes can no longer be done. */
  projectedEnd: string | null;
  /** The minutes by which that is after its due date; 0 if the end is not known. */
  lateBy: number;
  /** The causes of these minutes, which add up to them. */
  causes: NamedCause[];
  /** The process that can no longer be done, and why. */
  stuck: { process: string; reason: UnplacedReason } | null;
}

/** An order that has become late, for somebody who was told of it and has not seen it yet. */
export interface OrderDelayNotice {
  delayId: number;
  orderId: number;
  orderCode: string;
  orderName: string;
  dueDate: string | null;
  /** ISO 8601. */
  beganAt: string;
  /** Customers are told nothing of the causes. */
  reason: DelayReason;
}
