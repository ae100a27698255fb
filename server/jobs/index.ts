import { deleteOldAnswersJob } from './delete-old-answers.ts';
import { deleteOldJobRunsJob } from './delete-old-job-runs.ts';
import { deleteOldLoginAttemptsJob } from './delete-old-login-attempts.ts';
import { deleteExpiredSessionsJob } from './delete-expired-sessions.ts';
import { deleteExpiredWireKeysJob } from './delete-expired-wire-keys.ts';
import type { Job } from './job.ts';
import { pruneChangeFeedJob } from './prune-change-feed.ts';

/** All background jobs. A new job needs its own file, a job name and a line here. */
export const jobs: readonly Job[] = [
  deleteOldAnswersJob,
  deleteExpiredSessionsJob,
  deleteOldLoginAttemptsJob,
  deleteExpiredWireKeysJob,
  pruneChangeFeedJob,
  deleteOldJobRunsJob,
];
