import { sql } from 'kysely';
import { makeDeleteJob } from './job.ts';

/** How long the first answer of a request id is kept, in days. */
const ANSWER_RETENTION_DAYS = 30;

/** Deletes old answers of request ids. A call that is repeated after this time runs again. */
export const deleteOldAnswersJob = makeDeleteJob(
  'forgetAnswers',
  sql`delete from request_once where at < now() - make_interval(days => ${ANSWER_RETENTION_DAYS})`,
);
