import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { getToday } from '../../../db/clock.ts';
import type { Db } from '../../../db/database.ts';
import type { ImportProblems } from '../import/problems.ts';
import type { PlanOrder, PlanProcess } from './plan-records.ts';

interface GroupSetup {
  name: string;
  craftIds: number[];
}

/** Loads the crafts of work groups, by the id of the group. */
async function loadGroups(
  db: Db,
  factoryId: number,
  ids: readonly number[],
): Promise<Map<number, GroupSetup>> {
  const { rows } = await sql<GroupSetup & { id: number }>`select g.id, g.name,
      array(select c.target_id from work_group_craft_ids c where c.factory_id = g.factory_id and c.owner_id = g.id) as craft_ids
    from work_group g where g.factory_id = ${factoryId} and g.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...group }) => [id, group]));
}

/** Loads devices with their groups, by the id of the device. */
async function loadDevices(db: Db, factoryId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; workGroupId: number | null }>`
    select id, name, work_group_id from device
    where factory_id = ${factoryId} and id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const collectIds = (processes: readonly PlanProcess[], name: string): number[] => [
  ...new Set(
    processes.flatMap(({ checkedValues }) =>
      typeof checkedValues?.[name] === 'number' ? checkedValues[name] : [],
    ),
  ),
];

/** Adds warnings for a plan that can be written but is probably wrong. */
export async function warnOfOrders(
  { db, user, lang }: { db: Db; user: CurrentUser; lang: Lang },
  orders: ReadonlyMap<string, PlanOrder>,
  warnings: ImportProblems,
): Promise<void> {
  const today = getToday(db, user.zone);
  const processes: PlanProcess[] = [];
  for (const order of orders.values()) {
    const orderProcesses = [...order.parts.values()].flatMap((part) => part.processes);
    for (const process of orderProcesses) processes.push(process);
    if (orderProcesses.length === 0)
      warnings.addByName(order.locate('code', lang), order.code, 'orderWithoutProcess');
    const { dueDate } = order.checkedValues ?? {};
    if (typeof dueDate === 'string' && dueDate < today)
      warnings.addByName(order.locate('dueDate', lang), dueDate, 'dueDatePast');
  }
  const groups = await loadGroups(db, user.factoryId, collectIds(processes, 'workGroupId'));
  const devices = await loadDevices(db, user.factoryId, collectIds(processes, 'deviceId'));
  for (const process of processes) {
    const { workGroupId, craftId, deviceId } = process.checkedValues ?? {};
    const group = groups.get(workGroupId as number);
    if (!group) continue;
    if (group.craftIds.length > 0 && !group.craftIds.includes(craftId as number))
      warnings.addByName(process.locate('workGroupId', lang), group.name, 'groupWithoutCraft', {
        group: group.name,
        craft: process.craftText,
      });
    const device = devices.get(deviceId as number);
    if (device && device.workGroupId !== null && device.workGroupId !== workGroupId)
      warnings.addByName(process.locate('deviceId', lang), device.name, 'deviceOfOtherGroup', {
        device: device.name,
        group: group.name,
      });
  }
}
