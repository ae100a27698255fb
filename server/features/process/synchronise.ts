import { sql } from 'kysely';
import type { SyncCandidate, SyncPartner } from '#shared/answers/routing/synchronised.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { loadRecords } from '../../crud/read.ts';
import { saveRecord } from '../../crud/save.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { buildProcessScope } from '../../hooks/outside-scope.ts';
import { openPartRoutings } from '../../ledger/routing.ts';

const PROCESS_ENTITY = entities.process as EntityDeclaration;
/** The maximum number of processes that are offered for synchronisation. */
const MAX_CANDIDATES = 200;

/**
 * Lists the open processes of other parts that have the same craft as a process, with their sync groups. Processes in
 * the same sync group come first.
 */
export async function listSyncCandidates(
  db: Db,
  factoryId: number,
  processId: number,
): Promise<SyncCandidate[]> {
  const { rows } =
    await sql<SyncCandidate>`select p.id as process_id, p.seq, coalesce(p.name, c.name) as name, t.name as part_name,
      o.id as order_id, o.code as order_code, p.planned_start, p.planned_quantity, g.name as work_group_name, d.name as device_name,
      p.sync_key, p.state, coalesce(p.sync_key = own.sync_key, false) as is_synchronised
    from process own
      join process p on p.factory_id = own.factory_id and p.craft_id = own.craft_id and p.id <> own.id
        and p.part_id <> own.part_id and p.deleted_at is null
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
      left join work_group g on g.factory_id = p.factory_id and g.id = p.work_group_id
      left join device d on d.factory_id = p.factory_id and d.id = p.device_id
    where own.factory_id = ${factoryId} and own.id = ${processId} and own.deleted_at is null
      and p.state not in ('completed', 'specialAcceptance', 'scrapped') and o.state in ('draft', 'released', 'inProgress')
    order by coalesce(p.sync_key = own.sync_key, false) desc, p.planned_start, o.code, p.id limit ${MAX_CANDIDATES}`.execute(
      db,
    );
  return rows;
}

/** Lists the open processes that are synchronised with the processes of a part. */
export async function listSyncPartners(db: Db, viewer: Viewer, partId: number): Promise<SyncPartner[]> {
  const { rows } =
    await sql<SyncPartner>`select own.id as of_process_id, t.id as process_id, coalesce(t.name, c.name) as name,
      n.id as part_id, n.name as part_name, o.id as order_id, o.code as order_code
    from process own
      join process t on t.factory_id = own.factory_id and t.sync_key = own.sync_key and t.id <> own.id and t.deleted_at is null
      join craft c on c.factory_id = t.factory_id and c.id = t.craft_id
      join part n on n.factory_id = t.factory_id and n.id = t.part_id and n.deleted_at is null
      join work_order o on o.factory_id = n.factory_id and o.id = n.order_id and o.deleted_at is null
    where own.factory_id = ${viewer.factoryId} and own.part_id = ${partId} and own.deleted_at is null
      and ${buildProcessScope(viewer) ?? sql`true`}
      and t.state not in ('completed', 'specialAcceptance', 'scrapped') and o.state not in ('completed', 'closed', 'cancelled')
    order by own.id, o.code, t.id limit ${MAX_CANDIDATES}`.execute(db);
  return rows;
}

/**
 * Locks the parts of processes, and then loads the processes.
 * @returns the processes, in the sequence of `ids`
 * @throws rowNotFound
 */
async function lockProcesses(
  tx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Entity<'process'>[]> {
  const loadProcesses = async () => {
    const rows = (await loadRecords(tx.db, PROCESS_ENTITY, viewer, ids)) as unknown as Entity<'process'>[];
    return ids.map((id) => rows.find((row) => row.id === id));
  };
  const foundProcesses = await loadProcesses();
  const partIds = foundProcesses.flatMap((row) => row?.partId ?? []);
  if (partIds.length < ids.length) throw makeError('rowNotFound');
  await openPartRoutings(tx, partIds);
  return (await loadProcesses()).map((row) => {
    if (!row) throw makeError('rowNotFound');
    return row;
  });
}

/** Saves the sync key of a process. */
const saveSyncKey = (
  tx: Transaction,
  viewer: Viewer,
  { id, version }: Entity<'process'>,
  key: string | null,
) => saveRecord(tx, PROCESS_ENTITY, viewer, id, version, { syncKey: key });

/** Makes the key of a new sync group from the id of its first process. Ids are unique, so the key is new. */
const makeSyncKey = ({ id }: Entity<'process'>): string => `S${id}`;

/**
 * Synchronises other processes with a process: they get its work group, device, dates and appointment. If the process
 * is in a sync group already, the other processes join this group.
 * @returns how many processes are now synchronised with the process
 * @throws rowNotFound, syncCraftDiffers, syncSamePart, and the errors of saving a process; fieldsInvalid if no process
 * is named, or a process is named twice
 */
export async function synchroniseProcesses(
  tx: Transaction,
  viewer: Viewer,
  processId: number,
  otherIds: readonly number[],
): Promise<{ syncKey: string; count: number }> {
  if (otherIds.length === 0) throw makeError('fieldsInvalid', {}, { otherIds: { reason: 'required' } });
  const [process, ...otherProcesses] = await lockProcesses(tx, viewer, [processId, ...otherIds]);
  if (otherIds.includes(processId) || new Set(otherIds).size < otherIds.length)
    throw makeError('fieldsInvalid', {}, { otherIds: { reason: 'repeated' } });
  const syncKey = process!.syncKey ?? makeSyncKey(process!);
  if (process!.syncKey === null) await saveSyncKey(tx, viewer, process!, syncKey);
  for (const otherProcess of otherProcesses)
    if (otherProcess.syncKey !== syncKey) await saveSyncKey(tx, viewer, otherProcess, syncKey);
  return { syncKey, count: otherProcesses.length };
}

/**
 * Lets a process leave its sync group. Its plan stays as it is.
 * @throws rowNotFound, and the errors of saving a process
 */
export async function leaveSyncGroup(
  tx: Transaction,
  viewer: Viewer,
  processId: number,
): Promise<{ processId: number }> {
  const [process] = await lockProcesses(tx, viewer, [processId]);
  if (process!.syncKey !== null) await saveSyncKey(tx, viewer, process!, null);
  return { processId };
}
