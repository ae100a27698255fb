import { receivableOf, targetOf, type ProcessState } from '#shared/ledger/process-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { delivered, doneShareOf, suppliersOf, type LedgerPart, type LedgerProcess } from './ledger.ts';
import { openPredecessors, startable } from './may-begin.ts';
import { minus, sum } from './quantity.ts';

/**
 * What a process can wait for. `start`: pieces can be started. `receive`: pieces have arrived and
 * must be received. `process`: pieces must come from another process. `outside`: pieces are at a
 * supplier. `decision`: pieces are on hold. `rework`: pieces need rework. `replacement`: pieces are
 * lost and not yet replaced. `resume`: the process is suspended.
 */
export const WAITS_FOR = [
  'start',
  'receive',
  'process',
  'outside',
  'decision',
  'rework',
  'replacement',
  'resume',
] as const;
export type WaitsFor = (typeof WAITS_FOR)[number];

/** The data that tells readers which process is meant. */
export interface WaitingPlace {
  processId: number;
  seq: number;
  name: string;
  partId: number;
  partName: string;
}

/** What a process waits for, and which other process causes the wait. */
export interface Waiting {
  for: WaitsFor;
  /** The number of pieces that wait, or the number that is missing. */
  quantity: number;
  /** The process that the pieces come from, if `for` is 'process'. */
  at: WaitingPlace | null;
  /** The number of further processes that the process waits for. */
  others: number;
  /**
   * The upstream process that causes the wait; null if `at` causes it. `rootFor` says what that
   * process waits for.
   */
  root: WaitingPlace | null;
  rootFor: WaitsFor | 'running' | null;
}

/** A process with the routing and craft data that affect waiting. */
interface WaitingProcess extends LedgerProcess {
  name: string;
  partName: string;
  leapfrog: boolean;
  needsReceive: boolean;
}

const OVER: ReadonlySet<ProcessState> = new Set(['completed', 'specialAcceptance', 'scrapped']);

/** Whether a process has ended: it is completed, accepted by concession or scrapped. */
export const isProcessOver = (state: ProcessState): boolean => OVER.has(state);

const placeOf = (process: WaitingProcess): WaitingPlace => ({
  processId: process.id,
  seq: process.seq,
  name: process.name,
  partId: process.partId,
  partName: process.partName,
});

const missingAt = (process: LedgerProcess): number =>
  Math.max(0, minus(targetOf(process), delivered(process)));

/** Counts the pieces that still have to be worked on at a process. */
const leftAt = (process: LedgerProcess): number =>
  sum(receivableOf(process), process.machinable, process.inWork, process.outsourced);

interface Step<P> {
  for: WaitsFor;
  quantity: number;
  at: P | null;
  others: number;
}

/** Finds what a process waits for directly; null if it is running or has ended. */
function stepOf<P extends WaitingProcess>(
  process: P,
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): Step<P> | null {
  const here = (what: WaitsFor, quantity: number): Step<P> => ({ for: what, quantity, at: null, others: 0 });
  if (isProcessOver(process.state) || process.openReports > 0) return null;
  const receivable = receivableOf(process);
  const ready = startable(process);
  if (process.state === 'suspended') return here('resume', ready);
  const open = openPredecessors(process, routing);
  if (ready > 0 && open.length === 0) return here('start', ready);
  if (ready === 0 && receivable > 0) return here('receive', receivable);
  if (process.outsourced > 0) return here('outside', process.outsourced);
  const coming = (suppliersOf(process, routing, parts) ?? [])
    .map((one) => one.process)
    .filter((one) => !isProcessOver(one.state) && doneShareOf(one) < 1);
  const from = [...new Set([...open, ...coming])];
  if (from.length > 0) {
    const [at, ...others] = from.sort((a, b) => doneShareOf(a) - doneShareOf(b) || a.id - b.id) as [
      P,
      ...P[],
    ];
    return {
      for: 'process',
      quantity: ready > 0 ? leftAt(at) : missingAt(at) || leftAt(at),
      at,
      others: others.length,
    };
  }
  if (process.hold > 0) return here('decision', process.hold);
  if (process.reworkOpen > 0) return here('rework', process.reworkOpen);
  return here('replacement', missingAt(process));
}

/**
 * Finds what a process waits for, and the upstream process that causes the wait.
 * @param routing all processes of the order
 * @param parts the parts of the order, except parts without a routing
 * @returns null if somebody works at the process, or if the process has ended
 */
export function waitingOf<P extends WaitingProcess>(
  process: P,
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): Waiting | null {
  const first = stepOf(process, routing, parts);
  if (!first) return null;
  const { at, ...step } = first;
  const seen = new Set<P>([process]);
  let head = at;
  let why: Step<P> | null = null;
  while (head && !seen.has(head)) {
    seen.add(head);
    why = stepOf(head, routing, parts);
    if (why?.for !== 'process') break;
    head = why.at;
  }
  const isDeeper = head !== null && head !== at;
  return {
    ...step,
    at: at && placeOf(at),
    root: isDeeper ? placeOf(head!) : null,
    rootFor: head === null ? null : head.openReports > 0 ? 'running' : (why?.for ?? null),
  };
}

/**
 * A process of a routing with the parent of its part, and how many pieces of the part go into the
 * parent.
 */
export interface RoutedProcess extends WaitingProcess {
  parentId: number | null;
  quantityPer: number;
}

/** Builds the parts of a routing from its processes. Parts without processes are left out. */
export function partsOf(routing: readonly RoutedProcess[]): Map<number, LedgerPart> {
  const parts = new Map<number, LedgerPart & { childIds: number[] }>();
  for (const { partId, parentId, quantityPer } of routing)
    if (!parts.has(partId)) parts.set(partId, { id: partId, parentId, quantityPer, childIds: [] });
  for (const { id, parentId } of parts.values())
    if (parentId !== null) parts.get(parentId)?.childIds.push(id);
  return parts;
}

/**
 * Finds what a process waits for. `routing` has all processes of the order, as the API returns
 * them.
 */
export function findWaitingIn(process: ProcessProgress, routing: readonly ProcessProgress[]): Waiting | null {
  const routed = routing.map((row) => ({ ...row, id: row.processId }));
  const own = routed.find((row) => row.id === process.processId);
  return own ? waitingOf(own, routed, partsOf(routed)) : null;
}
