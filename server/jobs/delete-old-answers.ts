import { sql } from 'kysely';
import { makeDeleteJob } from './job.ts';

/** How long the first answer of a request id is kept, in days. */
const ANSWER_RETENTION_DAYS = 30;

/**
 * Deletes stored answers that are older than ANSWER_RETENTION_DAYS. A call that is repeated later
 * runs again.
 */
export const oldAnswerCleanupJob = makeDeleteJob(
  'forgetAnswers',
  sql`delete from request_once where at < now() - make_interval(days => ${ANSWER_RETENTION_DAYS})`,
);
