import { receivableOf, targetOf, type ProcessState } from '#shared/ledger/process-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { delivered, doneOf, suppliersOf, type LedgerPart, type LedgerProcess } from './ledger.ts';
import { openBefore, startable } from './may-begin.ts';
import { minus, sum } from './quantity.ts';

/**
 * What keeps a process from going on. `start` and `receive`: pieces are here, somebody has to take them. `process`:
 * they come from another one. `outside`: they are with a supplier. `decision`: they are on hold. `rework`: they are to
 * be reworked. `replacement`: they are lost, and nobody makes new ones. `resume`: it was suspended.
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

/** A process as it is named to somebody who waits for it. */
export interface WaitingPlace {
  processId: number;
  seq: number;
  name: string;
  partId: number;
  partName: string;
}

/** What a process waits for. */
export interface Waiting {
  for: WaitsFor;
  /** How many pieces: those that are here, or those that are missing. */
  quantity: number;
  /** `process`: the one that they come from. */
  at: WaitingPlace | null;
  /** How many others it waits for besides. */
  others: number;
  /** `process`: where the line really stands, where that is not `at` itself; and why it stands there. */
  root: WaitingPlace | null;
  rootFor: WaitsFor | 'running' | null;
}

/** A process with what its routing and craft say about waiting. */
interface WaitingProcess extends LedgerProcess {
  name: string;
  partName: string;
  leapfrog: boolean;
  needsReceive: boolean;
}

const OVER: ReadonlySet<ProcessState> = new Set(['completed', 'specialAcceptance', 'scrapped']);

/** Whether nothing more is to be made at a process, for better or worse. */
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

/** Pieces that are at a process and not yet done with. */
const leftAt = (process: LedgerProcess): number =>
  sum(receivableOf(process), process.machinable, process.inWork, process.outsourced);

interface Step<P> {
  for: WaitsFor;
  quantity: number;
  at: P | null;
  others: number;
}

/** The one step: what a process waits for itself; null where it runs or is over. */
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
  const open = openBefore(process, routing);
  if (ready > 0 && open.length === 0) return here('start', ready);
  if (ready === 0 && receivable > 0) return here('receive', receivable);
  if (process.outsourced > 0) return here('outside', process.outsourced);
  const coming = (suppliersOf(process, routing, parts) ?? [])
    .map((one) => one.process)
    .filter((one) => !isProcessOver(one.state) && doneOf(one) < 1);
  const from = [...new Set([...open, ...coming])];
  if (from.length > 0) {
    const [at, ...others] = from.sort((a, b) => doneOf(a) - doneOf(b) || a.id - b.id) as [P, ...P[]];
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
 * What a process waits for, and which one at the head of the line holds it up.
 * @param routing all processes of its order
 * @param parts the parts of its order, those without a routing left out
 * @returns null where somebody is at it, or nothing more is to be made
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

/** A process of a routing with where its part goes. */
export interface RoutedProcess extends WaitingProcess {
  parentId: number | null;
  quantityPer: number;
}

/** The parts of a routing, from the processes alone: those without a process are none of its business. */
export function partsOf(routing: readonly RoutedProcess[]): Map<number, LedgerPart> {
  const parts = new Map<number, LedgerPart & { childIds: number[] }>();
  for (const { partId, parentId, quantityPer } of routing)
    if (!parts.has(partId)) parts.set(partId, { id: partId, parentId, quantityPer, childIds: [] });
  for (const { id, parentId } of parts.values())
    if (parentId !== null) parts.get(parentId)?.childIds.push(id);
  return parts;
}

/** What a process waits for, among all processes of its order as the server tells them. */
export function waitingAmong(process: ProcessProgress, routing: readonly ProcessProgress[]): Waiting | null {
  const routed = routing.map((row) => ({ ...row, id: row.processId }));
  const own = routed.find((row) => row.id === process.processId);
  return own ? waitingOf(own, routed, partsOf(routed)) : null;
}
