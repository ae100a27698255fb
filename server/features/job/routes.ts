import { choice } from '#shared/kernel/fields.ts';
import { JOB_NAMES } from '#shared/answers/jobs.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { readJobRuns, readJobStatuses, requestJobRun } from './jobs.ts';

const jobField = choice(JOB_NAMES, { required: true });

export const jobRoutes: Route[] = [
  defineQuery({
    path: '/mes/system/job/status',
    permission: 'SYSTEM_JOB',
    input: {},
    run: async ({ db }) => ({ rows: await readJobStatuses(db) }),
  }),
  defineQuery({
    path: '/mes/system/job/history',
    permission: 'SYSTEM_JOB',
    input: { job: jobField },
    run: async ({ db, input }) => ({ rows: await readJobRuns(db, input.job) }),
  }),
  defineCommand({
    path: '/mes/system/job/run',
    permission: 'SYSTEM_JOB_MODIFY',
    input: { job: jobField },
    run: ({ tx, input }) => requestJobRun(tx, input.job),
  }),
];
