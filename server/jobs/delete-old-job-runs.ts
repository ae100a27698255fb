import { sql } from 'kysely';
import { HOUR_SECONDS, makeDeleteJob } from './job.ts';

/** How long a job run is kept, in days. */
const JOB_RUN_RETENTION_DAYS = 90;

export const oldJobRunCleanupJob = makeDeleteJob(
  'forgetJobRuns',
  sql`delete from job_run where ended_at < now() - make_interval(days => ${JOB_RUN_RETENTION_DAYS})`,
  24 * HOUR_SECONDS,
);
