import { deleteOldAnswers } from './delete-old-answers.ts';
import { deleteOldJobRuns } from './delete-old-job-runs.ts';
import { deleteOldLoginAttempts } from './delete-old-login-attempts.ts';
import { deleteExpiredSessions } from './delete-expired-sessions.ts';
import { deleteExpiredWireKeys } from './delete-expired-wire-keys.ts';
import type { Job } from './job.ts';
import { pruneChangeFeed } from './prune-change-feed.ts';

/** All background jobs. A new job needs its own file, a job name and a line here. */
export const jobs: readonly Job[] = [
  deleteOldAnswers,
  deleteExpiredSessions,
  deleteOldLoginAttempts,
  deleteExpiredWireKeys,
  pruneChangeFeed,
  deleteOldJobRuns,
];
