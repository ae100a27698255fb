import { sql } from 'kysely';
import { makeDeleteJob } from './job.ts';

/** How long the stored answer of a request id is kept, in days. */
const ANSWER_RETENTION_DAYS = 30;

/**
 * Deletes stored answers, and batches with their verdicts, if they are older than ANSWER_RETENTION_DAYS. If
 * a call is repeated after that, it runs again.
 */
export const oldAnswerCleanupJob = makeDeleteJob(
  'forgetAnswers',
  sql`with old_runs as (
      delete from batch_run where created_at < now() - make_interval(days => ${ANSWER_RETENTION_DAYS})
    )
    delete from request_once where at < now() - make_interval(days => ${ANSWER_RETENTION_DAYS})`,
);
