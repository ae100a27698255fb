import { setImmediate as breathe } from 'node:timers/promises';
import { fail } from '#shared/kernel/errors.ts';
import { saveAll } from '../../../crud/save.ts';
import { TableGrowth } from '../../../db/table-growth.ts';
import { tryLock } from '../../../db/lock.ts';
import { inWork, type Actor, type Work } from '../../../db/work.ts';
import { hooksOf } from '../../../hooks/index.ts';
import { makeErrorReply } from '../../../call/make-refusal.ts';
import type { Import, Plan, PlannedRow } from './plan.ts';
import { PLANNED } from './plan-import.ts';

/** Rows that are written by one set of statements. */
const BATCH = 200;
/**
 * Rows that are tried in one transaction: in between others have their turn, also where there is one
 * connection only.
 */
const TRIED = 1000;
/** With so many problems nobody wants to know of more. */
const ENOUGH = 200;

/** Ends a trial: everything that was written in it is undone. */
class TrialOver extends Error {}

/** The ids of rows that came with the workbook, by their keys. */
type Written = Map<string, number>;

/** What is to be written of a row, once those that it waits for are there. */
function givenOf({ given, pending }: PlannedRow, written: Written): Record<string, unknown> {
  for (const { key, path } of pending) {
    let at = given as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
    at[path.at(-1)!] = written.get(key) ?? null;
  }
  return given;
}

async function writeSome(
  work: Work,
  { entity, user }: Import,
  rows: readonly PlannedRow[],
  written: Written,
) {
  const intents = rows.map((row) => ({ id: row.id, version: row.version, given: givenOf(row, written) }));
  const saved = await saveAll(work, entity, user, intents);
  saved.forEach(({ id }, index) => written.set(rows[index]!.key, id));
}

/**
 * Rows in the batches in which they are saved: those that wait for one another are not in one, and where an
 * entity's
 * hook looks at other rows each row is alone.
 */
function* batches(entity: Import['entity'], rows: readonly PlannedRow[]): Generator<PlannedRow[]> {
  const hooks = hooksOf(entity.name);
  const batchable = hooks.batchable || (!hooks.beforeSave && !hooks.afterSave);
  let batch: PlannedRow[] = [];
  let keys = new Set<string>();
  for (const row of rows) {
    const full = batch.length >= (batchable ? BATCH : 1);
    if (full || row.pending.some(({ key }) => keys.has(key))) {
      yield batch;
      batch = [];
      keys = new Set();
    }
    batch.push(row);
    keys.add(row.key);
  }
  if (batch.length > 0) yield batch;
}

/** Tries a batch; where it is refused, each of its rows by itself, so that it is known which one and why. */
async function trySome(work: Work, its: Import, plan: Plan, rows: readonly PlannedRow[], written: Written) {
  try {
    await work.attempt(() => writeSome(work, its, rows, written));
    return;
  } catch (error) {
    if (rows.length === 1) return refuse(its, plan, rows[0]!, error);
  }
  for (const row of rows) await trySome(work, its, plan, [row], written);
}

function refuse({ lang, user, entity }: Import, { problems }: Plan, row: PlannedRow, error: unknown): void {
  const { body } = makeErrorReply(lang, error, `${entity.path}/import`, user);
  const { message, fields = {} } = body as { message: string; fields?: Record<string, string> };
  const named = Object.entries(fields);
  const isGeneral = (error as { code?: string }).code === 'fieldsInvalid' && named.length > 0;
  if (!isGeneral) problems.add(row.at(named[0]?.[0] ?? ''), row.key, message);
  else for (const [name, words] of named) problems.add(row.at(name), null, words);
}

/**
 * Writes what is planned and undoes it again, so that what only the database and the entity's own rules know
 * is known
 * before anything is written. What is refused is added to the plan's problems.
 */
export async function tryImport(its: Import, actor: Actor, plan: Plan): Promise<void> {
  const { db, signal, progress } = its;
  const { rows, problems } = plan;
  // Where rows wait for each other they are tried in one go: what was undone would be missing.
  const whole = rows.some(({ pending }) => pending.length > 0);
  const size = whole ? rows.length : TRIED;
  for (let at = 0; at < rows.length && problems.count < ENOUGH; at += size) {
    let done = at;
    await inWork(db, actor, async (work) => {
      const written: Written = new Map();
      const tables = new TableGrowth();
      for (const batch of batches(its.entity, rows.slice(at, at + size))) {
        signal.throwIfAborted();
        const share = PLANNED + (done / rows.length) * (1 - PLANNED);
        progress({ phase: 'checking', done: Math.floor(share * plan.total), total: plan.total });
        await trySome(work, its, plan, batch, written);
        done += batch.length;
        if (problems.count >= ENOUGH) break;
        await tables.after(work, batch.length);
      }
      throw new TrialOver();
    }).catch((error: unknown) => {
      if (!(error instanceof TrialOver)) throw error;
    });
    await breathe();
  }
}

/**
 * Writes what is planned: all of it or, whatever happens, nothing.
 * @throws importRunning where somebody else is importing into the same list, and what a save refuses
 */
export async function writeImport(its: Import, actor: Actor, plan: Plan): Promise<void> {
  const { db, entity, signal, progress } = its;
  await inWork(db, actor, async (work) => {
    if (!(await tryLock(work, 'importedList', entity.name))) throw fail('importRunning');
    const written: Written = new Map();
    const tables = new TableGrowth();
    let done = 0;
    progress({ phase: 'writing', done, total: plan.rows.length });
    for (const batch of batches(entity, plan.rows)) {
      signal.throwIfAborted();
      await writeSome(work, its, batch, written);
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
