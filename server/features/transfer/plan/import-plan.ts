import { sql } from 'kysely';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { flag, text } from '#shared/kernel/fields.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { workOrderStateMachine } from '#shared/machines/work-order.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { insertRecords } from '../../../crud/insert-records.ts';
import { takeLockIfFree } from '../../../db/lock.ts';
import { GrowingTableAnalyzer } from '../../../db/table-growth.ts';
import { runTransaction, type Transaction } from '../../../db/transaction.ts';
import { deleteWorkbook, findWorkbookPath, storeWorkbook } from '../import/checked-files.ts';
import { getActor, runInQueue } from '../import/import-queue.ts';
import { describePlan, readAndCheckPlan, tryPlan, type CheckedPlan } from './check-plan.ts';
import { countRows, RecordRefusedError, splitIntoGroups, writeOrders } from './write-orders.ts';

/**
 * The number of rows that are written together. With more rows, computing the ledgers of the processes would be slow.
 */
const ROWS_PER_GROUP = 500;

/** The user's choices for writing a checked plan. */
const WRITE_FIELDS = {
  file: text({ required: true, max: 36 }),
  name: text({ required: true, max: entities.planImport.fields.fileName.max! }),
  release: flag(),
};

/**
 * Checks a plan by a trial import, and shows its first orders and its problems. If there are no problems, the workbook
 * stays stored, so that the user can import it.
 * @throws tooManyRequests, tooLarge, noPermission, and the errors of `readAndCheckPlan`
 */
export async function checkPlan(call: RawCall): Promise<RawAnswer> {
  const { id, path } = await storeWorkbook(call);
  let shouldKeep = false;
  try {
    return await runInQueue(call, async () => {
      const plan = await readAndCheckPlan(call, path);
      if (plan.problems.count === 0) await tryPlan(call, plan);
      shouldKeep = plan.problems.count === 0;
      const outcome = { file: shouldKeep ? id : null, written: false, importId: null, released: 0 };
      return { data: describePlan(plan, outcome) };
    });
  } finally {
    if (!shouldKeep) await deleteWorkbook(path);
  }
}

/** Releases new orders. An order without a process stays a draft. @returns how many were released */
async function releaseOrders(tx: Transaction, ids: readonly number[]): Promise<number> {
  const state = findNextState(workOrderStateMachine, 'draft', 'release')!;
  const releasedOrders = await sql<{ id: number }>`update work_order o
    set state = ${state}, version = version + 1, updated_at = ${tx.now}, updated_by = ${tx.name}
    where o.factory_id = ${tx.factoryId} and o.id = any(${[...ids]}::bigint[])
      and exists (select 1 from part t join process p on p.factory_id = t.factory_id and p.part_id = t.id
        where t.factory_id = o.factory_id and t.order_id = o.id) returning o.id`.execute(tx.db);
  for (const { id } of releasedOrders.rows)
    tx.log({ entity: 'workOrder', id, action: 'release', before: { state: 'draft' }, after: { state } });
  return releasedOrders.rows.length;
}

/** Writes the record of an import. @returns its id */
async function writeImportRecord(tx: Transaction, plan: CheckedPlan, fileName: string): Promise<number> {
  const record = {
    fileName,
    importedAt: tx.now,
    importedBy: tx.name,
    orderCount: plan.orders.length,
    partCount: plan.partCount,
    processCount: plan.processCount,
  };
  const [id] = await insertRecords(tx, entities.planImport as EntityDeclaration, [record]);
  return id!;
}

const linkOrders = (tx: Transaction, importId: number, orderIds: readonly number[]) =>
  sql`update work_order set plan_import_id = ${importId}
    where factory_id = ${tx.factoryId} and id = any(${[...orderIds]}::bigint[])`.execute(tx.db);

/** Writes all orders of a plan in one transaction, and the record of the import. */
function writePlan(
  call: RawCall,
  plan: CheckedPlan,
  { name, release }: { name: string; release: boolean },
): Promise<{ importId: number; released: number }> {
  const { db, user, signal, progress } = call;
  const total = plan.orders.reduce((count, order) => count + countRows(order), 0);
  return runTransaction(db, getActor(call), async (tx) => {
    if (!(await takeLockIfFree(tx, 'importedList', 'workOrder'))) throw makeError('importRunning');
    const importId = await writeImportRecord(tx, plan, name);
    const tableAnalyzer = new GrowingTableAnalyzer();
    let [done, released] = [0, 0];
    progress({ phase: 'writing', done, total });
    for (const { orders, rowCount } of splitIntoGroups(plan.orders, ROWS_PER_GROUP)) {
      signal.throwIfAborted();
      const orderIds = await writeOrders(tx, user, orders);
      await linkOrders(tx, importId, orderIds);
      if (release) released += await releaseOrders(tx, orderIds);
      done += rowCount;
      progress({ phase: 'writing', done, total });
      await tableAnalyzer.analyzeGrownTables(tx, rowCount);
    }
    return { importId, released };
  }).catch((error: unknown) => {
    throw error instanceof RecordRefusedError ? error.refusal : error;
  });
}

/**
 * Writes a checked plan, or nothing. The plan is checked again, because the data of the factory may have changed since
 * the check. If it has problems now, the answer contains them and nothing is written.
 * @throws fieldsInvalid; noPermission if the user wants to release the orders but may not; tooManyRequests,
 * importFileGone, importRunning, and the errors of saving orders, parts and processes
 */
export async function writeCheckedPlan(call: RawCall): Promise<RawAnswer> {
  const formFields = Object.fromEntries(new URLSearchParams(call.body.toString('utf8')));
  const { problems, values } = validateRecord(WRITE_FIELDS, formFields);
  if (problems) throw makeError('fieldsInvalid', {}, problems);
  if (values.release && !hasPermission(call.user, 'WORK_ORDER_MODIFY')) throw makeError('noPermission');
  const path = await findWorkbookPath(call, values.file);
  return runInQueue(call, async () => {
    const plan = await readAndCheckPlan(call, path);
    const isValid = plan.problems.count === 0;
    const outcome = isValid ? await writePlan(call, plan, values) : { importId: null, released: 0 };
    await deleteWorkbook(path);
    return { data: describePlan(plan, { file: null, written: isValid, ...outcome }) };
  });
}
