import { makeError } from '#shared/kernel/errors.ts';
import { entities } from '#shared/entities/index.ts';
import { isOrderReportable, type OrderState } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { sql } from 'kysely';
import { lockReferencedRows } from '../../../crud/references.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { allocateIds } from '../insert-report.ts';

/** The greatest number of characters in the name of a task. */
const MAX_TASK_NAME_LENGTH = 100;

/** What an extra process is: the part on which it is done, the craft, the work group that does it, and why. */
export interface ExtraProcessInput {
  partId: number;
  craftId: number;
  workGroupId: number;
  reason: string;
}

/**
 * Adds an extra process to a part, with the task on which its work is reported. The task bears the names of the craft and
 * the order, and the cost type of the craft.
 * @returns the id of the task
 * @throws referenceMissing
 */
export async function addExtraProcess(tx: Transaction, input: ExtraProcessInput): Promise<number> {
  const { partId, craftId, workGroupId, reason } = input;
  await lockReferencedRows(tx, entities.extraProcess.fields, { partId, craftId, workGroupId });
  const { rows } = await sql<{ craftName: string; costTypeId: number | null; orderCode: string }>`
    select c.name as craft_name, c.cost_type_id, o.code as order_code
    from part t
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      join craft c on c.factory_id = t.factory_id and c.id = ${craftId}
    where t.factory_id = ${tx.factoryId} and t.id = ${partId}`.execute(tx.db);
  const { craftName, costTypeId, orderCode } = rows[0]!;
  const [taskId, id] = (await allocateIds(tx, 2)) as [number, number];
  const created = { factoryId: tx.factoryId, createdBy: tx.name, updatedBy: tx.name };
  await tx.db
    .insertInto('task')
    .values({
      ...created,
      id: taskId,
      code: `X${taskId}`,
      name: [...`${craftName} · ${orderCode}`].slice(0, MAX_TASK_NAME_LENGTH).join(''),
      costTypeId,
    })
    .execute();
  await tx.db
    .insertInto('extraProcess')
    .values({ ...created, id, taskId, partId, craftId, workGroupId, reason })
    .execute();
  tx.announce('report', 'extraProcess', [id]);
  tx.log({ entity: 'extraProcess', id, action: 'add', after: { ...input } });
  return taskId;
}

/** Whether a task belongs to an extra process. */
export async function isTaskOfExtraProcess(tx: Transaction, taskId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('extraProcess')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('taskId', '=', taskId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Refuses work on an extra process if its order allows no reports. The order keeps its state until the transaction ends.
 * @throws orderState
 */
export async function refuseOrderOfExtraProcess(tx: Transaction, taskId: number): Promise<void> {
  const { rows } = await sql<{ state: OrderState }>`select o.state
    from extra_process x
      join part t on t.factory_id = x.factory_id and t.id = x.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where x.factory_id = ${tx.factoryId} and x.task_id = ${taskId} for share of o`.execute(tx.db);
  const { state } = rows[0]!;
  if (!isOrderReportable(state))
    throw makeError('orderState', { state: markAsTerm(state), event: markAsTerm('start') });
}

/** Opens or ends the extra process of a task; does nothing for a task without one. */
export async function setExtraProcessOpen(tx: Transaction, taskId: number, isOpen: boolean): Promise<void> {
  const { rows } = await sql<{ id: number }>`update task k
    set active = ${isOpen}, updated_by = ${tx.name}, updated_at = now(), version = k.version + 1
    from extra_process x
    where x.factory_id = ${tx.factoryId} and x.task_id = ${taskId}
      and k.factory_id = x.factory_id and k.id = x.task_id and k.active <> ${isOpen}
    returning x.id`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) tx.announce('report', 'extraProcess', ids);
}
