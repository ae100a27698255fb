import { sql } from 'kysely';
import type { LedgerAccount, ProcessState } from '#shared/ledger/process-state.ts';
import { deriveProcessState } from '#shared/ledger/process-state.ts';
import { buildFinishedPiecesSql } from '#server/ledger/finished-pieces-sql.ts';
import { rebuildBuckets } from './rebuild.ts';
import type { Connection } from '#server/db/connect.ts';

interface StateChange {
  processId: number;
  fromState: ProcessState;
  toState: ProcessState;
}

/** Reads the changes of states of the processes of a factory, in the order in which they were written. */
async function readStateChanges(
  connection: Connection,
  factoryId: number,
): Promise<Map<number, StateChange[]>> {
  const changes = await connection.db
    .selectFrom('processStateChange')
    .select(['processId', 'fromState', 'toState'])
    .where('factoryId', '=', factoryId)
    .orderBy('id')
    .execute();
  const changesByProcess = new Map<number, StateChange[]>();
  for (const change of changes) {
    const processChanges = changesByProcess.get(change.processId) ?? [];
    processChanges.push(change);
    changesByProcess.set(change.processId, processChanges);
  }
  return changesByProcess;
}

/**
 * Replays the history of a process from its first state.
 * @returns the last state; a text about the first change whose `fromState` is not the state after the previous change
 */
function replayStateChanges(changes: readonly StateChange[]): string {
  let state: ProcessState = 'notStarted';
  for (const { fromState, toState } of changes) {
    if (fromState !== state) return `${toState} from ${fromState} after ${state}`;
    state = toState;
  }
  return state;
}

/**
 * Finds the closed reports whose snapshots differ from the reports, and the reversals whose snapshots do not cancel the
 * snapshots of the reversed reports.
 */
async function findSnapshotMismatches({ db }: Connection, factoryId: number): Promise<string[]> {
  // A report that was reversed while it was open has no snapshot.
  const wrongReports = await sql<{ id: number }>`
    select r.id from work_report r
    left join work_report_snapshot s on s.factory_id = r.factory_id and s.report_id = r.id
    where r.factory_id = ${factoryId} and r.ended_at is not null and r.reverses_id is null and r.kind <> 'start'
      and (s.seconds, s.good, s.scrap, s.rework, s.hold) is distinct from (r.seconds, r.good, r.scrap, r.rework, r.hold)
    order by r.id`.execute(db);
  const wrongReversals = await sql<{ id: number }>`
    select r.reverses_id as id from work_report r
    left join work_report_snapshot s on s.factory_id = r.factory_id and s.report_id in (r.id, r.reverses_id)
    left join work_report_person_snapshot p on p.factory_id = s.factory_id and p.report_id = s.report_id
    where r.factory_id = ${factoryId} and r.reverses_id is not null
    group by r.id, r.reverses_id
    having count(distinct s.report_id) = 1 or sum(s.seconds) <> 0 or sum(s.good) <> 0 or sum(s.device_cost) <> 0
      or sum(p.seconds) <> 0 or sum(p.good) <> 0 or sum(p.overtime_seconds) <> 0 or sum(p.labour_cost) <> 0
    order by r.id`.execute(db);
  return [
    ...wrongReports.rows.map(({ id }) => `report ${id}: its snapshot differs`),
    ...wrongReversals.rows.map(({ id }) => `report ${id}: its reversal does not undo it`),
  ];
}

/**
 * Finds the processes whose answered scrap differs from the sum of the answers, or is more than the scrap of the
 * process.
 */
async function findLossMismatches({ db }: Connection, factoryId: number): Promise<string[]> {
  const wrongProcesses = await sql<{ id: number; stored: number; answered: number; scrap: number }>`
    select p.id, p.accepted_loss as stored, p.scrap,
      coalesce(sum(case when a.reverses_id is null then a.quantity else -a.quantity end), 0) as answered
    from process p left join loss_answer a on a.factory_id = p.factory_id and a.process_id = p.id
    where p.factory_id = ${factoryId} and p.deleted_at is null
    group by p.id, p.accepted_loss, p.scrap
    having p.accepted_loss <> coalesce(sum(case when a.reverses_id is null then a.quantity else -a.quantity end), 0)
      or p.accepted_loss > p.scrap`.execute(db);
  return wrongProcesses.rows.map(
    ({ id, stored, answered, scrap }) =>
      `process ${id}: answered scrap is ${stored}, its answers say ${answered}, it has scrapped ${scrap}`,
  );
}

