import { makeError } from '#shared/kernel/errors.ts';
import { entities } from '#shared/entities/index.ts';
import { isOrderReportable, type OrderState } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { sql } from 'kysely';
import { refuseWrongClassifications } from '../../../crud/classification-values.ts';
import { makeReferenceMissingError } from '../../../call/field-refusals.ts';
import { lockReferencedRows } from '../../../crud/references.ts';
import type { Transaction } from '../../../db/transaction.ts';
import type { StoredReport } from '../../../ledger/close-reports.ts';
import { allocateIds } from '../insert-report.ts';

/** The maximum number of characters in the name of a task. */
const MAX_TASK_NAME_LENGTH = 100;

/**
 * The description of an extra process: the part on which the work is done, the craft, the work group that
 * does the work, and the reason.
 */
export interface ExtraProcessInput {
  partId: number;
  craftId: number;
  workGroupId: number;
  /** The chosen classification of the reason; null if the reason is only a text. */
  reasonId: number | null;
  /** A remark on the chosen reason; the whole reason if no classification is chosen. */
  reason: string | null;
}

/**
 * Adds an extra process to a part, with the task on which its work is reported. The task has the names of
 * the craft and the order, and the cost type of the craft.
 * @returns the id of the task
 * @throws referenceMissing; fieldsInvalid if no reason is given, or the chosen classification is not a
 * reason
 */
export async function addExtraProcess(tx: Transaction, input: ExtraProcessInput): Promise<number> {
  const { partId, craftId, workGroupId, reasonId } = input;
  const { fields } = entities.extraProcess;
  await lockReferencedRows(tx, fields, { partId, craftId, workGroupId, reasonId });
  await refuseWrongClassifications(tx, fields, { reasonId });
  const { rows } = await sql<{
    craftName: string;
    costTypeId: number | null;
    orderCode: string;
    reasonName: string | null;
  }>`select c.name as craft_name, c.cost_type_id, o.code as order_code, n.name as reason_name
    from part t
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      join craft c on c.factory_id = t.factory_id and c.id = ${craftId}
      left join classification n on n.factory_id = t.factory_id and n.id = ${reasonId}::bigint
    where t.factory_id = ${tx.factoryId} and t.id = ${partId}`.execute(tx.db);
  const { craftName, costTypeId, orderCode, reasonName } = rows[0]!;
  const reason = [reasonName, input.reason].filter(Boolean).join(' · ');
  if (reason === '') throw makeError('fieldsInvalid', {}, { reasonId: { reason: 'required' } });
  const [taskId, id] = (await allocateIds(tx, 2)) as [number, number];
  const creationColumns = { factoryId: tx.factoryId, createdBy: tx.name, updatedBy: tx.name };
  await tx.db
    .insertInto('task')
    .values({
      ...creationColumns,
      id: taskId,
      code: `X${taskId}`,
      name: [...`${craftName} · ${orderCode}`].slice(0, MAX_TASK_NAME_LENGTH).join(''),
      costTypeId,
    })
    .execute();
  await tx.db
    .insertInto('extraProcess')
    .values({ ...creationColumns, id, taskId, partId, craftId, workGroupId, reasonId, reason })
    .execute();
  tx.announce('report', 'extraProcess', [id]);
  tx.log({ entity: 'extraProcess', id, action: 'add', after: { ...input, reason } });
  return taskId;
}

/**
 * Locks the extra process of a task until the transaction ends. It must be locked before its task.
 * @returns whether it is finished; null if the task has no extra process
 * @throws referenceMissing if it was deleted, because all its reports are reversed
 */
export async function lockExtraProcess(
  tx: Transaction,
  taskId: number,
): Promise<{ isFinished: boolean } | null> {
  const extraProcess = await tx.db
    .selectFrom('extraProcess')
    .select(['finishedById', 'deletedAt'])
    .where('factoryId', '=', tx.factoryId)
    .where('taskId', '=', taskId)
    .forShare()
    .executeTakeFirst();
  if (!extraProcess) return null;
  if (extraProcess.deletedAt !== null) throw makeReferenceMissingError('taskId', 'task');
  return { isFinished: extraProcess.finishedById !== null };
}

/**
 * Refuses work on an extra process if its order allows no reports. The order keeps its state until the transaction
 * ends.
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

/** Finishes the extra process of a task by a report. It does nothing if the task has no extra process. */
export async function finishExtraProcess(
  tx: Transaction,
  { id, taskId }: Pick<StoredReport, 'id' | 'taskId'>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`update extra_process
    set finished_by_id = ${id}, updated_by = ${tx.name}, updated_at = ${tx.now}, version = version + 1
    where factory_id = ${tx.factoryId} and task_id = ${taskId} returning id`.execute(tx.db);
  for (const extraProcess of rows) tx.announce('report', 'extraProcess', [extraProcess.id]);
}

/**
 * Updates the extra process of a task after a report on the task was reversed or opened again. The extra
 * process is open again if the report that finished it is reversed. It is deleted if all its reports are
 * reversed, so that its part can be deleted. The function does nothing if the task has no extra process.
 */
export async function adjustExtraProcess(
  tx: Transaction,
  { taskId }: Pick<StoredReport, 'taskId'>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from extra_process
    where factory_id = ${tx.factoryId} and task_id = ${taskId} for update`.execute(tx.db);
  const extraProcess = rows[0];
  if (!extraProcess) return;
  // The query above locks the row. A second reversal at the same time waits for it, and then sees the first
  // one.
  const unreversedReportsSql = sql`from work_report r
    where r.factory_id = x.factory_id and r.reversed_at is null and r.reverses_id is null`;
  await sql`update extra_process x
    set finished_by_id = (select r.id ${unreversedReportsSql} and r.id = x.finished_by_id),
      deleted_at = case when exists (select 1 ${unreversedReportsSql} and r.task_id = x.task_id) then null else ${tx.now}::timestamptz end,
      updated_by = ${tx.name}, updated_at = ${tx.now}, version = x.version + 1
    where x.factory_id = ${tx.factoryId} and x.id = ${extraProcess.id}`.execute(tx.db);
  tx.announce('report', 'extraProcess', [extraProcess.id]);
}
