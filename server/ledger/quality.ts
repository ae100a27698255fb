import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { listHandlingTargets, type HandlingQuantities } from '#shared/ledger/quality.ts';
import { HOLDING_QUALITY_STATES } from '#shared/machines/quality-exception.ts';
import type { Db } from '../db/database.ts';
import type { Transaction } from '../db/transaction.ts';
import {
  giveBackHeldCardPieces,
  holdCardPieces,
  postHeldCardPieces,
  type HeldPieces,
} from './cards/held-cards.ts';
import { findRoutingProcess, type Routing } from './routing.ts';

/** Sums the quantities that exceptions hold, by the id of the process. The callers hold the locks of the parts. */
export async function sumHeldQuantities(
  db: Db,
  factoryId: number,
  processIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ processId: number; held: number }>`
    select process_id, sum(quantity) as held from quality_exception
    where factory_id = ${factoryId} and process_id = any(${[...processIds]}::bigint[]) and deleted_at is null
      and state = any(${[...HOLDING_QUALITY_STATES]}::text[])
    group by process_id`.execute(db);
  return new Map(rows.map(({ processId, held }) => [processId, held]));
}

/**
 * Puts the pieces of a new exception on hold. The exception must be inserted, and the quantity checked.
 * @throws cardPiecesUsed
 */
export async function holdPieces(tx: Transaction, routing: Routing, heldPieces: HeldPieces): Promise<void> {
  const process = findRoutingProcess(routing, heldPieces.processId);
  // Pieces that a supplier has returned are on hold already.
  if (heldPieces.source === 'hold') return;
  routing.entries.push(
    ...postMovement(process, heldPieces.source, 'hold', heldPieces.quantity, { exceptionId: heldPieces.id }),
  );
  routing.changedProcesses.add(process);
  await holdCardPieces(tx, routing, process, heldPieces);
}

/** Moves the pieces of a cancelled exception back to their source bucket. */
export async function releasePieces(
  tx: Transaction,
  routing: Routing,
  heldPieces: HeldPieces,
): Promise<void> {
  const process = findRoutingProcess(routing, heldPieces.processId);
  if (heldPieces.source === 'hold') return;
  routing.entries.push(
    ...postMovement(process, 'hold', heldPieces.source, heldPieces.quantity, { exceptionId: heldPieces.id }),
  );
  routing.changedProcesses.add(process);
  await giveBackHeldCardPieces(tx, routing, process, heldPieces);
}

/** Moves the pieces of an exception according to its remedies. */
export async function postRemedies(
  tx: Transaction,
  routing: Routing,
  heldPieces: HeldPieces & HandlingQuantities,
): Promise<void> {
  const process = findRoutingProcess(routing, heldPieces.processId);
  for (const { to, quantity } of listHandlingTargets(heldPieces.source, heldPieces))
    routing.entries.push(...postMovement(process, 'hold', to, quantity, { exceptionId: heldPieces.id }));
  routing.changedProcesses.add(process);
  await postHeldCardPieces(tx, routing, process, heldPieces);
}

/**
 * Finds the exceptions of reports, except cancelled ones, by the id of the report. The callers hold the locks of the
 * parts.
 */
export async function findExceptionsOfReports(
  tx: Transaction,
  reportIds: readonly number[],
): Promise<ReadonlyMap<number, { id: number; code: string }>> {
  const { rows } = await sql<{ reportId: number; id: number; code: string }>`
    select distinct on (report_id) report_id, id, code from quality_exception
    where factory_id = ${tx.factoryId} and report_id = any(${[...reportIds]}::bigint[]) and state <> 'cancelled'
      and deleted_at is null
    order by report_id, id`.execute(tx.db);
  return new Map(rows.map(({ reportId, ...exception }) => [reportId, exception]));
}

/**
 * Refuses to reverse a report that has an exception, unless the exception is cancelled.
 * @throws reportUnderException
 */
export function refuseReportUnderException(exception: { id: number; code: string } | undefined): void {
  if (!exception) return;
  const { id, code } = exception;
  throw makeError('reportUnderException', { code }, undefined, [
    { entity: 'qualityException', id, name: code },
  ]);
}

/**
 * Refuses a change after which the pieces on hold would be fewer than the pieces of the open exceptions.
 * @throws heldPiecesNeeded
 */
export async function refuseUseOfHeldPieces(
  tx: Transaction,
  routing: Routing,
  processIds: readonly number[],
): Promise<void> {
  for (const [processId, heldQuantity] of await sumHeldQuantities(tx.db, tx.factoryId, processIds)) {
    const process = findRoutingProcess(routing, processId);
    if (process.hold < heldQuantity)
      throw makeError('heldPiecesNeeded', { name: process.name, held: heldQuantity });
  }
}

/**
 * Finds the failed first articles that nobody has released, by the id of the process. The callers hold the
 * locks of the parts. The conclusion of a first article takes the same locks, so the result stays true
 * until the commit.
 */
export async function findFailedFirstArticles(
  tx: Transaction,
  processIds: readonly number[],
): Promise<ReadonlyMap<number, { id: number; code: string }>> {
  const { rows } = await sql<{ processId: number; id: number; code: string }>`
    select distinct on (process_id) process_id, id, code from inspection
    where factory_id = ${tx.factoryId} and process_id = any(${[...processIds]}::bigint[]) and inspection_kind = 'firstArticle'
      and state = 'inspectionFailed' and deleted_at is null
    order by process_id, id`.execute(tx.db);
  return new Map(rows.map(({ processId, ...inspection }) => [processId, inspection]));
}

/** Refuses to finish a process whose first article has failed and is not released. @throws firstArticleFailed */
export function refuseFailedFirstArticle(
  name: string,
  inspection: { id: number; code: string } | undefined,
): void {
  if (!inspection) return;
  const { id, code } = inspection;
  throw makeError('firstArticleFailed', { name, code }, undefined, [
    { entity: 'inspection', id, name: code },
  ]);
}
