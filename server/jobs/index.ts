import { forgetAnswers } from './forget-answers.ts';
import { forgetJobRuns } from './forget-job-runs.ts';
import { forgetLoginTries } from './forget-login-tries.ts';
import { forgetSessions } from './forget-sessions.ts';
import { forgetWireKeys } from './forget-wire-keys.ts';
import type { Job } from './job.ts';
import { pruneChangeFeed } from './prune-change-feed.ts';

/** All background jobs. A new job needs its own file, a job name and a line here. */
export const jobs: readonly Job[] = [
  forgetAnswers,
  forgetSessions,
  forgetLoginTries,
  forgetWireKeys,
  pruneChangeFeed,
  forgetJobRuns,
];
