import { MesError } from '#shared/kernel/errors.ts';
import type { CardHolding } from '#shared/ledger/cards.ts';
import type { LedgerEntry } from '#shared/ledger/ledger.ts';
import type { RowOutcome } from '../../call/route.ts';
import type { Transaction } from '../../db/transaction.ts';
import { loadCardHoldings, writeCardMovements, type CardMovement } from '../../ledger/cards/cards.ts';
import { writeReportEnds, type ReportEnd } from '../../ledger/close-reports.ts';
import { closeRouting, listAffectedProcesses, recalculateAffectedParts } from '../../ledger/close-routing.ts';
import { writeReportSnapshots } from '../../ledger/report-snapshots.ts';
import { openRouting, type Routing, type RoutingProcess } from '../../ledger/routing.ts';
import { addCardMovement } from '../../ledger/cards/reporting-cards.ts';
import { allocateIds, insertReports, type NewReport } from './insert-report.ts';
import { writeReversals, type Reversal } from './write-reversals.ts';

type LogEntry = Parameters<Transaction['log']>[0];

/** The changes of the accepted rows of a chunk, before they are written. */
interface PendingReports {
  newReports: NewReport[];
  ends: ReportEnd[];
  reversals: Reversal[];
  cardMovements: CardMovement[];
  logs: LogEntry[];
}

/**
 * Reports that one transaction writes: a single report, or some rows of a batch. The rows are decided one after the
 * other on the loaded data, and written together at the end.
 */
export interface ReportChunk {
  readonly tx: Transaction;
  readonly routing: Routing;
  /** The cards of the parts that `loadChunkCards` was called for; empty before the call. */
  cards: CardHolding[];
  /** The ids that are reserved for new reports and not used yet. */
  readonly newReportIds: number[];
  readonly pending: PendingReports;
  /** The processes as they were before the row that is being decided. */
  readonly processesBeforeRow: Map<RoutingProcess, RoutingProcess>;
}

/**
 * Locks and loads the data that the rows of a chunk change.
 * @param newReportCount the maximum number of reports that the rows can create
 */
export async function openReportChunk(
  tx: Transaction,
  processIds: readonly number[],
  { newReportCount, mayChangeLosses = false }: { newReportCount: number; mayChangeLosses?: boolean },
): Promise<ReportChunk> {
  return {
    tx,
    routing: await openRouting(tx, [...new Set(processIds)], { mayChangeLosses }),
    cards: [],
    newReportIds: newReportCount > 0 ? await allocateIds(tx, newReportCount) : [],
    pending: { newReports: [], ends: [], reversals: [], cardMovements: [], logs: [] },
    processesBeforeRow: new Map(),
  };
}

/** Loads the cards that hold the pieces of the parts of some processes. */
export async function loadChunkCards(chunk: ReportChunk, processIds: ReadonlySet<number>): Promise<void> {
  const partIds = chunk.routing.processes.filter(({ id }) => processIds.has(id)).map(({ partId }) => partId);
  if (partIds.length > 0)
    chunk.cards = await loadCardHoldings(chunk.tx.db, chunk.tx.factoryId, [...new Set(partIds)]);
}

/** Takes the id of the next new report. */
export const takeReportId = ({ newReportIds }: ReportChunk): number => newReportIds.shift()!;

/**
 * Remembers the processes that a change at a process affects, so that a refusal of the row can restore them.
 */
export function rememberProcesses(
  { routing, processesBeforeRow }: ReportChunk,
  process: RoutingProcess,
): void {
  for (const affectedProcess of listAffectedProcesses(routing, process))
    if (!processesBeforeRow.has(affectedProcess))
      processesBeforeRow.set(affectedProcess, { ...affectedProcess });
}

/**
 * Changes a process for a report, and recalculates the values that depend on it.
 * @param change changes the process and returns the ledger entries
 */
export function changeProcess(
  chunk: ReportChunk,
  process: RoutingProcess,
  reportId: number,
  change: () => readonly LedgerEntry[],
): void {
  const { routing } = chunk;
  rememberProcesses(chunk, process);
  routing.reportId = reportId;
  routing.entries.push(...change());
  routing.changedProcesses.add(process);
  recalculateAffectedParts(routing, process);
}

/** Moves reported pieces to or from a card. */
export function moveCardPieces(chunk: ReportChunk, movement: CardMovement, partId: number): void {
  chunk.pending.cardMovements.push(movement);
  chunk.routing.partsToSettle.add(partId);
  addCardMovement(chunk.cards, movement);
}

/**
 * Saves the state of a chunk.
 * @returns a function that restores this state after a refused row
 */
function saveChunkState(chunk: ReportChunk): () => void {
  const { routing, pending, processesBeforeRow } = chunk;
  const lists: unknown[][] = [routing.entries, routing.stateChanges, ...Object.values(pending)];
  const lengths = lists.map(({ length }) => length);
  const cards = [...chunk.cards];
  const newReportIds = [...chunk.newReportIds];
  const { changedProcesses, spans, partsToSettle } = routing;
  routing.changedProcesses = new Set(changedProcesses);
  routing.spans = new Map(spans);
  routing.partsToSettle = new Set(partsToSettle);
  processesBeforeRow.clear();
  return () => {
    for (const [index, list] of lists.entries()) list.length = lengths[index]!;
    for (const [process, before] of processesBeforeRow) Object.assign(process, before);
    chunk.cards = cards;
    chunk.newReportIds.splice(0, Infinity, ...newReportIds);
    Object.assign(routing, { changedProcesses, spans, partsToSettle });
  };
}

/**
 * Decides the rows of a chunk one after the other. A refused row changes nothing, so the next rows are decided as if it
 * had not been sent.
 */
export async function decideRows<I, T>(
  chunk: ReportChunk,
  inputs: readonly I[],
  decideRow: (input: I) => Promise<T>,
): Promise<RowOutcome<T>[]> {
  const outcomes: RowOutcome<T>[] = [];
  for (const input of inputs) {
    const restore = saveChunkState(chunk);
    try {
      outcomes.push({ data: await decideRow(input) });
    } catch (error) {
      if (!(error instanceof MesError)) throw error;
      restore();
      outcomes.push({ refusal: error });
    }
  }
  return outcomes;
}

/**
 * Runs a function for each row. If the function refuses a row, the refusal becomes the outcome of the row.
 */
export async function tryRows<I, T>(
  inputs: readonly I[],
  run: (input: I) => Promise<T>,
): Promise<RowOutcome<T>[]> {
  const outcomes: RowOutcome<T>[] = [];
  for (const input of inputs)
    try {
      outcomes.push({ data: await run(input) });
    } catch (error) {
      if (!(error instanceof MesError)) throw error;
      outcomes.push({ refusal: error });
    }
  return outcomes;
}

/** Writes the changes of the accepted rows of a chunk. */
export async function closeReportChunk({ tx, routing, pending }: ReportChunk): Promise<void> {
  const { newReports, ends, reversals, cardMovements, logs } = pending;
  if (logs.length === 0) return;
  await insertReports(tx, newReports);
  await writeReportEnds(tx, ends);
  const closedIds = newReports
    .filter(({ endedAt, reversesId }) => endedAt && !reversesId)
    .map(({ id }) => id);
  if (closedIds.length > 0) await writeReportSnapshots(tx, closedIds);
  await writeReversals(tx, reversals);
  await writeCardMovements(tx, cardMovements);
  await closeRouting(tx, routing);
  if (newReports.length > 0)
    tx.announce(
      'report',
      'workReport',
      newReports.map(({ id }) => id),
    );
  for (const entry of logs) tx.log(entry);
}
