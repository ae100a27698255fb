import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { getEntity } from '#shared/entities/index.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Hooks } from './hooks.ts';

/**
 * For each kind of resource, the table and column that assign resources to work groups, and whether an
 * assignment can name a craft.
 */
const GROUP_RESOURCE_TABLES = {
  employee: { table: 'work_group_staff', column: 'employee_id', hasCraft: true },
  device: { table: 'work_group_equipment', column: 'device_id', hasCraft: true },
  shelf: { table: 'work_group_shelves', column: 'shelf_id', hasCraft: false },
} as const;
type GroupResourceKind = keyof typeof GROUP_RESOURCE_TABLES;

/**
 * Refuses to remove resources from groups in which they are assigned to a craft (specification §5).
 * @param ids the resources to remove; null for all resources of the groups
 * @param groupIds the groups from which the resources are removed
 * @throws resourceAssigned
 */
export async function refuseToRemoveAssignedResources(
  tx: Transaction,
  resource: GroupResourceKind,
  ids: readonly number[] | null,
  groupIds: readonly number[],
): Promise<void> {
  const { table, column, hasCraft } = GROUP_RESOURCE_TABLES[resource];
  if (!hasCraft || ids?.length === 0 || groupIds.length === 0) return;
  const assignments = await sql<{ name: string; craft: string; groupId: number; group: string }>`
    select r.name, c.name as craft, g.id as group_id, g.name as "group" from ${sql.table(table)} o
    join craft c on c.factory_id = o.factory_id and c.id = o.craft_id
    join work_group g on g.factory_id = o.factory_id and g.id = o.owner_id
    join ${sql.table(resource)} r on r.factory_id = o.factory_id and r.id = ${sql.ref(`o.${column}`)}
    where o.factory_id = ${tx.factoryId} and o.owner_id = any(${groupIds}::bigint[])
      ${ids ? sql`and ${sql.ref(`o.${column}`)} = any(${ids}::bigint[])` : sql``} order by r.id limit 1`.execute(
    tx.db,
  );
  const assignment = assignments.rows[0];
  if (!assignment) return;
  const { name, craft, groupId, group } = assignment;
  throw makeError('resourceAssigned', { name, craft }, undefined, [
    { entity: 'workGroup', id: groupId, name: group },
  ]);
}

/**
 * Locks work groups whose resources change because a resource is saved, deleted or restored, and increments
 * the versions of the groups. Meanwhile other transactions can still save rows that refer to the groups.
 */
