import { sql } from 'kysely';
import { getBatchPath, type BatchRowAnswer } from '#shared/answers/batch.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { makeErrorReply } from '../call/make-refusal.ts';
import { BATCH_RUN_SILENT_CONDITION, HEARTBEAT_INTERVAL_MS } from '../call/batch-run-state.ts';
import type { BatchRow, Route } from '../call/route.ts';
import { FairTaskLimiter } from '../call/slot-queue.ts';
import type { Db } from '../db/database.ts';
import { hashInput } from './exactly-once.ts';
import type { WriteContext } from './run-command.ts';
import { writeBatch } from './write-batch.ts';

type SignedInContext = WriteContext & { user: NonNullable<WriteContext['user']> };

/** A batch that is written in the background. */
interface StoredRun {
  id: number;
  accountId: number;
  requestId: string;
  path: string;
  inputHash: string;
  lang: Lang;
}

/** Stores a batch with its rows, unless the request id is known. */
async function storeRun(
  db: Db,
  { user, lang }: SignedInContext,
  { path }: Route,
  rows: readonly BatchRow[],
  requestId: string,
): Promise<void> {
  await sql`with run as (
      insert into batch_run (factory_id, account_id, request_id, path, input_hash, lang, row_count)
      values (${user.factoryId}, ${user.accountId}, ${requestId}::uuid, ${path}, ${hashInput({ rows })}, ${lang}, ${rows.length})
      on conflict (factory_id, request_id) do nothing
      returning factory_id, id
    )
    insert into batch_run_row (factory_id, run_id, row_id, position, fields)
    select run.factory_id, run.id, (r.fields ->> 'id')::bigint, r.position, r.fields
    from run, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r (fields, position)`.execute(
    db,
  );
}

async function findRun(
  db: Db,
  factoryId: number,
  idOrRequestId: { id: number } | { requestId: string },
): Promise<StoredRun | null> {
  const condition =
    'id' in idOrRequestId
      ? sql`id = ${idOrRequestId.id}`
      : sql`request_id = ${idOrRequestId.requestId}::uuid`;
  const { rows } =
    await sql<StoredRun>`select id, account_id, request_id, path, input_hash, lang from batch_run
    where factory_id = ${factoryId} and ${condition}`.execute(db);
  return rows[0] ?? null;
}

/** Stores the verdicts of rows. @returns whether the batch is cancelled */
async function saveVerdicts(
  db: Db,
  factoryId: number,
  runId: number,
  verdicts: readonly BatchRowAnswer[],
): Promise<boolean> {
  const { rows } = await sql<{ isCancelled: boolean }>`with verdict as (
      select * from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v (id bigint, answer jsonb)
    ), saved as (
      update batch_run_row r set answer = v.answer from verdict v
      where r.factory_id = ${factoryId} and r.run_id = ${runId} and r.row_id = v.id and r.answer is null
      returning (v.answer ->> 'success')::boolean as is_done
    ), counted as (select count(*) filter (where is_done) as done, count(*) filter (where not is_done) as refused from saved)
    update batch_run r set done_count = r.done_count + c.done, refused_count = r.refused_count + c.refused, alive_at = now()
    from counted c where r.factory_id = ${factoryId} and r.id = ${runId}
    returning r.cancelled_at is not null as is_cancelled`.execute(db);
  return rows[0]?.isCancelled ?? true;
}

/**
 * The batches that this node writes in the background, one after the other. If the node stops, the rows that
 * it has written stay, and a user can continue the batch on any node.
 */
export class BatchRuns {
  private readonly db: Db;
  private readonly limiter = new FairTaskLimiter(1, 5);
  private readonly runningWrites = new Set<Promise<void>>();
  private isClosing = false;

  constructor(db: Db) {
    this.db = db;
  }

