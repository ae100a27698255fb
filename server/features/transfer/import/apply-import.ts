import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { hasRevisions } from '#shared/entities/revision-fields.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { saveRecords } from '../../../crud/save.ts';
import { GrowingTableAnalyzer } from '../../../db/table-growth.ts';
import { takeLockIfFree } from '../../../db/lock.ts';
import { runTransaction, type Actor, type Transaction } from '../../../db/transaction.ts';
import { getHooks } from '../../../hooks/index.ts';
import { allowNextRevision, type EntityWithRevisions } from '../../../hooks/revision.ts';
import { makeErrorReply } from '../../../call/make-refusal.ts';
import type { ImportContext, ImportPlan, PlannedRow } from './plan.ts';
import { runTrial } from './run-trial.ts';
import { PLANNING_SHARE } from './plan-import.ts';

/** The number of rows that are written together. */
const ROWS_PER_BATCH = 200;
/**
 * The number of rows that a trial writes in one transaction, unless rows refer to each other. Other requests
 * can use the database between the transactions.
 */
const TRIAL_ROWS_PER_TRANSACTION = 1000;
/** The number of problems after which a trial stops. */
const MAX_TRIAL_PROBLEMS = 200;

/** The ids of the workbook rows that are already written, by the key of the row. */
type WrittenIds = Map<string, number>;

/** Fills in the ids of the workbook rows that a row refers to. These rows have already been written. */
function fillInPendingIds(
  { givenValues, pending }: PlannedRow,
  writtenIds: WrittenIds,
): Record<string, unknown> {
  for (const { key, path } of pending) {
    let container = givenValues as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) container = container[step] as Record<string | number, unknown>;
    container[path.at(-1)!] = writtenIds.get(key) ?? null;
  }
  return givenValues;
}

async function writeBatch(
  tx: Transaction,
  { entity, user }: ImportContext,
  rows: readonly PlannedRow[],
  writtenIds: WrittenIds,
) {
  const rowChanges = rows.map((row) => ({
    id: row.id,
    version: row.version,
    givenValues: fillInPendingIds(row, writtenIds),
    isImport: true as const,
  }));
  // If a document with the code exists already, a new row is its next edition. Such rows are written one by one.
  if (hasRevisions(entity))
    for (const { id, givenValues } of rowChanges)
      if (id === null)
        await allowNextRevision(tx, entity.name as EntityWithRevisions, String(givenValues['code']));
  const savedRows = await saveRecords(tx, entity, user, rowChanges);
  savedRows.forEach(({ id }, index) => writtenIds.set(rows[index]!.key, id));
}

/**
 * Splits rows into batches. A row is never in the same batch as another row that it refers to. If the hooks of the
 * entity do not support batches, each batch has only one row.
 */
function* splitIntoBatches(
  entity: ImportContext['entity'],
  rows: readonly PlannedRow[],
): Generator<PlannedRow[]> {
  const hooks = getHooks(entity.name);
  const isBatchable = hooks.batchable || (!hooks.beforeSave && !hooks.afterSave);
  let batch: PlannedRow[] = [];
  let keys = new Set<string>();
  for (const row of rows) {
    const isBatchFull = batch.length >= (isBatchable ? ROWS_PER_BATCH : 1);
    if (isBatchFull || row.pending.some(({ key }) => keys.has(key))) {
      yield batch;
      batch = [];
      keys = new Set();
    }
    batch.push(row);
    keys.add(row.key);
  }
  if (batch.length > 0) yield batch;
}

/**
 * Tries to write a batch. If the batch is refused, it tries each row separately, and adds a problem for each
 * refused row.
 */
async function tryBatch(
  tx: Transaction,
  context: ImportContext,
  plan: ImportPlan,
  rows: readonly PlannedRow[],
  writtenIds: WrittenIds,
) {
  try {
    await tx.attempt(() => writeBatch(tx, context, rows, writtenIds));
    return;
  } catch (error) {
    if (rows.length === 1) return addProblem(context, plan, rows[0]!, error);
  }
  for (const row of rows) await tryBatch(tx, context, plan, [row], writtenIds);
}

function addProblem(
  { lang, user, entity }: ImportContext,
  { problems }: ImportPlan,
  row: PlannedRow,
  error: unknown,
): void {
  const { body } = makeErrorReply(lang, error, `${entity.path}/import`, user);
  const { message, fields = {} } = body as { message: string; fields?: Record<string, string> };
  const fieldMessages = Object.entries(fields);
  const hasFieldMessages = (error as { code?: string }).code === 'fieldsInvalid' && fieldMessages.length > 0;
  if (!hasFieldMessages) problems.add(row.locateField(fieldMessages[0]?.[0] ?? ''), row.key, message);
  else for (const [name, message] of fieldMessages) problems.add(row.locateField(name), null, message);
}

/**
 * Writes the rows of a plan and rolls them back. This runs the checks of the database and of the hooks before
 * the real import. A refused row becomes a problem of the plan. The trial stops after MAX_TRIAL_PROBLEMS
 * problems.
 */
export async function dryRunImport(context: ImportContext, actor: Actor, plan: ImportPlan): Promise<void> {
  const { db, signal, progress } = context;
  const { rows, problems } = plan;
  // If rows refer to other rows of the workbook, all rows are tried in one transaction. The end of an earlier
  // transaction would roll back rows that later rows refer to.
  const needsOneTransaction = rows.some(({ pending }) => pending.length > 0);
  const rowsPerTransaction = needsOneTransaction ? rows.length : TRIAL_ROWS_PER_TRANSACTION;
  for (
    let start = 0;
    start < rows.length && problems.count < MAX_TRIAL_PROBLEMS;
    start += rowsPerTransaction
  ) {
    let doneCount = start;
    await runTrial(db, actor, async (tx) => {
      const writtenIds: WrittenIds = new Map();
      const tableAnalyzer = new GrowingTableAnalyzer();
      for (const batch of splitIntoBatches(context.entity, rows.slice(start, start + rowsPerTransaction))) {
        signal.throwIfAborted();
        const progressShare = PLANNING_SHARE + (doneCount / rows.length) * (1 - PLANNING_SHARE);
        progress({ phase: 'checking', done: Math.floor(progressShare * plan.total), total: plan.total });
        await tryBatch(tx, context, plan, batch, writtenIds);
        doneCount += batch.length;
        if (problems.count >= MAX_TRIAL_PROBLEMS) break;
        await tableAnalyzer.analyzeGrownTables(tx, batch.length);
      }
    });
    await yieldToEventLoop();
  }
}

/**
 * Writes the whole plan in one transaction.
 * @throws importRunning if another import into the same list is running, and the errors of a save
 */
export async function writeImport(context: ImportContext, actor: Actor, plan: ImportPlan): Promise<void> {
  const { db, entity, signal, progress } = context;
  await runTransaction(db, actor, async (tx) => {
    if (!(await takeLockIfFree(tx, 'importedList', entity.name))) throw makeError('importRunning');
    const writtenIds: WrittenIds = new Map();
    const tableAnalyzer = new GrowingTableAnalyzer();
    let done = 0;
    progress({ phase: 'writing', done, total: plan.rows.length });
    for (const batch of splitIntoBatches(entity, plan.rows)) {
      signal.throwIfAborted();
      await writeBatch(tx, context, batch, writtenIds);
      done += batch.length;
      progress({ phase: 'writing', done, total: plan.rows.length });
      await tableAnalyzer.analyzeGrownTables(tx, batch.length);
    }
    tx.log({
      entity: entity.name,
      id: null,
      action: 'import',
      after: { added: plan.added, changed: plan.changed },
    });
  });
}
