import { choice } from '#shared/kernel/fields.ts';
import { JOB_NAMES } from '#shared/answers/jobs.ts';
import { command, query, type Route } from '../../call/route.ts';
import { readJobRuns, readJobStatus, requestJob } from './jobs.ts';

const job = choice(JOB_NAMES, { required: true });

/** Routes of background jobs: status, history, and immediate runs. */
export const jobRoutes: Route[] = [
  query({
    path: '/mes/system/job/status',
    permission: 'SYSTEM_JOB',
    input: {},
    run: async ({ db }) => ({ rows: await readJobStatus(db) }),
  }),
  query({
    path: '/mes/system/job/history',
    permission: 'SYSTEM_JOB',
    input: { job },
    run: async ({ db, input }) => ({ rows: await readJobRuns(db, input.job) }),
  }),
  command({
    path: '/mes/system/job/run',
    permission: 'SYSTEM_JOB_MODIFY',
    input: { job },
    run: ({ work, input }) => requestJob(work, input.job),
  }),
];
