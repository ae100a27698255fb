import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PlanImportResult, PlannedOrderPreview } from '#shared/answers/transfer.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { makeErrorReply } from '../../../call/make-refusal.ts';
import type { RawCall } from '../../../call/raw-route.ts';
import { readWorkbook, type UploadedSheet } from '../../../workbook/read-workbook.ts';
import { getActor } from '../import/import-queue.ts';
import { readColumnMappings } from '../import/map-columns.ts';
import { ImportProblems } from '../import/problems.ts';
import { runTrial } from '../import/run-trial.ts';
import { checkOrders } from './check-orders.ts';
import { collectOrders } from './collect-orders.ts';
import { getPlanLabel, loadPlanColumns } from './plan-columns.ts';
import { indexPlanHeadings } from './plan-headings.ts';
import type { PlanOrder, PlanPart, PlanRecord } from './plan-records.ts';
import { findPlanSheets, type PlanSheet } from './plan-sheets.ts';
import { readPlanRows, type PlanRow } from './read-plan-rows.ts';
import { loadCraftRecognizer, resolvePlanReferences } from './resolve-plan-references.ts';
import { warnOfOrders } from './warn-of-orders.ts';
import { countRows, RecordRefusedError, splitIntoGroups, writeOrders } from './write-orders.ts';

/**
 * The number of rows that a trial writes in one transaction. Other requests can use the database in between.
 */
const TRIAL_ROWS_PER_TRANSACTION = 1000;
/** The number of problems after which a trial stops. */
const MAX_TRIAL_PROBLEMS = 200;
/** The maximum numbers of orders, of parts of an order, and of processes of a part in a preview. */
const PREVIEW_ORDERS = 20;
const PREVIEW_PARTS = 20;
const PREVIEW_PROCESSES = 30;

/** A plan that was read and checked. */
export interface CheckedPlan {
  orders: readonly PlanOrder[];
  partCount: number;
  processCount: number;
  problems: ImportProblems;
  warnings: ImportProblems;
  mappings: readonly string[];
}

const listParts = (orders: readonly PlanOrder[]): PlanPart[] =>
  orders.flatMap((order) => [...order.parts.values()]);

async function collectRows(
  planSheets: readonly PlanSheet[],
  zone: string,
  problems: ImportProblems,
  warnings: ImportProblems,
): Promise<PlanRow[]> {
  const rows: PlanRow[] = [];
  for (const planSheet of planSheets)
    for (const row of await readPlanRows(planSheet, { zone }, problems, warnings)) rows.push(row);
  return rows;
}

/** Checks the sheets of a workbook as far as that is possible without writing. */
async function checkSheets(call: RawCall, sheets: readonly UploadedSheet[]): Promise<CheckedPlan> {
  const { db, user, lang } = call;
  const sheetNames = sheets.map(({ name }) => name);
  const problems = new ImportProblems(lang, sheetNames);
  const warnings = new ImportProblems(lang, sheetNames);
  const columns = await loadPlanColumns(db, user.factoryId);
  const mappings = await readColumnMappings(db, user.factoryId);
  const planSheets = findPlanSheets(sheets, columns, indexPlanHeadings(columns), mappings, warnings);
  const sheetName = planSheets[0]?.sheet.name ?? sheets[0]?.name ?? '';
  const wholeSheet = { sheet: sheetName, row: null, index: null, column: null };
  if (planSheets.length === 0)
    problems.addByName(wholeSheet, null, 'noPlanColumns', {
      order: translateTerm(lang, getPlanLabel('order', 'code')),
    });
  const rows = await collectRows(planSheets, user.zone, problems, warnings);
  const workbook = {
    hasOrderSheet: planSheets.some(({ kind }) => kind === 'order'),
    hasPartSheet: planSheets.some(({ kind }) => kind === 'part'),
    isCraft: await loadCraftRecognizer(db, user.factoryId),
  };
  const ordersByCode = collectOrders(rows, workbook, problems);
  if (ordersByCode.size === 0 && problems.count === 0) problems.addByName(wholeSheet, null, 'noRows');
  await yieldToEventLoop();
  const orders = [...ordersByCode.values()];
  const parts = listParts(orders);
  const processes = parts.flatMap((part) => part.processes);
  if (processes.length > 0 && !hasPermission(user, 'PROCESS_MODIFY')) throw makeError('noPermission');
  await resolvePlanReferences(call, columns, { order: orders, part: parts, process: processes }, problems);
  await checkOrders({ db, factoryId: user.factoryId, lang, columns }, ordersByCode, problems);
  await warnOfOrders(call, ordersByCode, warnings);
  return {
    orders,
    partCount: parts.length,
    processCount: processes.length,
    problems,
    warnings,
    mappings: [...new Set(planSheets.flatMap(({ mapping }) => mapping?.name ?? []))],
  };
}

/**
 * Reads a workbook with a plan, and checks it as far as that is possible without writing.
 * @throws noPermission if there are processes and the user may not change processes; fileType, fileProtected,
 * fileUnreadable, fileUnpacksTooLarge, importTooMany
 */
