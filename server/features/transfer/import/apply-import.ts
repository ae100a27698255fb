import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { makeError } from '#shared/kernel/errors.ts';
import { saveRecords } from '../../../crud/save.ts';
import { GrowingTableAnalyzer } from '../../../db/table-growth.ts';
import { takeLockIfFree } from '../../../db/lock.ts';
import { runTransaction, type Actor, type Work } from '../../../db/work.ts';
import { getHooks } from '../../../hooks/index.ts';
import { makeErrorReply } from '../../../call/make-refusal.ts';
import type { ImportContext, ImportPlan, PlannedRow } from './plan.ts';
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

/** The error that is thrown at the end of a trial to roll back its transaction. */
class TrialRollback extends Error {}

/** The ids of the workbook rows that are already written, by the key of the row. */
type WrittenIds = Map<string, number>;

/** Fills in the ids of the workbook rows that a row refers to. These rows have already been written. */
function fillInPendingIds({ given, pending }: PlannedRow, written: WrittenIds): Record<string, unknown> {
  for (const { key, path } of pending) {
    let at = given as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
    at[path.at(-1)!] = written.get(key) ?? null;
  }
  return given;
}

async function writeBatch(
  work: Work,
  { entity, user }: ImportContext,
  rows: readonly PlannedRow[],
  written: WrittenIds,
) {
  const intents = rows.map((row) => ({
    id: row.id,
    version: row.version,
    given: fillInPendingIds(row, written),
    isImport: true as const,
  }));
  const saved = await saveRecords(work, entity, user, intents);
  saved.forEach(({ id }, index) => written.set(rows[index]!.key, id));
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
  const batchable = hooks.batchable || (!hooks.beforeSave && !hooks.afterSave);
  let batch: PlannedRow[] = [];
  let keys = new Set<string>();
  for (const row of rows) {
    const isFull = batch.length >= (batchable ? ROWS_PER_BATCH : 1);
    if (isFull || row.pending.some(({ key }) => keys.has(key))) {
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
  work: Work,
  job: ImportContext,
  plan: ImportPlan,
  rows: readonly PlannedRow[],
  written: WrittenIds,
) {
  try {
    await work.attempt(() => writeBatch(work, job, rows, written));
    return;
  } catch (error) {
    if (rows.length === 1) return addProblem(job, plan, rows[0]!, error);
  }
  for (const row of rows) await tryBatch(work, job, plan, [row], written);
}

function addProblem(
  { lang, user, entity }: ImportContext,
  { problems }: ImportPlan,
  row: PlannedRow,
  error: unknown,
): void {
  const { body } = makeErrorReply(lang, error, `${entity.path}/import`, user);
  const { message, fields = {} } = body as { message: string; fields?: Record<string, string> };
  const messages = Object.entries(fields);
  const isByField = (error as { code?: string }).code === 'fieldsInvalid' && messages.length > 0;
  if (!isByField) problems.add(row.at(messages[0]?.[0] ?? ''), row.key, message);
  else for (const [name, message] of messages) problems.add(row.at(name), null, message);
}

/**
 * Writes the rows of a plan and rolls them back. This runs the checks of the database and of the hooks before
 * the real import. A refused row becomes a problem of the plan. The trial stops after MAX_TRIAL_PROBLEMS
 * problems.
 */
export async function dryRunImport(job: ImportContext, actor: Actor, plan: ImportPlan): Promise<void> {
  const { db, signal, progress } = job;
  const { rows, problems } = plan;
  // If rows refer to other rows of the workbook, all rows are tried in one transaction. The end of an earlier
  // transaction would roll back rows that later rows refer to.
  const inOneTransaction = rows.some(({ pending }) => pending.length > 0);
  const size = inOneTransaction ? rows.length : TRIAL_ROWS_PER_TRANSACTION;
  for (let at = 0; at < rows.length && problems.count < MAX_TRIAL_PROBLEMS; at += size) {
    let doneCount = at;
    await runTransaction(db, actor, async (work) => {
      const written: WrittenIds = new Map();
      const tables = new GrowingTableAnalyzer();
      for (const batch of splitIntoBatches(job.entity, rows.slice(at, at + size))) {
        signal.throwIfAborted();
        const share = PLANNING_SHARE + (doneCount / rows.length) * (1 - PLANNING_SHARE);
        progress({ phase: 'checking', done: Math.floor(share * plan.total), total: plan.total });
        await tryBatch(work, job, plan, batch, written);
        doneCount += batch.length;
        if (problems.count >= MAX_TRIAL_PROBLEMS) break;
        await tables.after(work, batch.length);
      }
      throw new TrialRollback();
    }).catch((error: unknown) => {
      if (!(error instanceof TrialRollback)) throw error;
    });
    await yieldToEventLoop();
  }
}

/**
 * Writes the whole plan in one transaction.
 * @throws importRunning if another import into the same list is running, and the errors of a save
 */
export async function writeImport(job: ImportContext, actor: Actor, plan: ImportPlan): Promise<void> {
  const { db, entity, signal, progress } = job;
  await runTransaction(db, actor, async (work) => {
    if (!(await takeLockIfFree(work, 'importedList', entity.name))) throw makeError('importRunning');
    const written: WrittenIds = new Map();
    const tables = new GrowingTableAnalyzer();
    let done = 0;
    progress({ phase: 'writing', done, total: plan.rows.length });
    for (const batch of splitIntoBatches(entity, plan.rows)) {
      signal.throwIfAborted();
      await writeBatch(work, job, batch, written);
      done += batch.length;
      progress({ phase: 'writing', done, total: plan.rows.length });
      await tables.after(work, batch.length);
    }
    work.log({
      entity: entity.name,
      id: null,
      action: 'import',
      after: { added: plan.added, changed: plan.changed },
    });
  });
}
