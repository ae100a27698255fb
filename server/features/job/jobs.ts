import { sql } from 'kysely';
import type { JobName, JobRun, JobStatus } from '#shared/answers/jobs.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import { backgroundJobs } from '../../jobs/index.ts';

/** The maximum number of runs that the history of a job shows. */
const MAX_LISTED_RUNS = 50;

const buildIsoTimeSql = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Reads the status of every job: its interval, its last run and the time of its next run. */
export async function readJobStatuses(db: Db): Promise<JobStatus[]> {
  const intervalRows = sql.join(
    backgroundJobs.map(({ name, intervalSeconds }) => sql`(${name}::text, ${intervalSeconds}::int)`),
  );
  const { rows } = await sql<JobStatus>`
    select job.name, known.every as interval_seconds, job.running_since, job.requested_at,
      coalesce(job.last_started_at, job.known_since) + make_interval(secs => known.every) as next_at,
      (select json_build_object('id', r.id, 'startedAt', ${buildIsoTimeSql('r.started_at')}, 'endedAt', ${buildIsoTimeSql('r.ended_at')},
         'isAsked', r.requested_by is not null, 'rowsDone', r.rows_done, 'error', r.error)
       from job_run r where r.job = job.name order by r.id desc limit 1) as last
    from job join (values ${intervalRows}) as known (name, every) using (name)`.execute(db);
  return backgroundJobs.flatMap(({ name }) => rows.filter((row) => row.name === name));
}

/** Reads the latest runs of a job, at most MAX_LISTED_RUNS. The newest run comes first. */
export async function readJobRuns(db: Db, job: JobName): Promise<JobRun[]> {
  const { rows } =
    await sql<JobRun>`select id, started_at, ended_at, requested_by is not null as is_asked, rows_done, error
    from job_run where job = ${job} order by id desc limit ${MAX_LISTED_RUNS}`.execute(db);
  return rows;
}

/** Requests an immediate run of a job. The first node that sees the request runs the job. */
export async function requestJobRun(tx: Transaction, job: JobName): Promise<{ requestedAt: string }> {
  await sql`update job set requested_at = ${tx.now}, requested_by = ${tx.name} where name = ${job}`.execute(
    tx.db,
  );
  tx.log({ entity: 'job', id: null, action: 'runNow', after: { job } });
  tx.announce('setting', 'job', null);
  return { requestedAt: tx.now };
}
