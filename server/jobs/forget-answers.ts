import { sql } from 'kysely';
import { removal } from './job.ts';

/** How long the first answer of a request id is kept, in days. */
const KEPT_DAYS = 30;

/** Removes the kept first answers of request ids: nobody asks again after so long. */
export const forgetAnswers = removal(
  'forgetAnswers',
  sql`delete from request_once where at < now() - make_interval(days => ${KEPT_DAYS})`,
);
