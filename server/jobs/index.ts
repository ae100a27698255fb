import { oldAnswerCleanupJob } from './delete-old-answers.ts';
import { oldJobRunCleanupJob } from './delete-old-job-runs.ts';
import { oldLoginDataCleanupJob } from './delete-old-login-attempts.ts';
import { expiredSessionCleanupJob } from './delete-expired-sessions.ts';
import { expiredWireKeyCleanupJob } from './delete-expired-wire-keys.ts';
import type { BackgroundJob } from './job.ts';
import { alarmCleanupJob } from './prune-alarms.ts';
import { boardRecordingCleanupJob } from './prune-board-recordings.ts';
import { changeFeedCleanupJob } from './prune-change-feed.ts';

/** All background jobs. A new job needs its own file, a job name and a line here. */
export const backgroundJobs: readonly BackgroundJob[] = [
  oldAnswerCleanupJob,
  expiredSessionCleanupJob,
  oldLoginDataCleanupJob,
  expiredWireKeyCleanupJob,
  changeFeedCleanupJob,
  boardRecordingCleanupJob,
  alarmCleanupJob,
  oldJobRunCleanupJob,
];
