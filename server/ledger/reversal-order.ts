import { sql } from 'kysely';
import { makeError, type ErrorParams, type MesError, type RowLink } from '#shared/kernel/errors.ts';
import type { LedgerAccount } from '#shared/ledger/process-state.ts';
import {
  countTakenPieces,
  findLatestTaker,
  findPostingToReverseFirst,
  listPostings,
  type PostedEntry,
  type Posting,
} from '#shared/ledger/reversal-order.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { TermKey } from '#shared/kernel/term-key.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Routing, RoutingProcess } from './routing.ts';

/** The stored ledger entries of processes, in the order in which they were posted, by the id of the process. */
export type EntriesByProcess = ReadonlyMap<number, PostedEntry[]>;

const ENTRY_COLUMNS = sql`e.id, e.process_id, e.from_account as "from", e.to_account as "to", e.quantity, e.report_id,
  e.movement_id, e.exception_id, e.reverses_id`;

async function loadProcessEntries(tx: Transaction, processId: number): Promise<PostedEntry[]> {
  const { rows } = await sql<PostedEntry>`select ${ENTRY_COLUMNS} from ledger_entry e
    where e.factory_id = ${tx.factoryId} and e.process_id = ${processId} order by e.id`.execute(tx.db);
  return rows;
}

/**
 * Loads the entries of those processes through which pieces may have gone in a loop: pieces were reworked, outsourced
 * or held. The parts of the processes must be locked.
 */
export async function loadLoopedProcessEntries(
  tx: Transaction,
  processIds: readonly number[],
): Promise<EntriesByProcess> {
  const { rows } = await sql<PostedEntry>`select ${ENTRY_COLUMNS} from ledger_entry e
    where e.factory_id = ${tx.factoryId} and e.process_id in (
      select p.id from unnest(${[...processIds]}::bigint[]) as p (id)
      where exists (select 1 from ledger_entry l where l.factory_id = ${tx.factoryId} and l.process_id = p.id
        and l.from_account in ('inRework', 'outsourced', 'hold')))
    order by e.id`.execute(tx.db);
  return groupBy(rows, ({ processId }) => processId);
}

/** Adds the entries of a process that are not written yet. */
const addPendingEntries = (
  routing: Routing,
  process: RoutingProcess,
  storedEntries: readonly PostedEntry[],
): PostedEntry[] => [
  ...storedEntries,
  ...routing.entries
    .filter(({ processId }) => processId === process.id)
    .map((entry) => ({ ...entry, id: null })),
];

/** What an error says about a posting: the parameters of the message, and the row whose page shows the posting. */
interface PostingDescription {
  params: ErrorParams;
  row: RowLink;
}

async function describeReport(
  { db, factoryId, name: ownName, now }: Transaction,
  { id: processId, name }: RoutingProcess,
  reportId: number,
): Promise<PostingDescription> {
  const { rows } = await sql<{ kind: TermKey; isRework: boolean; at: string; who: string }>`
    select r.kind, r.is_rework, coalesce(r.ended_at, r.started_at) as at, coalesce((
      select string_agg(e.name, ', ' order by w.position) from work_report_people w
        join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
      where w.factory_id = r.factory_id and w.owner_id = r.id), r.updated_by) as who
    from work_report r where r.factory_id = ${factoryId} and r.id = ${reportId}`.execute(db);
  // A report that this transaction makes is not stored yet. It continues work that was ended by mistake.
  const { kind, isRework, at, who } = rows[0] ?? { kind: 'start', isRework: false, at: now, who: ownName };
  return {
    params: { what: markAsTerm(isRework ? 'isRework' : kind), who, at },
    row: { entity: 'process', id: processId, name },
  };
}

async function describeMovement(
  { db, factoryId }: Transaction,
  movementId: number,
): Promise<PostingDescription> {
  const { rows } = await sql<{ kind: TermKey; at: string; code: string; orderId: number }>`
    select m.kind, m.at, o.code, o.id as order_id from outsourcing_movement m
      join outsourcing_order o on o.factory_id = m.factory_id and o.id = m.order_id
    where m.factory_id = ${factoryId} and m.id = ${movementId}`.execute(db);
  const { kind, at, code, orderId } = rows[0]!;
  return {
    params: { what: markAsTerm(kind), who: code, at },
    row: { entity: 'outsourcingOrder', id: orderId, name: code },
  };
}

