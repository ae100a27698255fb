import { entities } from '#shared/entities/index.ts';
import { moment, ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../../call/route.ts';
import { REPORT_INPUT_FIELDS as f } from '../report-fields.ts';
import { addExtraProcess, type ExtraProcessInput } from './extra-process.ts';
import { findReportableParts } from './find-parts.ts';
import { listExtraCrafts } from './list-extra-crafts.ts';
import { listExtraProcesses } from './list-extra-processes.ts';
import { listTaskWork } from './list-task-work.ts';
import { finishTaskWork, recordTaskWork, startTaskWork } from './task-work.ts';

/** The maximum number of characters of a remark on a reason. */
const MAX_ADDED_REASON_LENGTH = 200;

const { partId, craftId, workGroupId, reasonId } = entities.extraProcess.fields;
const extraProcess = {
  partId,
  craftId,
  workGroupId,
  reasonId,
  reason: text({ max: MAX_ADDED_REASON_LENGTH }),
} as const;
const offlineMarks = { madeOffline: f.madeOffline, timeCorrected: f.timeCorrected } as const;
const begunWorkFields = {
  deviceId: f.deviceId,
  people: f.people,
  at: f.at,
  source: f.source,
  ...offlineMarks,
};
const finishedWork = {
  deviceId: f.deviceId,
  people: f.people,
  source: f.source,
  minutes: f.minutes,
  startedAt: moment(),
  endedAt: moment(),
  remark: f.remark,
  ...offlineMarks,
} as const;
const endOfWork = { reportId: f.reportId, at: f.at, remark: f.remark, ...offlineMarks };
const TASK_PERMISSIONS = ['TASK_REPORT', 'TASK_REPORT_TEAM'] as const;

/** Divides the input of a call into the extra process to add and the work to report on it. */
function divideInput<I extends ExtraProcessInput>(input: I) {
  const { partId, craftId, workGroupId, reasonId, reason, ...work } = input;
  return { extraProcess: { partId, craftId, workGroupId, reasonId, reason }, work };
}

/** The calls that report work outside the routings: on tasks, and on extra processes of parts. */
export const taskRoutes: Route[] = [
  defineQuery({
    path: '/mes/report/task/list',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: ({ db, user }) => listTaskWork(db, user.factoryId),
  }),
  defineCommand({
    path: '/mes/report/task/start',
    permission: TASK_PERMISSIONS,
    allowsTerminals: true,
    input: { taskId: f.taskId, ...begunWorkFields },
    run: ({ tx, user, input }) => startTaskWork(tx, user, input),
  }),
  defineCommand({
    path: '/mes/report/task/finish',
    permission: TASK_PERMISSIONS,
    allowsTerminals: true,
    input: endOfWork,
    run: ({ tx, user, input }) => finishTaskWork(tx, user, input),
  }),
  defineCommand({
    path: '/mes/report/task/unfinished',
    permission: TASK_PERMISSIONS,
    allowsTerminals: true,
    input: endOfWork,
    run: ({ tx, user, input }) => finishTaskWork(tx, user, input, 'unfinished'),
  }),
  defineCommand({
    path: '/mes/report/task/record',
    permission: TASK_PERMISSIONS,
    allowsTerminals: true,
    input: { taskId: f.taskId, ...finishedWork },
    run: ({ tx, user, input }) => recordTaskWork(tx, user, input),
  }),
  defineQuery({
    path: '/mes/report/extraProcess/ofPart',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { partId },
    run: ({ db, user, input }) => listExtraProcesses(db, user, input.partId),
  }),
  defineQuery({
    path: '/mes/report/extraProcess/crafts',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { workGroupId: ref('workGroup') },
    run: ({ db, user, input }) => listExtraCrafts(db, user.factoryId, input.workGroupId ?? user.workGroupId),
  }),
  defineQuery({
    path: '/mes/report/extraProcess/parts',
    permission: 'TASK_REPORT_EXTRA',
    input: { search: text({ max: 200 }) },
    run: ({ db, user, input }) => findReportableParts(db, user.factoryId, input.search),
  }),
  defineCommand({
    path: '/mes/report/extraProcess/start',
    permission: 'TASK_REPORT_EXTRA',
    allowsTerminals: true,
    input: { ...extraProcess, ...begunWorkFields },
    run: async ({ tx, user, input }) => {
      const { extraProcess: addedProcess, work } = divideInput(input);
      return startTaskWork(tx, user, { taskId: await addExtraProcess(tx, addedProcess), ...work });
    },
  }),
  defineCommand({
    path: '/mes/report/extraProcess/record',
    permission: 'TASK_REPORT_EXTRA',
    allowsTerminals: true,
    input: { ...extraProcess, ...finishedWork },
    run: async ({ tx, user, input }) => {
      const { extraProcess: addedProcess, work } = divideInput(input);
      return recordTaskWork(tx, user, { taskId: await addExtraProcess(tx, addedProcess), ...work });
    },
  }),
];
