import {
  processState,
  receivableOf,
  targetOf,
  type Account,
  type Ledger,
  type ProcessState,
} from '#shared/ledger/process-state.ts';
import { minus, setsOf, sum } from './quantity.ts';

/** A process as the ledger sees it. Changed in place by `post` and `derive`; written back by whoever holds its lock. */
export interface LedgerProcess extends Ledger {
  id: number;
  partId: number;
  seq: number;
  state: ProcessState;
}

/** A part as the ledger sees it: where its pieces go, and what it is made of. */
export interface LedgerPart {
  id: number;
  parentId: number | null;
  /** How many of it go into one of its parent. */
  quantityPer: number;
  /** The parts that go into it, those without a routing left out. */
  childIds: readonly number[];
}

/** One movement between two accounts of a process. */
export interface LedgerEntry {
  processId: number;
  from: Account;
  to: Account;
  quantity: number;
  reportId: number | null;
  reversesId: number | null;
}

function move(process: LedgerProcess, account: Account, quantity: number): void {
  if (account === 'supply') process.received = minus(process.received, quantity);
  else if (account === 'surplus') process.excess = minus(process.excess, quantity);
  else process[account] = sum(process[account], quantity);
}

/**
 * Moves a quantity; nothing where it is 0. A bucket may go below 0 here: the caller looks before it writes, and the
 * database refuses it in any case.
 */
export function post(
  process: LedgerProcess,
  from: Account,
  to: Account,
  quantity: number,
  of: { reportId?: number | null; reversesId?: number | null } = {},
): LedgerEntry[] {
  if (quantity === 0) return [];
  move(process, from, -quantity);
  move(process, to, quantity);
  return [
    {
      processId: process.id,
      from,
      to,
      quantity,
      reportId: of.reportId ?? null,
      reversesId: of.reversesId ?? null,
    },
  ];
}

/** What has been made of a process's pieces and may go on: concession counts as good for the next process. */
export const delivered = (process: Pick<Ledger, 'good' | 'concession'>): number =>
  sum(process.good, process.concession);

/** How far a process has come, 0 to 1. */
export function doneOf(
  process: Pick<Ledger, 'good' | 'concession' | 'plannedQuantity' | 'inheritedLoss' | 'acceptedLoss'>,
): number {
  const target = targetOf(process);
  return target === 0 ? 1 : Math.min(1, delivered(process) / target);
}

/** What will not come any more, of what was planned. */
const lossOf = (process: LedgerProcess): number =>
  sum(process.inheritedLoss, Math.max(process.scrap, process.acceptedLoss));

interface Supply {
  arrived: number;
  inheritedLoss: number;
}

/** A process that pieces come from, and how many of them go into one. */
interface Supplier<P extends LedgerProcess = LedgerProcess> {
  process: P;
  per: number;
}

function supplyFrom(process: LedgerProcess, before: readonly Supplier[]): Supply {
  let arrived = Number.POSITIVE_INFINITY;
  let inheritedLoss = 0;
  for (const { process: one, per } of before) {
    arrived = Math.min(arrived, setsOf(delivered(one), per));
    const loss = Math.ceil(lossOf(one) / per);
    const stillComing = setsOf(minus(sum(one.plannedQuantity, one.excess), lossOf(one)), per);
    inheritedLoss = Math.max(
      inheritedLoss,
      Math.min(per === 1 ? lossOf(one) : loss, minus(process.plannedQuantity, stillComing)),
    );
  }
  return { arrived, inheritedLoss };
}

/** The processes with the greatest sequence below one, within its part. */
export function previousOf<P extends Pick<LedgerProcess, 'partId' | 'seq'>>(
  process: Pick<LedgerProcess, 'partId' | 'seq'>,
  routing: readonly P[],
): P[] {
  const earlier = routing.filter((one) => one.partId === process.partId && one.seq < process.seq);
  const seq = Math.max(...earlier.map((one) => one.seq));
  return earlier.filter((one) => one.seq === seq);
}

/** The last processes of a part: what they deliver is the part. */
export function lastOf<P extends LedgerProcess>(partId: number, routing: readonly P[]): P[] {
  const own = routing.filter((one) => one.partId === partId);
  const seq = Math.max(...own.map((one) => one.seq));
  return own.filter((one) => one.seq === seq);
}

/**
 * Where the pieces of a process come from: the previous sequence; for a first process of an assembly the last processes
 * of its child parts; nowhere for any other first process.
 * @returns null where a child part is not at hand, so that nothing can be said
 */
export function suppliersOf<P extends LedgerProcess>(
  process: LedgerProcess,
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): Supplier<P>[] | null {
  const previous = previousOf(process, routing);
  if (previous.length > 0) return previous.map((one) => ({ process: one, per: 1 }));
  const before: Supplier<P>[] = [];
  for (const childId of parts.get(process.partId)?.childIds ?? []) {
    const child = parts.get(childId);
    if (!child) return null;
    for (const one of lastOf(childId, routing)) before.push({ process: one, per: child.quantityPer });
  }
  return before;
}

/**
 * What has arrived at a process and what is lost upstream; at a process without suppliers everything that is planned.
 * @returns null where a child part is not at hand, so that nothing can be said
 */
function supplyOf(
  process: LedgerProcess,
  routing: readonly LedgerProcess[],
  parts: ReadonlyMap<number, LedgerPart>,
): Supply | null {
  const before = suppliersOf(process, routing, parts);
  if (before === null) return null;
  return before.length > 0
    ? supplyFrom(process, before)
    : { arrived: process.plannedQuantity, inheritedLoss: 0 };
}

/** Parts in an order in which what goes into a part comes before it. */
function upwards(parts: ReadonlyMap<number, LedgerPart>): LedgerPart[] {
  const done = new Set<number>();
  const order: LedgerPart[] = [];
  const visit = (part: LedgerPart) => {
    if (done.has(part.id)) return;
    done.add(part.id);
    for (const childId of part.childIds) {
      const child = parts.get(childId);
      if (child) visit(child);
    }
    order.push(part);
  };
  for (const part of parts.values()) visit(part);
  return order;
}

/**
 * Carries what arrived and what was lost down the routing and up the assemblies, and derives every state.
 * @returns the processes that changed
 */
export function derive<P extends LedgerProcess>(
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): P[] {
  const changed: P[] = [];
  for (const part of upwards(parts)) {
    const own = routing.filter((one) => one.partId === part.id).sort((a, b) => a.seq - b.seq);
    for (const process of own) {
      const supply = supplyOf(process, routing, parts) ?? process;
      const state = processState({ ...process, ...supply });
      if (
        supply.arrived === process.arrived &&
        supply.inheritedLoss === process.inheritedLoss &&
        state === process.state
      )
        continue;
      process.arrived = supply.arrived;
      process.inheritedLoss = supply.inheritedLoss;
      process.state = state;
      changed.push(process);
    }
  }
  return changed;
}

/** Whether nothing is left to do at a process: what is on hold or in rework does not block the next (specification §5). */
export const isFinished = (
  process: Pick<Ledger, 'arrived' | 'received' | 'machinable' | 'inWork' | 'outsourced'>,
): boolean =>
  receivableOf(process) === 0 && process.machinable === 0 && process.inWork === 0 && process.outsourced === 0;