export async function readAndCheckPlan(call: RawCall, path: string): Promise<CheckedPlan> {
  const { signal, progress } = call;
  progress({ phase: 'reading', done: 0, total: null });
  const sheets = await readWorkbook(path, signal, (done) =>
    progress({ phase: 'reading', done, total: null }),
  );
  progress({ phase: 'checking', done: 0, total: null });
  return checkSheets(call, sheets);
}

/**
 * Adds the refusal of an order, or of a part or a process of it, to the problems.
 * @throws the error if it is not a refusal
 */
function addRefusal(call: RawCall, { problems }: CheckedPlan, order: PlanOrder, error: unknown): void {
  const [record, refusal]: [PlanRecord, unknown] =
    error instanceof RecordRefusedError ? [error.record, error.refusal] : [order, error];
  const { status, body } = makeErrorReply(call.lang, refusal, 'planImport', call.user);
  if (status >= 500) throw error;
  const {
    message,
    code,
    fields = {},
  } = body as {
    message: string;
    code: string;
    fields?: Record<string, string>;
  };
  const fieldMessages = Object.entries(fields);
  if (code !== 'fieldsInvalid' || fieldMessages.length === 0)
    problems.add(record.locate(fieldMessages[0]?.[0] ?? 'code', call.lang), order.code, message);
  else
    for (const [name, fieldMessage] of fieldMessages)
      problems.add(record.locate(name, call.lang), record.values[name] ?? null, fieldMessage);
}

/**
 * Tries to write orders. If they are refused, it tries each order separately, and adds a problem for each refused
 * order.
 */
async function tryOrders(call: RawCall, plan: CheckedPlan, orders: readonly PlanOrder[]): Promise<void> {
  try {
    await runTrial(call.db, getActor(call), async (tx) => {
      await writeOrders(tx, call.user, orders);
    });
    return;
  } catch (error) {
    if (orders.length === 1) return addRefusal(call, plan, orders[0]!, error);
  }
  for (const order of orders) {
    if (plan.problems.count >= MAX_TRIAL_PROBLEMS) return;
    await tryOrders(call, plan, [order]);
  }
}

/**
 * Writes the orders of a plan and rolls them back, so that the checks of the database, of hooks and of form settings
 * run before the import. Refusals become problems of the plan.
 */
export async function tryPlan(call: RawCall, plan: CheckedPlan): Promise<void> {
  const total = plan.orders.reduce((count, order) => count + countRows(order), 0);
  let done = 0;
  for (const { orders, rowCount } of splitIntoGroups(plan.orders, TRIAL_ROWS_PER_TRANSACTION)) {
    if (plan.problems.count >= MAX_TRIAL_PROBLEMS) return;
    call.signal.throwIfAborted();
    call.progress({ phase: 'checking', done, total });
    await tryOrders(call, plan, orders);
    done += rowCount;
    await yieldToEventLoop();
  }
}

const countPartsAbove = ({ parent }: PlanPart): number => (parent ? 1 + countPartsAbove(parent) : 0);

/** Sorts the parts of an order so that each part follows its parent. */
function listPartsAsTree(order: PlanOrder): PlanPart[] {
  const childrenByParent = new Map<PlanPart | null, PlanPart[]>();
  for (const part of order.parts.values())
    childrenByParent.set(part.parent, [...(childrenByParent.get(part.parent) ?? []), part]);
  const listedParts: PlanPart[] = [];
  const addSubparts = (parent: PlanPart | null) => {
    for (const part of childrenByParent.get(parent) ?? []) {
      if (listedParts.length >= PREVIEW_PARTS) return;
      listedParts.push(part);
      addSubparts(part);
    }
  };
  addSubparts(null);
  return listedParts;
}

const previewOrder = (order: PlanOrder): PlannedOrderPreview => ({
  code: order.code,
  name: order.checkedValues!['name'] as string,
  quantity: order.checkedValues!['quantity'] as number,
  dueDate: order.checkedValues!['dueDate'] as string | null,
  partCount: order.parts.size,
  parts: listPartsAsTree(order).map((part) => ({
    code: part.code,
    name: part.checkedValues!['name'] as string,
    quantity: part.checkedValues!['quantity'] as number,
    depth: countPartsAbove(part),
    processes: part.processes.slice(0, PREVIEW_PROCESSES).map(({ shownName }) => shownName),
  })),
});

/** Describes a checked plan to the client. */
export const describePlan = (
  plan: CheckedPlan,
  outcome: Pick<PlanImportResult, 'file' | 'written' | 'importId' | 'released'>,
): PlanImportResult => ({
  ...outcome,
  orders: plan.orders.length,
  parts: plan.partCount,
  processes: plan.processCount,
  problemCount: plan.problems.count,
  problems: plan.problems.getSortedProblems(),
  frequent: plan.problems.getFrequentProblems(),
  warningCount: plan.warnings.count,
  warnings: plan.warnings.getSortedProblems(),
  mappings: plan.mappings,
  preview: plan.problems.count > 0 ? [] : plan.orders.slice(0, PREVIEW_ORDERS).map(previewOrder),
});
