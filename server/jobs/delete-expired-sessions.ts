import { sql } from 'kysely';
import { makeDeleteJob } from './job.ts';

/** How long an ended session is kept, in days. */
const SESSION_RETENTION_DAYS = 90;

/** Deletes sessions that ended long ago. */
export const deleteExpiredSessions = makeDeleteJob(
  'forgetSessions',
  sql`delete from session where expires_at < now() - make_interval(days => ${SESSION_RETENTION_DAYS})`,
);