async function incrementGroupVersions(tx: Transaction, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  const ids = [...new Set(groupIds)].sort((a, b) => a - b);
  await sql`select id from work_group where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx.db);
  await sql`update work_group set version = version + 1, updated_at = now(), updated_by = ${tx.name}
    where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[])`.execute(tx.db);
  tx.announce('setting', 'workGroup', ids);
}

async function removeResourcesFromGroups(
  tx: Transaction,
  resource: GroupResourceKind,
  ids: number[],
  groupIds: number[],
): Promise<void> {
  const { table, column } = GROUP_RESOURCE_TABLES[resource];
  await refuseToRemoveAssignedResources(tx, resource, ids, groupIds);
  await sql`delete from ${sql.table(table)} where factory_id = ${tx.factoryId}
    and owner_id = any(${groupIds}::bigint[]) and ${sql.ref(column)} = any(${ids}::bigint[])`.execute(tx.db);
}

/** A change of the home group of a resource. */
interface HomeGroupMove {
  id: number;
  from: number | null;
  to: number | null;
}

/** Returns the ids of the moved resources for each work group that they leave (`from`) or enter (`to`). */
function collectMovedIdsByWorkGroup(
  moves: readonly HomeGroupMove[],
  end: 'from' | 'to',
): Map<number, number[]> {
  const idsByGroup = new Map<number, number[]>();
  for (const { id, [end]: groupId } of moves)
    if (groupId !== null) idsByGroup.set(groupId, [...(idsByGroup.get(groupId) ?? []), id]);
  return idsByGroup;
}

/** Removes resources from their old home groups and adds them to their new ones. */
async function moveResourcesBetweenHomeGroups(
  tx: Transaction,
  resource: GroupResourceKind,
  moves: readonly HomeGroupMove[],
): Promise<void> {
  const [leftIdsByGroup, enteredIdsByGroup] = [
    collectMovedIdsByWorkGroup(moves, 'from'),
    collectMovedIdsByWorkGroup(moves, 'to'),
  ];
  await incrementGroupVersions(tx, [...leftIdsByGroup.keys(), ...enteredIdsByGroup.keys()]);
  for (const [groupId, ids] of leftIdsByGroup) await removeResourcesFromGroups(tx, resource, ids, [groupId]);
  const { table, column } = GROUP_RESOURCE_TABLES[resource];
  for (const [groupId, ids] of enteredIdsByGroup) {
    await sql`insert into ${sql.table(table)} (factory_id, owner_id, position, ${sql.ref(column)})
      select ${tx.factoryId}::bigint, ${groupId}::bigint, last.position + fresh.at, fresh.id
      from (select coalesce(max(position), -1) as position from ${sql.table(table)}
          where factory_id = ${tx.factoryId} and owner_id = ${groupId}) last,
        unnest(${ids}::bigint[]) with ordinality as fresh (id, at)
      where not exists (select 1 from ${sql.table(table)} o where o.factory_id = ${tx.factoryId}
        and o.owner_id = ${groupId} and ${sql.ref(`o.${column}`)} = fresh.id)`.execute(tx.db);
  }
}

const MOVE_FUNCTIONS_BY_RESOURCE = {
  employee: (tx: Transaction, moves: HomeGroupMove[]) =>
    moveResourcesBetweenHomeGroups(tx, 'employee', moves),
  device: (tx: Transaction, moves: HomeGroupMove[]) => moveResourcesBetweenHomeGroups(tx, 'device', moves),
  shelf: (tx: Transaction, moves: HomeGroupMove[]) => moveResourcesBetweenHomeGroups(tx, 'shelf', moves),
} as const;

/** Removes deleted resources from the work groups that contain them. */
async function removeResourcesFromAllGroups(
  tx: Transaction,
  resource: GroupResourceKind,
  rows: readonly { id: number }[],
): Promise<void> {
  const { table, column } = GROUP_RESOURCE_TABLES[resource];
  const ids = rows.map((row) => row.id);
  const result = await sql<{ ownerId: number }>`select distinct owner_id from ${sql.table(table)}
    where factory_id = ${tx.factoryId} and ${sql.ref(column)} = any(${ids}::bigint[])`.execute(tx.db);
  const groupIds = result.rows.map((row) => row.ownerId);
  if (groupIds.length === 0) return;
  await incrementGroupVersions(tx, groupIds);
  await removeResourcesFromGroups(tx, resource, ids, groupIds);
}

interface RowWithHomeGroup {
  workGroupId: number | null;
}

/** Builds the hooks of an entity whose rows are resources of their home groups. */
export const makeResourceHooks = (
  resource: GroupResourceKind,
): Required<Pick<Hooks<RowWithHomeGroup>, 'batchable' | 'afterSave' | 'beforeDelete' | 'afterRestore'>> => ({
  batchable: true,
  afterSave: async (tx, after, before) => {
    const from = before?.workGroupId ?? null;
    const to = after.workGroupId;
    if (from !== to) tx.batch(MOVE_FUNCTIONS_BY_RESOURCE[resource], { id: after.id, from, to });
  },
  beforeDelete: (tx, rows) => removeResourcesFromAllGroups(tx, resource, rows),
  afterRestore: (tx, rows) =>
    moveResourcesBetweenHomeGroups(
      tx,
      resource,
      rows.map((row) => ({ id: row.id, from: null, to: row.workGroupId })),
    ),
});

/**
 * Updates the home groups of resources after a change of the resources of a work group. An added resource
 * without a home group gets this group as home group. A removed resource whose home group was this group has
 * no home group any more.
 */
export async function updateHomeGroups(
  tx: Transaction,
  groupId: number,
  resource: GroupResourceKind,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const removedIds = before.filter((id) => !after.includes(id));
  const addedIds = after.filter((id) => !before.includes(id));
  const table = sql.table(resource);
  const changedResources = await sql<{ id: number; workGroupId: number | null }>`
    update ${table} set work_group_id = case when id = any(${addedIds}::bigint[]) then ${groupId}::bigint end,
      version = version + 1, updated_at = now(), updated_by = ${tx.name}
    where factory_id = ${tx.factoryId} and deleted_at is null and (
      (id = any(${addedIds}::bigint[]) and work_group_id is null)
      or (id = any(${removedIds}::bigint[]) and work_group_id = ${groupId}))
    returning id, work_group_id`.execute(tx.db);
  for (const { id, workGroupId } of changedResources.rows)
    tx.log({
      entity: resource,
      id,
      action: 'modify',
      before: { workGroupId: workGroupId === null ? groupId : null },
      after: { workGroupId },
    });
  if (changedResources.rows.length > 0)
    tx.announce(
      getEntity(resource).topic ?? 'setting',
      resource,
      changedResources.rows.map((row) => row.id),
    );
}
