import {
  deriveProcessState,
  calculateReceivableQuantity,
  calculateTargetQuantity,
  type LedgerAccount,
  type Ledger,
  type ProcessState,
} from '#shared/ledger/process-state.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { subtractQuantities, countCompleteSets, addQuantities } from './quantity.ts';

/**
 * The data of a process that the ledger functions use. `postMovement` and `recalculateProcesses` change the object
 * itself. A caller on the server must hold the lock of the process, and save the process afterwards.
 */
export interface LedgerProcess extends Ledger {
  id: number;
  partId: number;
  seq: number;
  state: ProcessState;
}

export interface LedgerPart {
  id: number;
  parentId: number | null;
  /** How many pieces of the part go into one piece of the parent part. */
  quantityPer: number;
  /** The pieces of the part that are in the warehouse. The assembly cannot use them. */
  warehoused: number;
  /** The ids of the child parts, except those without a routing. */
  childIds: readonly number[];
}

/** A movement of a quantity between two accounts of a process. */
export interface LedgerEntry {
  processId: number;
  from: LedgerAccount;
  to: LedgerAccount;
  quantity: number;
  reportId: number | null;
  /** The shipment to a supplier, or the return, that posted the entry. */
  movementId: number | null;
  /** The quality exception that holds or moved the pieces. */
  exceptionId: number | null;
  reversesId: number | null;
}

function addToAccount(process: LedgerProcess, account: LedgerAccount, quantity: number): void {
  if (account === 'supply') process.received = subtractQuantities(process.received, quantity);
  else if (account === 'surplus') process.excess = subtractQuantities(process.excess, quantity);
  else process[account] = addQuantities(process[account], quantity);
}

/**
 * Moves a quantity from one account of a process to another. A bucket may become negative. The caller must check the
 * buckets before it saves them, because the database refuses negative buckets.
 * @returns a list with the movement; an empty list if the quantity is 0
 */
export function postMovement(
  process: LedgerProcess,
  from: LedgerAccount,
  to: LedgerAccount,
  quantity: number,
  references: Partial<Pick<LedgerEntry, 'reportId' | 'movementId' | 'exceptionId' | 'reversesId'>> = {},
): LedgerEntry[] {
  if (quantity === 0) return [];
  addToAccount(process, from, -quantity);
  addToAccount(process, to, quantity);
  return [
    {
      processId: process.id,
      from,
      to,
      quantity,
      reportId: references.reportId ?? null,
      movementId: references.movementId ?? null,
      exceptionId: references.exceptionId ?? null,
      reversesId: references.reversesId ?? null,
    },
  ];
}

/** Adds up the quantity that may go on to the next process: good pieces, and pieces accepted as a concession. */
export const calculateDeliveredQuantity = (process: Pick<Ledger, 'good' | 'concession'>): number =>
  addQuantities(process.good, process.concession);

/** Calculates the share of the target that a process has delivered, from 0 to 1. With a target of 0 it is 1. */
export function calculateDoneShare(
  process: Pick<Ledger, 'good' | 'concession' | 'plannedQuantity' | 'inheritedLoss' | 'acceptedLoss'>,
): number {
  const target = calculateTargetQuantity(process);
  return target === 0 ? 1 : Math.min(1, calculateDeliveredQuantity(process) / target);
}

/** Calculates how much of the planned quantity a process will not deliver. */
const calculateLoss = (process: LedgerProcess): number =>
  addQuantities(process.inheritedLoss, Math.max(process.scrap, process.acceptedLoss));

interface SuppliedQuantities {
  arrived: number;
  inheritedLoss: number;
}

/** A process that supplies another process, and how many of its pieces go into one piece of the supplied process. */
interface SupplyingProcess<P extends LedgerProcess = LedgerProcess> {
  process: P;
  quantityPer: number;
  /** How many of the delivered pieces went into the warehouse. */
  warehoused: number;
}

function combineSuppliedQuantities(
  process: LedgerProcess,
  suppliers: readonly SupplyingProcess[],
): SuppliedQuantities {
  let arrived = Number.POSITIVE_INFINITY;
  let inheritedLoss = 0;
  for (const { process: supplier, quantityPer, warehoused } of suppliers) {
    const available = subtractQuantities(calculateDeliveredQuantity(supplier), warehoused);
    arrived = Math.min(arrived, countCompleteSets(available, quantityPer));
    const loss = Math.ceil(calculateLoss(supplier) / quantityPer);
    const remainingSets = countCompleteSets(
      subtractQuantities(addQuantities(supplier.plannedQuantity, supplier.excess), calculateLoss(supplier)),
      quantityPer,
    );
    inheritedLoss = Math.max(
      inheritedLoss,
      Math.min(
        quantityPer === 1 ? calculateLoss(supplier) : loss,
        subtractQuantities(process.plannedQuantity, remainingSets),
      ),
    );
  }
  return { arrived, inheritedLoss };
}

/** Finds the processes directly before a process: those of the same part with the next lower sequence number. */
export function findPreviousProcesses<P extends Pick<LedgerProcess, 'partId' | 'seq'>>(
  process: Pick<LedgerProcess, 'partId' | 'seq'>,
  routing: readonly P[],
): P[] {
  const earlierProcesses = routing.filter(
    (candidate) => candidate.partId === process.partId && candidate.seq < process.seq,
  );
  const previousSeq = Math.max(...earlierProcesses.map((candidate) => candidate.seq));
  return earlierProcesses.filter((candidate) => candidate.seq === previousSeq);
}

