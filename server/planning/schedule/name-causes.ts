import { sql } from 'kysely';
import type { NamedCause } from '#shared/answers/schedule/promise.ts';
import type { Cause } from '#shared/planning/engine/proposal.ts';
import type { Db } from '../../db/database.ts';

/** Adds the names of machines and the codes of orders to causes. @returns the causes in the same order */
export async function nameCauses(db: Db, factoryId: number, causes: readonly Cause[]): Promise<NamedCause[]> {
  const deviceIds = causes.flatMap(({ machine }) => (machine === null ? [] : [machine]));
  const taskIds = causes.flatMap(({ behind }) => behind);
  const devices = await sql<{ id: number; name: string }>`
    select id, name from device where factory_id = ${factoryId} and id = any(${deviceIds}::bigint[])`.execute(
    db,
  );
  const orders = await sql<{ id: number; code: string }>`
    with task as (
      select id, id as process_id from process where factory_id = ${factoryId} and id = any(${taskIds}::bigint[])
      union all
      select id, process_id from process_share where factory_id = ${factoryId} and id = any(${taskIds}::bigint[])
    )
    select task.id, o.code from task
      join process p on p.factory_id = ${factoryId} and p.id = task.process_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id`.execute(db);
  const nameByDevice = new Map(devices.rows.map(({ id, name }) => [id, name]));
  const codeByTask = new Map(orders.rows.map(({ id, code }) => [id, code]));
  return causes.map(({ kind, minutes, machine, behind }) => ({
    kind,
    minutes,
    machineName: (machine !== null && nameByDevice.get(machine)) || '',
    orderCodes: [...new Set(behind.flatMap((task) => codeByTask.get(task) ?? []))],
  }));
}
