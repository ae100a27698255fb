import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { backgroundJobs } from './index.ts';
import { runJob } from './run-job.ts';

/** The interval between two checks for due or requested jobs, in milliseconds. */
const CHECK_INTERVAL_MS = 5000;

/** Whether any job is due or requested. An idle node runs only this query. */
async function isAnyJobDue(db: Db): Promise<boolean> {
  const intervalRows = sql.join(
    backgroundJobs.map(({ name, intervalSeconds }) => sql`(${name}::text, ${intervalSeconds}::int)`),
  );
  const { rows } =
    await sql`select 1 from job join (values ${intervalRows}) as known (name, every) using (name)
    where job.requested_at is not null
      or coalesce(job.last_started_at, job.known_since) < now() - make_interval(secs => known.every) limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

/**
 * Runs each background job whenever it is due or requested. Every node may call this.
 * @returns a function that stops the schedule
 */
export async function scheduleJobs(
  db: Db,
  onError: (error: unknown, message: string) => void,
): Promise<() => Promise<void>> {
  for (const { name } of backgroundJobs)
    await sql`insert into job (name) values (${name}) on conflict do nothing`.execute(db);
  let isClosed = false;
  let currentRun: Promise<void> | null = null;
  const runDueJobs = async (): Promise<void> => {
    if (!(await isAnyJobDue(db))) return;
    for (const job of backgroundJobs) if (!isClosed) await runJob(db, job, () => isClosed);
  };
  const timer = setInterval(() => {
    currentRun ??= runDueJobs()
      .catch((error: unknown) => onError(error, 'The jobs were not done'))
      .finally(() => {
        currentRun = null;
      });
  }, CHECK_INTERVAL_MS);
  return async () => {
    isClosed = true;
    clearInterval(timer);
    await currentRun;
  };
}