/** Finds the processes of a part with the highest sequence number. They deliver the finished part. */
export function findLastProcesses<P extends LedgerProcess>(partId: number, routing: readonly P[]): P[] {
  const partProcesses = routing.filter((candidate) => candidate.partId === partId);
  const lastSeq = Math.max(...partProcesses.map((candidate) => candidate.seq));
  return partProcesses.filter((candidate) => candidate.seq === lastSeq);
}

/** Finds the processes of a part with the lowest sequence number. They get the pieces of the child parts. */
export function findFirstProcesses<P extends LedgerProcess>(partId: number, routing: readonly P[]): P[] {
  const partProcesses = routing.filter((candidate) => candidate.partId === partId);
  const firstSeq = Math.min(...partProcesses.map((candidate) => candidate.seq));
  return partProcesses.filter((candidate) => candidate.seq === firstSeq);
}

/**
 * Finds the processes that supply a process: the previous processes of the same part. For the first processes of a
 * part, these are the last processes of the child parts.
 * @returns the supplying processes; null if a child part is not loaded
 */
export function findSupplyingProcesses<P extends LedgerProcess>(
  process: LedgerProcess,
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): SupplyingProcess<P>[] | null {
  const previousProcesses = findPreviousProcesses(process, routing);
  if (previousProcesses.length > 0)
    return previousProcesses.map((previousProcess) => ({
      process: previousProcess,
      quantityPer: 1,
      warehoused: 0,
    }));
  const suppliers: SupplyingProcess<P>[] = [];
  for (const childId of parts.get(process.partId)?.childIds ?? []) {
    const child = parts.get(childId);
    if (!child) return null;
    const { quantityPer, warehoused } = child;
    for (const lastProcess of findLastProcesses(childId, routing))
      suppliers.push({ process: lastProcess, quantityPer, warehoused });
  }
  return suppliers;
}

/**
 * Calculates how much has arrived at a process, and how much was lost upstream and not replaced. If no process
 * supplies this process, the whole planned quantity has arrived.
 * @returns the two quantities; null if a child part is not loaded
 */
function calculateSupply(
  process: LedgerProcess,
  routing: readonly LedgerProcess[],
  parts: ReadonlyMap<number, LedgerPart>,
): SuppliedQuantities | null {
  const suppliers = findSupplyingProcesses(process, routing, parts);
  if (suppliers === null) return null;
  return suppliers.length > 0
    ? combineSuppliedQuantities(process, suppliers)
    : { arrived: process.plannedQuantity, inheritedLoss: 0 };
}

/** Sorts parts so that each part comes after its child parts. */
function sortBottomUp(parts: ReadonlyMap<number, LedgerPart>): LedgerPart[] {
  const visitedIds = new Set<number>();
  const sortedParts: LedgerPart[] = [];
  const visit = (part: LedgerPart) => {
    if (visitedIds.has(part.id)) return;
    visitedIds.add(part.id);
    for (const childId of part.childIds) {
      const child = parts.get(childId);
      if (child) visit(child);
    }
    sortedParts.push(part);
  };
  for (const part of parts.values()) visit(part);
  return sortedParts;
}

/**
 * Recalculates the arrived quantity, the inherited loss and the state of the processes of the given parts, from the
 * first process of a part to the last, and from child parts to their assemblies. For a process that is supplied by a
 * part which is not loaded, it recalculates only the state.
 * @returns the processes that changed
 */
export function recalculateProcesses<P extends LedgerProcess>(
  routing: readonly P[],
  parts: ReadonlyMap<number, LedgerPart>,
): P[] {
  const changedProcesses: P[] = [];
  const processesByPart = groupBy(routing, ({ partId }) => partId);
  const getProcesses = (partId: number): P[] => processesByPart.get(partId) ?? [];
  for (const part of sortBottomUp(parts)) {
    const partProcesses = getProcesses(part.id).toSorted((a, b) => a.seq - b.seq);
    const suppliers = [...partProcesses, ...part.childIds.flatMap(getProcesses)];
    for (const process of partProcesses) {
      const supply = calculateSupply(process, suppliers, parts) ?? process;
      const state = deriveProcessState({ ...process, ...supply });
      if (
        supply.arrived === process.arrived &&
        supply.inheritedLoss === process.inheritedLoss &&
        state === process.state
      )
        continue;
      process.arrived = supply.arrived;
      process.inheritedLoss = supply.inheritedLoss;
      process.state = state;
      changedProcesses.push(process);
    }
  }
  return changedProcesses;
}

/**
 * Whether a process has no pieces left to work on. Pieces on hold or in rework are not counted, because they do not
 * block the next process (specification §5).
 */
export const hasNoPiecesToWorkOn = (
  process: Pick<Ledger, 'arrived' | 'received' | 'machinable' | 'inWork' | 'outsourced'>,
): boolean =>
  calculateReceivableQuantity(process) === 0 &&
  process.machinable === 0 &&
  process.inWork === 0 &&
  process.outsourced === 0;
