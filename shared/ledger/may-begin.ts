import { hasOrderEnded, isOrderReportable, type OrderState } from '../machines/work-order.ts';
import { hasNoPiecesToWorkOn, findPreviousProcesses, type LedgerProcess } from './ledger.ts';
import type { OpenReport } from './process-progress.ts';
import {
  isEventAllowed,
  calculateReceivableQuantity,
  type Ledger,
  type ProcessEvent,
  type ProcessState,
} from './process-state.ts';
import { addQuantities } from './quantity.ts';

/**
 * Whether the state of an order allows an event of its processes. The server and the client both use the rules of this
 * file.
 */
function isAllowedByOrder(state: OrderState, event: ProcessEvent): boolean {
  if (event === 'reverse') return !hasOrderEnded(state);
  if (isOrderReportable(state)) return true;
  // A running report can be ended after its order is suspended or closed, because the pieces of the report
  // must be counted. Pieces that come back from a supplier must be counted too.
  const isClosing = event === 'unfinished' || event === 'finish' || event === 'return';
  return isClosing && (state === 'suspended' || state === 'closed');
}

/**
 * Finds out whether the state of the order or of the process forbids an event; null if both states allow the event.
 */
export function findForbiddingState(
  orderState: OrderState,
  processState: ProcessState,
  event: ProcessEvent,
): 'order' | 'process' | null {
  if (!isAllowedByOrder(orderState, event)) return 'order';
  return isEventAllowed(processState, event) ? null : 'process';
}

/** The data of a process that decides whether work can start. */
type StartableProcess = Pick<LedgerProcess, 'partId' | 'seq'> &
  Pick<Ledger, 'arrived' | 'received' | 'machinable' | 'inWork' | 'outsourced'> & {
    leapfrog: boolean;
    needsReceive: boolean;
  };

/**
 * Calculates the quantity that can be started. It includes arrived pieces that are not received, unless receiving is
 * a separate step.
 */
export const calculateStartableQuantity = (
  process: Pick<StartableProcess, 'machinable' | 'arrived' | 'received' | 'needsReceive'>,
): number =>
  process.needsReceive
    ? process.machinable
    : addQuantities(process.machinable, calculateReceivableQuantity(process));

/** Finds the previous processes that must be finished before work can start; none if the process has `leapfrog`. */
export const findOpenPredecessors = <P extends StartableProcess>(process: P, routing: readonly P[]): P[] =>
  process.leapfrog
    ? []
    : findPreviousProcesses(process, routing).filter(
        (previousProcess) => !hasNoPiecesToWorkOn(previousProcess),
      );

/** Why a quantity cannot be started: a previous process is not finished, or the quantity is 0 or too large. */
type StartBlocker<P> =
  | { readonly kind: 'processBefore'; readonly process: P }
  | { readonly kind: 'quantity'; readonly startable: number };

/**
 * Finds why a quantity cannot be started at a process. It does not check the states of the order and the process.
 * @returns the reason, or null if the quantity can be started
 */
export function findStartBlocker<P extends StartableProcess>(
  process: P,
  routing: readonly P[],
  quantity: number,
): StartBlocker<P> | null {
  const [openPredecessor] = findOpenPredecessors(process, routing);
  if (openPredecessor) return { kind: 'processBefore', process: openPredecessor };
  const startableQuantity = calculateStartableQuantity(process);
  return quantity > 0 && quantity <= startableQuantity
    ? null
    : { kind: 'quantity', startable: startableQuantity };
}

/** The next step of a worker at a process. */
export interface NextStep {
  /** The suggested step; null if nothing can be reported now. */
  step: 'receive' | 'start' | 'finish' | 'rework' | null;
  /** The quantity that the step would use. */
  quantity: number;
  /** If work cannot start, a previous process that must be finished first; null if there is none. */
  waitsFor: { processId: number; name: string } | null;
}

type NextStepProcess = StartableProcess & {
  processId: number;
  name: string;
  state: ProcessState;
  orderState: OrderState;
  open: readonly OpenReport[];
} & Pick<Ledger, 'reworkOpen'>;

/**
 * Finds a worker's next step at a process: finish the worker's running report, otherwise start or receive the
 * available pieces, otherwise rework the pieces that wait for rework. @param routing all processes of the
 * part
 */
export function findNextStep<P extends NextStepProcess>(
  process: P,
  routing: readonly P[],
  employeeId: number | null,
): NextStep {
  const ownReport = process.open.find((report) =>
    report.people.some((person) => person.employeeId === employeeId),
  );
  if (ownReport) return { step: 'finish', quantity: ownReport.started, waitsFor: null };
  const noStep: NextStep = { step: null, quantity: 0, waitsFor: null };
  const getForbiddingState = (event: ProcessEvent) =>
    findForbiddingState(process.orderState, process.state, event);
  if (getForbiddingState('start') === 'order') return noStep;
  const quantity = calculateStartableQuantity(process);
  const startBlocker = findStartBlocker(process, routing, quantity);
  if (!getForbiddingState('start') && !startBlocker) return { step: 'start', quantity, waitsFor: null };
  const blockingProcess = startBlocker?.kind === 'processBefore' ? startBlocker.process : null;
  const waitsFor = blockingProcess && { processId: blockingProcess.processId, name: blockingProcess.name };
  const receivableQuantity = calculateReceivableQuantity(process);
  if (!getForbiddingState('receive') && process.needsReceive && receivableQuantity > 0)
    return { step: 'receive', quantity: receivableQuantity, waitsFor };
  // Rework does not wait for previous processes, and the following processes do not wait for rework.
  if (!getForbiddingState('rework') && process.reworkOpen > 0)
    return { step: 'rework', quantity: process.reworkOpen, waitsFor: null };
  return { ...noStep, waitsFor };
}
