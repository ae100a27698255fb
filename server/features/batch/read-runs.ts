import { sql, type RawBuilder } from 'kysely';
import type { BatchRowAnswer, BatchRun } from '#shared/answers/batch.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { BATCH_RUN_STATE_SQL } from '../../call/batch-run-state.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';

/** The maximum number of listed batches. */
const MAX_LISTED_RUNS = 20;

const loadRuns = async (db: Db, user: CurrentUser, condition: RawBuilder<unknown>): Promise<BatchRun[]> => {
  const { rows } =
    await sql<BatchRun>`select r.id, r.path, ${BATCH_RUN_STATE_SQL} as state, r.row_count, r.done_count,
      r.refused_count, r.created_at, r.ended_at
    from batch_run r where r.factory_id = ${user.factoryId} and r.account_id = ${user.accountId} and ${condition}
    order by r.id desc limit ${MAX_LISTED_RUNS}`.execute(db);
  return rows;
};

/** Lists the latest batches that the user has begun, the newest first. */
export const listBatchRuns = (db: Db, user: CurrentUser): Promise<BatchRun[]> =>
  loadRuns(db, user, sql`true`);

/** Reads a batch that the user has begun. @throws rowNotFound */
export async function readBatchRun(db: Db, user: CurrentUser, id: number): Promise<BatchRun> {
  const [run] = await loadRuns(db, user, sql`r.id = ${id}`);
  if (!run) throw makeError('rowNotFound');
  return run;
}

/** Selects verdicts of a batch: all, or only the refusals. */
interface VerdictQuery {
  id: number;
  onlyRefused: boolean;
  offset: number;
  limit: number;
}

/** A verdict with the display name of its row; the name is null if the row has none. */
interface NamedVerdict extends BatchRowAnswer {
  name: string | null;
}

/** Builds the SQL of the id in a field of a row `v`; null if the field holds no id. */
const buildFieldIdSql = (field: 'processId' | 'reportId') =>
  sql`case when v.fields ->> ${field}::text ~ '^[0-9]{1,15}$' then (v.fields ->> ${field}::text)::bigint end`;

/**
 * Reads the verdicts of a batch that the user has begun, in the order of its rows. Rows that are not yet written have
 * no verdict.
 * @throws rowNotFound
 */
export async function readVerdicts(
  db: Db,
  user: CurrentUser,
  { id, onlyRefused, offset, limit }: VerdictQuery,
): Promise<{ rows: NamedVerdict[] }> {
  const run = await readBatchRun(db, user, id);
  const areRowsOrders = run.path.startsWith('/mes/order/');
  const { rows } = await sql<NamedVerdict>`with verdict as materialized (
      select v.factory_id, v.row_id, v.answer, v.position, case when ${areRowsOrders} then v.row_id end as order_id,
        coalesce(${buildFieldIdSql('processId')}, (select r.process_id from work_report r
          where r.factory_id = v.factory_id and r.id = ${buildFieldIdSql('reportId')})) as process_id
      from batch_run_row v
      where v.factory_id = ${user.factoryId} and v.run_id = ${id} and v.answer is not null
        and (not ${onlyRefused}::boolean or not (v.answer ->> 'success')::boolean)
      order by v.position offset ${offset} limit ${limit}
    )
    select v.row_id as id, v.answer, nullif(concat_ws(' · ', o.code, t.name, coalesce(p.name, c.name)), '') as name
    from verdict v
      left join process p on p.factory_id = v.factory_id and p.id = v.process_id
      left join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join part t on t.factory_id = p.factory_id and t.id = p.part_id
      left join work_order o on o.factory_id = v.factory_id and o.id = coalesce(v.order_id, t.order_id)
    order by v.position`.execute(db);
  return { rows };
}

/**
 * Cancels a batch that the user has begun. Written rows stay; all other rows are refused. Nothing happens if the batch
 * has ended.
 * @throws rowNotFound
 */
export async function cancelBatchRun(tx: Transaction, user: CurrentUser, id: number): Promise<null> {
  await readBatchRun(tx.db, user, id);
  await sql`update batch_run set cancelled_at = coalesce(cancelled_at, now())
    where factory_id = ${tx.factoryId} and id = ${id} and ended_at is null`.execute(tx.db);
  return null;
}
