import { calculateReceivable, calculateTarget, type ProcessState } from '#shared/ledger/process-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import {
  calculateDelivered,
  calculateDoneShare,
  findSupplyingProcesses,
  type LedgerPart,
  type LedgerProcess,
} from './ledger.ts';
import { findOpenPredecessors, calculateStartable } from './may-begin.ts';
import { subtractQuantities, addQuantities } from './quantity.ts';

/**
 * What a process can wait for. `start`: pieces can be started. `receive`: pieces have arrived and
 * must be received. `process`: another process must deliver or be finished. `outside`: pieces are at a
 * supplier. `decision`: pieces are on hold. `rework`: pieces need rework. `replacement`: pieces are
 * lost and not yet replaced. `resume`: the process is suspended.
 */
export const WAITING_REASONS = [
  'start',
  'receive',
  'process',
  'outside',
  'decision',
  'rework',
  'replacement',
  'resume',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** A process for which another one waits, or at which an order stands, with the data by which people recognise it. */
export interface WaitingPlace {
  processId: number;
  seq: number;
  name: string;
  partId: number;
  partName: string;
}

/** What a process waits for, and which other process causes the wait, if any. */
export interface ProcessWait {
  for: WaitingReason;
  /** The number of pieces that wait or are missing; if `for` is 'process', at the process `at`. */
  quantity: number;
  /** The process that must deliver or be finished if `for` is 'process'; otherwise null. */
  at: WaitingPlace | null;
  /** The number of processes besides `at` that must deliver or be finished. */
  others: number;
  /**
   * The process further upstream that causes the wait; null if `at` causes the wait, or if there is no `at`.
   * `rootFor` is what the causing process itself waits for, or 'running' if it has a running report.
   */
  root: WaitingPlace | null;
  rootFor: WaitingReason | 'running' | null;
}

/** A process with the routing and craft data that affect waiting. */
interface ProcessWithWaitData extends LedgerProcess {
  name: string;
  partName: string;
  leapfrog: boolean;
  needsReceive: boolean;
}

const ENDED_PROCESS_STATES: ReadonlySet<ProcessState> = new Set([
  'completed',
  'specialAcceptance',
  'scrapped',
]);

/** Whether a process has ended: whether it is completed, accepted by concession or scrapped. */
export const hasProcessEnded = (state: ProcessState): boolean => ENDED_PROCESS_STATES.has(state);

const toWaitingPlace = (process: ProcessWithWaitData): WaitingPlace => ({
  processId: process.id,
  seq: process.seq,
  name: process.name,
  partId: process.partId,
  partName: process.partName,
});

const countMissingPieces = (process: LedgerProcess): number =>
  Math.max(0, subtractQuantities(calculateTarget(process), calculateDelivered(process)));

/** Counts the pieces that still have to be worked on at a process. */
const countUnfinishedPieces = (process: LedgerProcess): number =>
  addQuantities(calculateReceivable(process), process.machinable, process.inWork, process.outsourced);

interface DirectWait<P> {
  for: WaitingReason;
  quantity: number;
  at: P | null;
  others: number;
}

/** Finds what a process waits for directly; null if the process has a running report or has ended. */
function findDirectWait<P extends ProcessWithWaitData>(
  process: P,
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): DirectWait<P> | null {
  const here = (what: WaitingReason, quantity: number): DirectWait<P> => ({
    for: what,
    quantity,
    at: null,
    others: 0,
  });
  if (hasProcessEnded(process.state) || process.openReports > 0) return null;
  const receivable = calculateReceivable(process);
  const ready = calculateStartable(process);
  if (process.state === 'suspended') return here('resume', ready);
  const open = findOpenPredecessors(process, routing);
  if (ready > 0 && open.length === 0) return here('start', ready);
  if (ready === 0 && receivable > 0) return here('receive', receivable);
  if (process.outsourced > 0) return here('outside', process.outsourced);
  const coming = (findSupplyingProcesses(process, routing, parts) ?? [])
    .map((one) => one.process)
    .filter((one) => !hasProcessEnded(one.state) && calculateDoneShare(one) < 1);
  const from = [...new Set([...open, ...coming])];
  if (from.length > 0) {
    const [at, ...others] = from.sort(
      (a, b) => calculateDoneShare(a) - calculateDoneShare(b) || a.id - b.id,
    ) as [P, ...P[]];
    return {
      for: 'process',
      quantity: ready > 0 ? countUnfinishedPieces(at) : countMissingPieces(at) || countUnfinishedPieces(at),
      at,
      others: others.length,
    };
  }
  if (process.hold > 0) return here('decision', process.hold);
  if (process.reworkOpen > 0) return here('rework', process.reworkOpen);
  return here('replacement', countMissingPieces(process));
}

/**
 * Finds what a process waits for, and the upstream process that causes the wait.
 * @param routing all processes of the order
 * @param parts the parts of the order, except parts without a routing
 * @returns null if the process has a running report or has ended
 */
export function findProcessWait<P extends ProcessWithWaitData>(
  process: P,
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): ProcessWait | null {
  const first = findDirectWait(process, routing, parts);
  if (!first) return null;
  const { at, ...step } = first;
  const seen = new Set<P>([process]);
  let head = at;
  let why: DirectWait<P> | null = null;
  while (head && !seen.has(head)) {
    seen.add(head);
    why = findDirectWait(head, routing, parts);
    if (why?.for !== 'process') break;
    head = why.at;
  }
  const isDeeper = head !== null && head !== at;
  return {
    ...step,
    at: at && toWaitingPlace(at),
    root: isDeeper ? toWaitingPlace(head!) : null,
    rootFor: head === null ? null : head.openReports > 0 ? 'running' : (why?.for ?? null),
  };
}

/**
 * A process of a routing with the parent of its part, and how many pieces of the part go into the
 * parent.
 */
export interface RoutedProcess extends ProcessWithWaitData {
  parentId: number | null;
  quantityPer: number;
}

/** Builds the parts to which the processes of a routing belong. Parts without processes are left out. */
export function buildPartsOfRouting(routing: readonly RoutedProcess[]): Map<number, LedgerPart> {
  const parts = new Map<number, LedgerPart & { childIds: number[] }>();
  for (const { partId, parentId, quantityPer } of routing)
    if (!parts.has(partId)) parts.set(partId, { id: partId, parentId, quantityPer, childIds: [] });
  for (const { id, parentId } of parts.values())
    if (parentId !== null) parts.get(parentId)?.childIds.push(id);
  return parts;
}

/**
 * Finds what a process waits for, as `findProcessWait` does, from the processes of the order as the API returns
 * them.
 */
export function findProcessWaitInRouting(
  process: ProcessProgress,
  routing: readonly ProcessProgress[],
): ProcessWait | null {
  const routed = routing.map((row) => ({ ...row, id: row.processId }));
  const own = routed.find((row) => row.id === process.processId);
  return own ? findProcessWait(own, routed, buildPartsOfRouting(routed)) : null;
}
