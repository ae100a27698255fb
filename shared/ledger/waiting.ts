import {
  calculateReceivableQuantity,
  calculateTargetQuantity,
  type ProcessState,
} from '#shared/ledger/process-state.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import {
  calculateDeliveredQuantity,
  calculateDoneShare,
  findSupplyingProcesses,
  type LedgerPart,
  type LedgerProcess,
} from './ledger.ts';
import { findOpenPredecessors, calculateStartableQuantity } from './may-begin.ts';
import { subtractQuantities, addQuantities } from './quantity.ts';

/**
 * The reasons why a process waits. `start`: pieces can be started. `receive`: pieces have arrived and must be received.
 * `process`: another process must deliver or be finished. `outside`: pieces are at a supplier. `decision`: pieces are
 * on hold. `rework`: pieces need rework. `replacement`: pieces are lost and not yet replaced. `resume`: the process is
 * suspended.
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

/** A process that another process waits for, or the current process of an order, with its display data. */
export interface ProcessIdentity {
  processId: number;
  seq: number;
  name: string;
  partId: number;
  partName: string;
}

/** The reason why a process waits, and the other process that causes the wait, if any. */
export interface ProcessWait {
  for: WaitingReason;
  /**
   * The number of pieces that wait or are missing at the process. If `for` is 'process', they are at the process
   * `at`.
   */
  quantity: number;
  /** The process that must deliver or be finished if `for` is 'process'; otherwise null. */
  at: ProcessIdentity | null;
  /** The number of processes besides `at` that must deliver or be finished. */
  others: number;
  /**
   * The process further upstream that causes the wait; null if `at` itself causes the wait, or if `at` is
   * null. `rootFor` is the reason why this upstream process waits, or 'running' if it has a running report.
   */
  root: ProcessIdentity | null;
  rootFor: WaitingReason | 'running' | null;
}

/** A process with the data from its craft, its part and its routing that the functions for waiting use. */
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

/** Whether a process with this state has ended: it is completed, accepted by concession or scrapped. */
export const hasProcessEnded = (state: ProcessState): boolean => ENDED_PROCESS_STATES.has(state);

const toProcessIdentity = (process: ProcessWithWaitData): ProcessIdentity => ({
  processId: process.id,
  seq: process.seq,
  name: process.name,
  partId: process.partId,
  partName: process.partName,
});

const countUndeliveredPieces = (process: LedgerProcess): number =>
  Math.max(0, subtractQuantities(calculateTargetQuantity(process), calculateDeliveredQuantity(process)));

/** Counts the arrived pieces that a process still has to work on. */
const countUnfinishedPieces = (process: LedgerProcess): number =>
  addQuantities(calculateReceivableQuantity(process), process.machinable, process.inWork, process.outsourced);

interface DirectWait<P> {
  for: WaitingReason;
  quantity: number;
  at: P | null;
  others: number;
}

/** Finds why a process waits, without looking further upstream; null if it has a running report or has ended. */
function findDirectWait<P extends ProcessWithWaitData>(
  process: P,
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): DirectWait<P> | null {
  const makeWait = (reason: WaitingReason, quantity: number): DirectWait<P> => ({
    for: reason,
    quantity,
    at: null,
    others: 0,
  });
  if (hasProcessEnded(process.state) || process.openReports > 0) return null;
  const receivableQuantity = calculateReceivableQuantity(process);
  const startableQuantity = calculateStartableQuantity(process);
  if (process.state === 'suspended') return makeWait('resume', startableQuantity);
  const openPredecessors = findOpenPredecessors(process, routing);
  if (startableQuantity > 0 && openPredecessors.length === 0) return makeWait('start', startableQuantity);
  if (startableQuantity === 0 && receivableQuantity > 0) return makeWait('receive', receivableQuantity);
  if (process.outsourced > 0) return makeWait('outside', process.outsourced);
  const unfinishedSuppliers = (findSupplyingProcesses(process, routing, parts) ?? [])
    .map((supplier) => supplier.process)
    .filter((supplier) => !hasProcessEnded(supplier.state) && calculateDoneShare(supplier) < 1);
  const blockingProcesses = [...new Set([...openPredecessors, ...unfinishedSuppliers])];
  if (blockingProcesses.length > 0) {
    const [at, ...others] = blockingProcesses.sort(
      (a, b) => calculateDoneShare(a) - calculateDoneShare(b) || a.id - b.id,
    ) as [P, ...P[]];
    return {
      for: 'process',
      quantity:
        startableQuantity > 0
          ? countUnfinishedPieces(at)
          : countUndeliveredPieces(at) || countUnfinishedPieces(at),
      at,
      others: others.length,
    };
  }
  if (process.hold > 0) return makeWait('decision', process.hold);
  if (process.reworkOpen > 0) return makeWait('rework', process.reworkOpen);
  return makeWait('replacement', countUndeliveredPieces(process));
}

/** A process with the parent of its part, and how many pieces of the part go into one piece of the parent. */
export interface RoutedProcess extends ProcessWithWaitData {
  parentId: number | null;
  quantityPer: number;
  /** The pieces of the part that are in the warehouse. */
  warehoused: number;
}

/** Builds the parts to which the processes of a routing belong. Parts without processes are left out. */
export function buildPartsOfRouting(routing: readonly RoutedProcess[]): Map<number, LedgerPart> {
  const parts = new Map<number, LedgerPart & { childIds: number[] }>();
  for (const { partId, parentId, quantityPer, warehoused } of routing)
    if (!parts.has(partId))
      parts.set(partId, { id: partId, parentId, quantityPer, warehoused, childIds: [] });
  for (const { id, parentId } of parts.values())
    if (parentId !== null) parts.get(parentId)?.childIds.push(id);
  return parts;
}

/**
 * Makes a function that finds why a process of a routing waits, and the upstream process that causes the
 * wait. For a process that has a running report or has ended, the function returns null.
 * @param routing the processes of all parts in question, and of all parts that go into them
 */
export function makeWaitFinder<P extends RoutedProcess>(
  routing: readonly P[],
): (process: P) => ProcessWait | null {
  const parts = buildPartsOfRouting(routing);
  const processesByPart = groupBy(routing, ({ partId }) => partId);
  const directWaits = new Map<P, DirectWait<P> | null>();
  const getDirectWait = (process: P): DirectWait<P> | null => {
    const knownWait = directWaits.get(process);
    if (knownWait !== undefined) return knownWait;
    const { id, childIds } = parts.get(process.partId)!;
    const suppliers = [id, ...childIds].flatMap((partId) => processesByPart.get(partId) ?? []);
    const wait = findDirectWait(process, suppliers, parts);
    directWaits.set(process, wait);
    return wait;
  };
  return (process) => {
    const directWait = getDirectWait(process);
    if (!directWait) return null;
    const { at, ...rest } = directWait;
    const visitedProcesses = new Set<P>([process]);
    let rootProcess = at;
    let rootWait: DirectWait<P> | null = null;
    while (rootProcess && !visitedProcesses.has(rootProcess)) {
      visitedProcesses.add(rootProcess);
      rootWait = getDirectWait(rootProcess);
      if (rootWait?.for !== 'process') break;
      rootProcess = rootWait.at;
    }
    const isRootDeeper = rootProcess !== null && rootProcess !== at;
    return {
      ...rest,
      at: at && toProcessIdentity(at),
      root: isRootDeeper ? toProcessIdentity(rootProcess!) : null,
      rootFor:
        rootProcess === null ? null : rootProcess.openReports > 0 ? 'running' : (rootWait?.for ?? null),
    };
  };
}
