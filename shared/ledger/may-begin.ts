import { isOver, isReportable, type OrderState } from '../machines/work-order.ts';
import { isFinished, previousOf, type LedgerProcess } from './ledger.ts';
import type { OpenReport } from './process-progress.ts';
import { allows, receivableOf, type Ledger, type ProcessEvent, type ProcessState } from './process-state.ts';
import { sum } from './quantity.ts';

// What may begin at a process, and why not. The server refuses by it, lists are made by it, and buttons follow it.

function orderAllows(state: OrderState, event: ProcessEvent): boolean {
  if (event === 'reverse') return !isOver(state);
  if (isReportable(state)) return true;
  // What is running when an order is suspended or closed may still be reported: pieces that exist must be counted.
  const isClosing = event === 'unfinished' || event === 'finish';
  return isClosing && (state === 'suspended' || state === 'closed');
}

/** Whose state forbids a report, the order's or the process's; null where neither does. */
export function forbiddenBy(
  orderState: OrderState,
  processState: ProcessState,
  event: ProcessEvent,
): 'order' | 'process' | null {
  if (!orderAllows(orderState, event)) return 'order';
  return allows(processState, event) ? null : 'process';
}

/** What of a process decides whether work can begin at it. */
export type BeginningProcess = Pick<LedgerProcess, 'partId' | 'seq'> &
  Pick<Ledger, 'arrived' | 'received' | 'machinable' | 'inWork' | 'outsourced'> & {
    leapfrog: boolean;
    needsReceive: boolean;
  };

/** How many pieces can be started now: what is here, and what has arrived where nobody need receive it first. */
export const startable = (
  of: Pick<BeginningProcess, 'machinable' | 'arrived' | 'received' | 'needsReceive'>,
): number => (of.needsReceive ? of.machinable : sum(of.machinable, receivableOf(of)));

/** The processes before one that are still open and must be finished first. */
export const openBefore = <P extends BeginningProcess>(process: P, routing: readonly P[]): P[] =>
  process.leapfrog ? [] : previousOf(process, routing).filter((one) => !isFinished(one));

/** Why pieces cannot be started: a process before is open, or so many are not here. */
export type StartHindrance<P> =
  | { readonly is: 'processBefore'; readonly process: P }
  | { readonly is: 'quantity'; readonly startable: number };

/** Why so many pieces cannot be started at a process now, whatever the states say; null where they can. */
export function hindranceToStart<P extends BeginningProcess>(
  process: P,
  routing: readonly P[],
  quantity: number,
): StartHindrance<P> | null {
  const [open] = openBefore(process, routing);
  if (open) return { is: 'processBefore', process: open };
  const most = startable(process);
  return quantity > 0 && quantity <= most ? null : { is: 'quantity', startable: most };
}

/** What a worker can do next at a process. */
export interface NextStep {
  /** The step that is offered first; null where nothing can be reported now. */
  step: 'receive' | 'start' | 'finish' | null;
  /** How many pieces the step would take. */
  quantity: number;
  /** The process before that must be finished first. */
  waitsFor: { processId: number; name: string } | null;
}

/** A process as the next step at it is told from. */
export type SteppedProcess = BeginningProcess & {
  processId: number;
  name: string;
  state: ProcessState;
  orderState: OrderState;
  open: readonly OpenReport[];
};

/**
 * What somebody can do next at a process: finish what they have running, else start or receive what is there.
 * @param routing the processes of its part
 */
export function nextStep<P extends SteppedProcess>(
  process: P,
  routing: readonly P[],
  employeeId: number | null,
): NextStep {
  const own = process.open.find((report) => report.people.some((one) => one.employeeId === employeeId));
  if (own) return { step: 'finish', quantity: own.started, waitsFor: null };
  const nothing: NextStep = { step: null, quantity: 0, waitsFor: null };
  const forbidden = (event: ProcessEvent) => forbiddenBy(process.orderState, process.state, event);
  if (forbidden('start') === 'order') return nothing;
  const quantity = startable(process);
  const hindrance = hindranceToStart(process, routing, quantity);
  if (!forbidden('start') && !hindrance) return { step: 'start', quantity, waitsFor: null };
  const before = hindrance?.is === 'processBefore' ? hindrance.process : null;
  const waitsFor = before && { processId: before.processId, name: before.name };
  const receivable = receivableOf(process);
  if (!forbidden('receive') && process.needsReceive && receivable > 0)
    return { step: 'receive', quantity: receivable, waitsFor };
  return { ...nothing, waitsFor };
}
