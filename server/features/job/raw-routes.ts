import { choice, moment, number, text, type FieldMap } from '#shared/kernel/fields.ts';
import { JOB_NAMES, type JobRun, type JobStatus } from '#shared/answers/jobs.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { RawRoute } from '../../call/raw-route.ts';
import {
  EXPORT_BODY_LIMIT,
  exportTables,
  listFieldColumns,
  toTableRows,
} from '../../workbook/export-tables.ts';
import { readJobRuns, readJobStatuses } from './jobs.ts';

const jobRunColumns = {
  startedAt: moment({ label: 'jobLast' }),
  trigger: choice(['jobByHand', 'jobBySchedule'], { label: 'jobHow' }),
  seconds: number({ unit: 'seconds', label: 'jobTook' }),
  rowsDone: number({ decimals: 0, label: 'jobRows' }),
  result: choice(['jobDone', 'jobFailed'], { label: 'jobResult' }),
  error: text({ label: 'jobError' }),
} as const satisfies FieldMap;

const jobStatusColumns = {
  name: choice(JOB_NAMES, { label: 'job' }),
  intervalSeconds: number({ unit: 'seconds', label: 'jobEvery' }),
  ...jobRunColumns,
  nextAt: moment({ label: 'jobNext' }),
} as const satisfies FieldMap;

const collectJobRunValues = (run: JobRun | null) =>
  run && {
    ...run,
    trigger: run.isAsked ? 'jobByHand' : 'jobBySchedule',
    seconds: Math.max(0, Math.round((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000)),
    result: run.error === null ? 'jobDone' : 'jobFailed',
  };

const collectJobStatusValues = ({ last, ...job }: JobStatus) => ({ ...collectJobRunValues(last), ...job });

export const jobRawRoutes: readonly RawRoute[] = [
  {
    path: '/mes/system/job/export',
    permission: 'SYSTEM_JOB',
    limit: EXPORT_BODY_LIMIT,
    run: async (call) => {
      const statuses = await readJobStatuses(call.db);
      const runs = [];
      for (const { name } of statuses)
        for (const run of await readJobRuns(call.db, name)) runs.push({ name, ...collectJobRunValues(run) });
      const title = translateTerm(call.lang, 'jobs');
      return exportTables(call, title, [
        {
          title,
          columns: listFieldColumns(jobStatusColumns),
          rows: toTableRows(statuses.map(collectJobStatusValues)),
        },
        {
          title: translateTerm(call.lang, 'jobHistory'),
          columns: listFieldColumns({ name: jobStatusColumns.name, ...jobRunColumns }),
          rows: toTableRows(runs),
        },
      ]);
    },
  },
];
