import { makeError } from '#shared/kernel/errors.ts';
import { findForbiddingState } from '#shared/ledger/may-begin.ts';
import type { ProcessEvent } from '#shared/ledger/process-state.ts';
import { DAY_MS } from '#shared/rules/days.ts';
import { MAX_DAYS_BEFORE_ORDER, MAX_START_BACKDATE_DAYS } from '#shared/rules/report-limits.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { findRoutingOrder, type Routing, type RoutingProcess } from '../../ledger/routing.ts';

/**
 * Refuses an event that the state of the process or of its order does not allow.
 * @throws orderState, processState
 */
export function assertStateAllows(
  routing: Routing,
  process: RoutingProcess,
  event: ProcessEvent & TermKey,
): void {
  const order = findRoutingOrder(routing, process);
  const refusedBy = findForbiddingState(order.state, process.state, event);
  if (refusedBy === 'order')
    throw makeError('orderState', { state: markAsTerm(order.state), event: markAsTerm(event) });
  if (refusedBy === 'process')
    throw makeError('processState', { state: markAsTerm(process.state), event: markAsTerm(event) });
}

/** Refuses to start zero pieces. @throws fieldsInvalid */
export function assertQuantityGiven(quantity: number): void {
  if (quantity <= 0)
    throw makeError('fieldsInvalid', {}, { quantity: { reason: 'tooSmall', params: { min: 0.0001 } } });
}

/** Refuses a start of work that is too far in the past. @throws timeTooFarBack */
export function assertStartRecent(startedAt: string, now: string): void {
  if (Date.parse(startedAt) >= Date.parse(now) - MAX_START_BACKDATE_DAYS * DAY_MS) return;
  throw makeError('timeTooFarBack', { hours: MAX_START_BACKDATE_DAYS * 24 }, { at: { reason: 'notADate' } });
}

/**
 * Refuses a start of work that is too far in the past, or too long before its order was created. These limits do
 * not apply to the end of work.
 * @throws timeTooFarBack, startBeforeOrder
 */
export function assertStartNotTooEarly(
  routing: Routing,
  process: RoutingProcess,
  startedAt: string,
  now: string,
): void {
  assertStartRecent(startedAt, now);
  if (
    Date.parse(startedAt) <
    Date.parse(findRoutingOrder(routing, process).createdAt) - MAX_DAYS_BEFORE_ORDER * DAY_MS
  ) {
    throw makeError('startBeforeOrder', { days: MAX_DAYS_BEFORE_ORDER }, { at: { reason: 'notADate' } });
  }
}
