import { sql } from 'kysely';
import { makeDeleteJob } from './job.ts';

/** Deletes expired key pairs of the parameter header. */
export const expiredWireKeyCleanupJob = makeDeleteJob(
  'forgetWireKeys',
  sql`delete from wire_key where retired_at < now()`,
);
