import { sql } from 'kysely';
import type {
  OperationGroup,
  OperationSplit,
  ShareMachine,
  SplitShare,
} from '#shared/answers/schedule/operation-split.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import { divideRemaining } from '#shared/planning/operation-shares.ts';
import { calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import type { Db } from '../../db/database.ts';
import { OPEN_WORK_COLUMNS_SQL, OPEN_WORK_TABLES_SQL } from '../../planning/read-open-work.ts';
import type { OpenWork } from '../../planning/open-work.ts';

/** A process with the data that decides whether it can be split. */
export interface SplittableWork extends OpenWork {
  version: number;
  state: ProcessState;
  external: boolean;
  craftId: number;
  craftName: string;
  schedulingAttribute: 'finite' | 'infinite' | 'fixedDays';
}

/** Reads a process with the data that decides whether it can be split. @throws rowNotFound */
export async function readSplittableWork(
  db: Db,
  factoryId: number,
  processId: number,
): Promise<SplittableWork> {
  const { rows } = await sql<SplittableWork>`
    select ${OPEN_WORK_COLUMNS_SQL}, p.version, p.state, p.external, p.craft_id, c.name as craft_name, c.scheduling_attribute
    from ${OPEN_WORK_TABLES_SQL}
    where o.factory_id = ${factoryId} and o.deleted_at is null and p.id = ${processId}`.execute(db);
  if (!rows[0]) throw makeError('rowNotFound');
  return rows[0];
}

/**
 * Lists the machines that can do a process: those of its work group, and of the groups that have its craft. If the
 * process has no work group, the machines of all groups are listed. A machine is left out if its group has assigned it
 * only to other crafts.
 */
export async function listShareMachines(
  db: Db,
  factoryId: number,
  { workGroupId, craftId }: Pick<SplittableWork, 'workGroupId' | 'craftId'>,
): Promise<ShareMachine[]> {
  const { rows } = await sql<ShareMachine>`
    select d.id as device_id, d.code, d.name, d.work_group_id, g.name as work_group_name
    from device d left join work_group g on g.factory_id = d.factory_id and g.id = d.work_group_id
    where d.factory_id = ${factoryId} and d.deleted_at is null and d.status <> 'scrapped'
      and exists (select 1 from work_group_equipment e
        join work_group h on h.factory_id = e.factory_id and h.id = e.owner_id and h.deleted_at is null
        where e.factory_id = d.factory_id and e.device_id = d.id and (e.craft_id is null or e.craft_id = ${craftId})
          and (h.id = ${workGroupId}::bigint or ${workGroupId}::bigint is null or exists (select 1 from work_group_craft_ids k
            where k.factory_id = h.factory_id and k.owner_id = h.id and k.target_id = ${craftId})))
    order by d.work_group_id is distinct from ${workGroupId}::bigint, d.code, d.id`.execute(db);
  return rows;
}

async function listGroups(db: Db, factoryId: number, craftId: number): Promise<OperationGroup[]> {
  const { rows } = await sql<OperationGroup>`
    select g.id, g.code, g.name, exists (select 1 from work_group_craft_ids k
      where k.factory_id = g.factory_id and k.owner_id = g.id and k.target_id = ${craftId}) as has_craft
    from work_group g where g.factory_id = ${factoryId} and g.deleted_at is null
    order by has_craft desc, g.code, g.id`.execute(db);
  return rows;
}

const toIsoTime = (minutes: number | null): string | null =>
  minutes === null ? null : new Date(minutes * 60_000).toISOString();

const describeShare = ({
  id,
  deviceId,
  appointmentStart,
  appointmentEnd,
}: NonNullable<OpenWork['shares']>[number]): Omit<SplitShare, 'quantity'> => ({
  id,
  deviceId,
  appointmentStart: toIsoTime(appointmentStart),
  appointmentEnd: toIsoTime(appointmentEnd),
});

/**
 * Reads how an operation is split over machines, and which machines and groups could do it.
 * @throws rowNotFound
 */
export async function readOperationSplit(
  db: Db,
  factoryId: number,
  processId: number,
): Promise<OperationSplit> {
  const work = await readSplittableWork(db, factoryId, processId);
  const { version, craftName, workGroupId, shares } = work;
  const remaining = calculateRemainingQuantity(work);
  const remainingQuantities = divideRemaining(remaining, shares ?? []);
  return {
    processId,
    version,
    craftName,
    workGroupId,
    remaining,
    machines: await listShareMachines(db, factoryId, work),
    shares: (shares ?? []).map((share, index) => ({
      ...describeShare(share),
      quantity: remainingQuantities[index]!,
    })),
    groups: await listGroups(db, factoryId, work.craftId),
  };
}