/** Makes the error that names the report, movement or exception that stands in the way of a reversal. */
async function makeBlockedError(
  tx: Transaction,
  process: RoutingProcess,
  posting: Posting,
  { code: errorCode, params }: { code: 'reverseBlockedBy' | 'reverseLaterFirst'; params: ErrorParams },
): Promise<MesError> {
  const quantity = countTakenPieces(posting);
  const { name } = process;
  if (posting.kind === 'exception') {
    const { id, code } = await tx.db
      .selectFrom('qualityException')
      .select(['id', 'code'])
      .where('factoryId', '=', tx.factoryId)
      .where('id', '=', posting.id)
      .executeTakeFirstOrThrow();
    const row = { entity: 'qualityException', id, name: code };
    return makeError('reverseUnderException', { name, quantity, code }, undefined, [row]);
  }
  const description =
    posting.kind === 'report'
      ? await describeReport(tx, process, posting.id)
      : await describeMovement(tx, posting.id);
  return makeError(errorCode, { name, quantity, ...params, ...description.params }, undefined, [
    description.row,
  ]);
}

/**
 * Makes the error for a reversal that needs more pieces than an account of a process has. It names the latest report,
 * movement or exception that took pieces from the account.
 * @param account the account that pieces were taken from
 * @param shortage the account as the message names it, the quantity that it has, and the quantity that is needed
 */
export async function makeShortageError(
  tx: Transaction,
  routing: Routing,
  process: RoutingProcess,
  account: LedgerAccount,
  { bucket, left, needed }: { bucket: TermKey; left: number; needed: number },
): Promise<MesError> {
  const params = { bucket: markAsTerm(bucket), left, needed };
  const entries = addPendingEntries(routing, process, await loadProcessEntries(tx, process.id));
  const taker = findLatestTaker(listPostings(entries), account);
  return taker && taker.kind !== 'other'
    ? makeBlockedError(tx, process, taker, { code: 'reverseBlockedBy', params })
    : makeError('reverseBlocked', { name: process.name, bucket: markAsTerm(bucket), left, needed });
}

/**
 * Makes the error for a reversal after which the warehouse would have more pieces of a part than are finished. It names
 * the latest receipt.
 * @param finished how many pieces would be finished and not used
 */
export async function makeWarehouseError(
  tx: Transaction,
  partId: number,
  finished: number,
): Promise<MesError> {
  const { rows } = await sql<{ name: string; warehoused: number; quantity: number; at: string; who: string }>`
    select t.name, t.warehoused, w.quantity, w.at, w.by_name as who from warehouse_receipt w
      join part t on t.factory_id = w.factory_id and t.id = w.part_id
    where w.factory_id = ${tx.factoryId} and w.part_id = ${partId} and w.reverses_id is null
      and not exists (select 1 from warehouse_receipt x where x.factory_id = w.factory_id and x.reverses_id = w.id)
    order by w.id desc limit 1`.execute(tx.db);
  const { name, warehoused, quantity, at, who } = rows[0]!;
  const row = { entity: 'part', id: partId, name };
  return makeError('reverseInWarehouse', { name, finished, warehoused, quantity, at, who }, undefined, [row]);
}

/**
 * Refuses a reversal after which later postings of the same process could never be reversed, because pieces
 * went through the process in a loop.
 * @param storedEntries the stored entries of the process; undefined if no pieces went in a loop
 * @param reversedSource the report or movement that is reversed. Its reversal is in the entries of the routing
 * @throws reverseLaterFirst, reverseUnderException
 */
export async function refuseReversalOutOfOrder(
  tx: Transaction,
  routing: Routing,
  process: RoutingProcess,
  storedEntries: readonly PostedEntry[] | undefined,
  reversedSource: { kind: 'report' | 'movement'; id: number },
): Promise<void> {
  if (!storedEntries) return;
  const ownIds = new Set(
    storedEntries
      .filter(
        ({ reportId, movementId }) =>
          (reversedSource.kind === 'report' ? reportId : movementId) === reversedSource.id,
      )
      .map(({ id }) => id),
  );
  const entriesBefore = addPendingEntries(routing, process, storedEntries).filter(
    ({ reversesId }) => !ownIds.has(reversesId),
  );
  const postings = listPostings(entriesBefore);
  const posting = postings.find(({ kind, id }) => kind === reversedSource.kind && id === reversedSource.id);
  const firstPosting = posting && findPostingToReverseFirst(postings, posting);
  if (!firstPosting) return;
  throw await makeBlockedError(tx, process, firstPosting, { code: 'reverseLaterFirst', params: {} });
}
