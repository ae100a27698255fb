import { sql } from 'kysely';
import { makeDeleteJob } from './job.ts';

/** How long a session is kept after it has expired, in days. */
const SESSION_RETENTION_DAYS = 90;

/** Deletes sessions that expired more than SESSION_RETENTION_DAYS ago. */
export const expiredSessionCleanupJob = makeDeleteJob(
  'forgetSessions',
  sql`delete from session where expires_at < now() - make_interval(days => ${SESSION_RETENTION_DAYS})`,
);
