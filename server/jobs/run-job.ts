import { sql } from 'kysely';
import { getDatabaseTime } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { runTransaction } from '../db/transaction.ts';
import { runWithLogName } from '../log.ts';
import type { BackgroundJob } from './job.ts';

/** After this time another node may run a claimed job, because the node that claimed it has probably crashed. */
const LEASE_MINUTES = 60;
const MAX_ERROR_LENGTH = 500;

/**
 * Claims a job for this node if the job is due or requested, and no node has a valid claim to it.
 * @returns null if the job was not claimed; `requestedBy` is null if the job is due and nobody requested it
 */
async function claimJob(
  db: Db,
  { name, intervalSeconds }: BackgroundJob,
): Promise<{ requestedBy: string | null } | null> {
  const { rows } = await sql<{ requestedBy: string | null }>`
    update job set running_since = now()
    where name = ${name}
      and (running_since is null or running_since < now() - make_interval(mins => ${LEASE_MINUTES}))
      and (requested_at is not null
        or coalesce(last_started_at, known_since) < now() - make_interval(secs => ${intervalSeconds}))
    returning case when requested_at is not null then requested_by end as requested_by`.execute(db);
  return rows[0] ?? null;
}

/**
 * Notifies the screens that show jobs. Jobs belong to no factory, so all factories that are not deleted are
 * notified.
 */
async function announceJobChange(db: Db): Promise<void> {
  const factories = await db.selectFrom('factory').select('id').where('deletedAt', 'is', null).execute();
  for (const { id } of factories)
    await runTransaction(db, { factoryId: id, accountId: null, name: '', ip: '' }, async (tx) =>
      tx.announce('setting', 'job', null),
    );
}

/**
 * Runs a job if it is due or requested and no other node runs it, and records the result.
 * @param isStopping returns whether the node is stopping
 * @returns whether the job ran, successfully or not
 */
export async function runJob(db: Db, job: BackgroundJob, isStopping: () => boolean): Promise<boolean> {
  const jobClaim = await claimJob(db, job);
  if (!jobClaim) return false;
  const startedAt = getDatabaseTime(db).toISOString();
  let rowsDone = 0;
  let error: string | null = null;
  try {
    rowsDone = await runWithLogName(`job ${job.name}`, () => job.run(db, isStopping));
  } catch (reason) {
    error = (reason instanceof Error ? reason.message : typeof reason).slice(0, MAX_ERROR_LENGTH);
  }
  await sql`with ended as (
      update job set running_since = null, last_started_at = ${startedAt}, requested_at = null, requested_by = null
      where name = ${job.name}
    )
    insert into job_run (job, started_at, ended_at, requested_by, rows_done, error)
    values (${job.name}, ${startedAt}, now(), ${jobClaim.requestedBy}, ${rowsDone}, ${error})`.execute(db);
  await announceJobChange(db);
  return true;
}