/** Finds the parts whose warehoused pieces differ from their receipts, or exceed what is finished and not used. */
async function findWarehouseMismatches({ db }: Connection, factoryId: number): Promise<string[]> {
  const wrongParts = await sql<{ id: number; stored: number; received: number; finished: number }>`
    select t.id, t.warehoused as stored, r.received, f.completed - f.consumed as finished
    from part t
    cross join lateral (select coalesce(sum(case when w.reverses_id is null then w.quantity else -w.quantity end), 0) as received
      from warehouse_receipt w where w.factory_id = t.factory_id and w.part_id = t.id) r
    cross join lateral (${buildFinishedPiecesSql('t')}) f
    where t.factory_id = ${factoryId} and t.deleted_at is null and (t.warehoused > 0 or r.received <> 0)
      and (t.warehoused <> r.received or t.warehoused > f.completed - f.consumed)`.execute(db);
  return wrongParts.rows.map(
    ({ id, stored, received, finished }) =>
      `part ${id}: ${stored} are in the warehouse, the receipts say ${received}, ${finished} are finished and not used`,
  );
}

/**
 * Checks every process of a factory. Its answered scrap must equal the sum of the answers. Its buckets, received
 * quantity and excess must equal the sums of its ledger entries. It must not have received more than arrived. Its state
 * must be the state that its ledger and its history of states give, and its number of open reports must be right. Also
 * checks the snapshots of the reports, and the change feed of the factory: it must have every position up to its head
 * exactly once.
 * @returns the number of checked processes, and a description of every mismatch
 */
export async function checkLedgers(
  connection: Connection,
  factoryId: number,
): Promise<{ checkedCount: number; mismatches: string[] }> {
  const { db } = connection;
  const entries = await db
    .selectFrom('ledgerEntry')
    .select(['processId', 'fromAccount', 'toAccount', 'quantity'])
    .where('factoryId', '=', factoryId)
    .execute();
  const entriesByProcess = new Map<number, { from: LedgerAccount; to: LedgerAccount; quantity: number }[]>();
  for (const { processId, fromAccount, toAccount, quantity } of entries) {
    const processEntries = entriesByProcess.get(processId) ?? [];
    processEntries.push({ from: fromAccount, to: toAccount, quantity });
    entriesByProcess.set(processId, processEntries);
  }
  const changesByProcess = await readStateChanges(connection, factoryId);
  const processes = await db.selectFrom('process').selectAll().where('factoryId', '=', factoryId).execute();
  const mismatches: string[] = [];
  for (const process of processes) {
    const rebuiltBuckets = rebuildBuckets(entriesByProcess.get(process.id) ?? []);
    for (const [bucket, quantity] of Object.entries(rebuiltBuckets)) {
      const storedQuantity = process[bucket as keyof typeof rebuiltBuckets];
      if (storedQuantity !== quantity)
        mismatches.push(`process ${process.id}: ${bucket} is ${storedQuantity}, its entries say ${quantity}`);
    }
    if (process.received > process.arrived)
      mismatches.push(`process ${process.id}: received ${process.received} of ${process.arrived}`);
    const state = deriveProcessState({ ...process, plannedQuantity: process.plannedQuantity ?? 0 });
    if (state !== process.state)
      mismatches.push(`process ${process.id}: is ${process.state}, its ledger says ${state}`);
    const replayedState = replayStateChanges(changesByProcess.get(process.id) ?? []);
    if (replayedState !== process.state)
      mismatches.push(`process ${process.id}: is ${process.state}, its history says ${replayedState}`);
  }
  const wrongOpenReportCounts = await sql<{
    id: number;
    stored: number;
    counted: number;
  }>`select p.id, p.open_reports as stored, count(r.id)::integer as counted
    from process p left join work_report r on r.factory_id = p.factory_id and r.process_id = p.id and r.ended_at is null and r.reversed_at is null
    where p.factory_id = ${factoryId} group by p.id, p.open_reports having p.open_reports <> count(r.id)`.execute(
    db,
  );
  for (const row of wrongOpenReportCounts.rows)
    mismatches.push(`process ${row.id}: counts ${row.stored} open reports, there are ${row.counted}`);
  mismatches.push(...(await findLossMismatches(connection, factoryId)));
  mismatches.push(...(await findWarehouseMismatches(connection, factoryId)));
  mismatches.push(...(await findSnapshotMismatches(connection, factoryId)));
  const feed = await sql<{ rows: number; distinct: number; top: number | null; head: number | null }>`
    select count(*) as rows, count(distinct pos) as distinct, max(pos) as top,
      (select pos from feed_head where factory_id = ${factoryId}) as head
    from feed where factory_id = ${factoryId}`.execute(db);
  const { rows, distinct, top, head } = feed.rows[0]!;
  if (rows !== distinct || (top ?? 0) !== (head ?? 0) || rows !== (head ?? 0)) {
    mismatches.push(`feed: ${rows} rows at ${distinct} positions up to ${top}, head ${head}`);
  }
  return { checkedCount: processes.length, mismatches };
}
