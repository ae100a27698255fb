import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { waitForLock } from '../db/lock.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, SavedRowOf } from './hooks.ts';
import { refuseDecreasingStarts } from './refuse-decreasing-starts.ts';

/** The fields that synchronised processes have in common. */
const COMMON_FIELDS = [
  'workGroupId',
  'deviceId',
  'plannedStart',
  'plannedEnd',
  'appointmentStart',
  'appointmentEnd',
  'pinned',
] as const satisfies readonly (keyof DraftOf<'process'>)[];

/** A process of a sync group, with its order and whether it can still be planned. */
interface SyncedProcess extends SavedRowOf<'process'> {
  name: string;
  craftCode: string;
  orderCode: string;
  isOpen: boolean;
}

/** Reads the processes with a sync key, except the given process. */
async function readSyncedProcesses(
  tx: Transaction,
  syncKey: string,
  excludedId: number,
): Promise<SyncedProcess[]> {
  const instant = (column: string) =>
    sql`to_char(${sql.ref(`p.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`;
  const { rows } =
    await sql<SyncedProcess>`select p.id, p.part_id, p.seq, p.craft_id, coalesce(p.name, c.name) as name, c.code as craft_code,
      o.code as order_code, p.work_group_id, p.device_id, p.planned_start, p.planned_end, p.pinned,
      ${instant('appointment_start')}, ${instant('appointment_end')},
      p.state not in ('completed', 'specialAcceptance', 'scrapped') and o.state not in ('completed', 'closed', 'cancelled') as is_open
    from process p join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where p.factory_id = ${tx.factoryId} and p.sync_key = ${syncKey} and p.id <> ${excludedId}
      and p.deleted_at is null and t.deleted_at is null
    order by p.id`.execute(tx.db);
  return rows;
}

/**
 * Copies the common values of a sync group to a process that joins the group. The group stays locked until the
 * transaction ends.
 * @returns the parts of the other processes of the group, which the caller must lock with the part of the process
 */
export async function joinSyncGroup(
  tx: Transaction,
  next: DraftOf<'process'>,
  before: SavedRowOf<'process'> | null,
): Promise<number[]> {
  const { syncKey } = next;
  if ((syncKey ?? null) === null) return [];
  await waitForLock(tx, 'synchronised', syncKey!);
  const otherProcesses = await readSyncedProcesses(tx, syncKey!, before?.id ?? 0);
  const openProcess = otherProcesses.find(({ isOpen }) => isOpen);
  if (openProcess && before?.syncKey !== syncKey)
    Object.assign(next, Object.fromEntries(COMMON_FIELDS.map((name) => [name, openProcess[name]])));
  return otherProcesses.map(({ partId }) => partId);
}

/**
 * Refuses a process whose craft differs from the craft of its sync group, or whose part already has a process
 * in the group (specification §5).
 */
function refuseUnfitProcess(
  { craftId, partId, syncKey }: SavedRowOf<'process'>,
  otherProcesses: readonly SyncedProcess[],
  ownCraftCode: string,
): void {
  const problem = { syncKey: { reason: 'notAChoice' } } as const;
  const key = syncKey!;
  const processOfOtherCraft = otherProcesses.find((other) => other.craftId !== craftId);
  if (processOfOtherCraft)
    throw makeError(
      'syncCraftDiffers',
      {
        key,
        craft: ownCraftCode,
        name: processOfOtherCraft.name,
        order: processOfOtherCraft.orderCode,
        otherCraft: processOfOtherCraft.craftCode,
      },
      problem,
    );
  const processOfSamePart = otherProcesses.find((other) => other.partId === partId);
  if (processOfSamePart) throw makeError('syncSamePart', { key, name: processOfSamePart.name }, problem);
}

async function readCraftCode(tx: Transaction, craftId: number): Promise<string> {
  const craft = await tx.db
    .selectFrom('craft')
    .select('code')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', craftId)
    .executeTakeFirst();
  return craft?.code ?? '';
}

/**
 * Copies the dates, the appointment, the work group and the device of a saved process to the other processes of its
 * sync group. Finished processes stay unchanged.
 * @throws syncCraftDiffers, syncSamePart; startsBeforePrevious and startsAfterNext of another process of the group
 */
export async function updateSyncGroup(tx: Transaction, process: SavedRowOf<'process'>): Promise<void> {
  if (process.syncKey === null) return;
  const otherProcesses = await readSyncedProcesses(tx, process.syncKey, process.id);
  if (otherProcesses.length === 0) return;
  refuseUnfitProcess(process, otherProcesses, await readCraftCode(tx, process.craftId));
  for (const other of otherProcesses.filter(({ isOpen }) => isOpen)) {
    const changedFields = COMMON_FIELDS.filter((name) => other[name] !== process[name]);
    if (changedFields.length === 0) continue;
    const assignments = changedFields.map((name) => sql`${sql.ref(toSnakeCase(name))} = ${process[name]}`);
    await sql`update process set ${sql.join(assignments)}, version = version + 1, updated_at = now(), updated_by = ${tx.name}
      where factory_id = ${tx.factoryId} and id = ${other.id}`.execute(tx.db);
    const pickChangedFields = (row: SavedRowOf<'process'>) =>
      Object.fromEntries(changedFields.map((name) => [name, row[name]]));
    tx.log({
      entity: 'process',
      id: other.id,
      action: 'modify',
      before: pickChangedFields(other),
      after: pickChangedFields(process),
    });
    tx.announce('progress', 'process', [other.id]);
    await refuseDecreasingStarts(tx, { ...other, plannedStart: process.plannedStart }, other);
  }
}
