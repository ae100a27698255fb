import { sql } from 'kysely';
import { HOUR_SECONDS, removal } from './job.ts';

/** How long a run is remembered, in days. */
const KEPT_DAYS = 90;

/** Removes the history of jobs that is older than a quarter of a year. */
export const forgetJobRuns = removal(
  'forgetJobRuns',
  sql`delete from job_run where ended_at < now() - make_interval(days => ${KEPT_DAYS})`,
  24 * HOUR_SECONDS,
);