  /**
   * Begins to write a batch, and answers before its rows are written. A repeated call continues an interrupted batch;
   * otherwise it only returns the id of the batch.
   * @returns the id of the batch
   * @throws requestIdReused, the errors of the command about the whole batch
   */
  async begin(
    command: Route,
    rows: readonly BatchRow[],
    context: SignedInContext,
    requestId: string,
  ): Promise<{ id: number }> {
    const { db } = this;
    const { factoryId, accountId } = context.user;
    let run = await findRun(db, factoryId, { requestId });
    if (!run) {
      await command.prepareBatch?.({ db, user: context.user }, rows);
      await storeRun(db, context, command, rows, requestId);
      run = (await findRun(db, factoryId, { requestId }))!;
    }
    if (run.accountId !== accountId || run.path !== command.path || run.inputHash !== hashInput({ rows }))
      throw makeError('requestIdReused');
    await this.write(run, command, context);
    return { id: run.id };
  }

  /**
   * Continues a batch that was interrupted. If the batch was cancelled in the meantime, its rows are refused
   * as cancelled. Nothing happens if the batch has ended or is being written.
   * @param findCommand finds the command of a batch by its path, and refuses a user who may not call it
   * @throws rowNotFound
   */
  async continue(
    id: number,
    findCommand: (batchPath: string) => Route,
    context: SignedInContext,
  ): Promise<{ id: number }> {
    const run = await findRun(this.db, context.user.factoryId, { id });
    if (!run || run.accountId !== context.user.accountId) throw makeError('rowNotFound');
    await this.write(run, findCommand(getBatchPath(run.path)), { ...context, lang: run.lang });
    return { id };
  }

  /** Stops writing. Another node can continue the batches of this node at once. */
  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.runningWrites);
  }

  /** Writes the open rows of a batch in the background, if no node writes it. */
  private async write(run: StoredRun, command: Route, context: SignedInContext): Promise<void> {
    const { factoryId, accountId } = context.user;
    const claimed = await sql`update batch_run r set alive_at = now()
      where r.factory_id = ${factoryId} and r.id = ${run.id} and r.ended_at is null and ${BATCH_RUN_SILENT_CONDITION}
      returning 1`.execute(this.db);
    if (claimed.rows.length === 0) return;
    const stopSignsOfLife = this.startSignsOfLife(factoryId, run.id);
    const task = this.limiter
      .run(() => this.writeRows(run, command, context), accountId)
      .then(() => this.endRun(factoryId, run.id))
      .catch(async (error: unknown) => {
        // `makeErrorReply` also logs the error.
        if (!this.isClosing) makeErrorReply(run.lang, error, run.path, context.user);
        await sql`update batch_run set alive_at = null where factory_id = ${factoryId} and id = ${run.id}`
          .execute(this.db)
          .catch(() => undefined);
      })
      .finally(() => {
        stopSignsOfLife();
        this.runningWrites.delete(task);
      });
    this.runningWrites.add(task);
  }

  private async writeRows(run: StoredRun, command: Route, context: SignedInContext): Promise<void> {
    const { db } = this;
    const { factoryId } = context.user;
    const { rows } = await sql<{ fields: BatchRow }>`select fields from batch_run_row
      where factory_id = ${factoryId} and run_id = ${run.id} and answer is null order by position`.execute(
      db,
    );
    let isCancelled = await saveVerdicts(db, factoryId, run.id, []);
    await writeBatch(
      db,
      command,
      rows.map(({ fields }) => fields),
      context,
      run.requestId,
      {
        onVerdicts: async (verdicts) => {
          isCancelled = await saveVerdicts(db, factoryId, run.id, verdicts);
          if (this.isClosing) throw new Error('The node stops');
        },
        isCancelled: () => isCancelled,
      },
    );
  }

  private async endRun(factoryId: number, id: number): Promise<void> {
    await sql`update batch_run set ended_at = now(), alive_at = null where factory_id = ${factoryId} and id = ${id}`.execute(
      this.db,
    );
  }

  /** Records regularly that this node writes a batch, even while the batch waits for other batches. */
  private startSignsOfLife(factoryId: number, id: number): () => void {
    const timer = setInterval(() => {
      sql`update batch_run set alive_at = now() where factory_id = ${factoryId} and id = ${id} and ended_at is null`
        .execute(this.db)
        .catch(() => undefined);
    }, HEARTBEAT_INTERVAL_MS);
    return () => clearInterval(timer);
  }
}
