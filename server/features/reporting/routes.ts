import { flag, moment, number, text } from '#shared/kernel/fields.ts';
import { customInput } from '../../crud/custom-input.ts';
import { command, type Route } from '../../call/route.ts';
import { close } from './close.ts';
import { importReports, IMPORT_BYTES } from './import.ts';
import { receive } from './receive.ts';
import { record } from './record.ts';
import { reportFields as f } from './report-fields.ts';
import { reverse } from './reverse.ts';
import { start } from './start.ts';
import { undo } from './undo.ts';

const closeInput = {
  reportId: f.reportId,
  good: f.good,
  scrap: f.scrap,
  rework: f.rework,
  errorClassId: f.errorClassId,
  at: f.at,
  remark: text({ max: 500 }),
  custom: customInput,
};

/** Routes for production reports: receive, start, finish, record, undo, reverse and import. */
export const reportingRoutes: Route[] = [
  command({
    path: '/mes/report/receive',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    input: { processId: f.processId, quantity: f.quantity },
    run: ({ work, user, input }) => receive(work, user, input),
  }),
  command({
    path: '/mes/report/start',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    input: {
      processId: f.processId,
      quantity: f.quantity,
      deviceId: f.deviceId,
      phase: f.phase,
      people: f.people,
      at: f.at,
      source: f.source,
    },
    run: ({ work, user, input }) => start(work, user, input),
  }),
  command({
    path: '/mes/report/unfinished',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    input: closeInput,
    run: ({ work, user, input }) => close(work, user, 'unfinished', input),
  }),
  command({
    path: '/mes/report/finish',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    input: closeInput,
    run: ({ work, user, input }) => close(work, user, 'finish', input),
  }),
  command({
    path: '/mes/report/record',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    input: {
      processId: f.processId,
      deviceId: f.deviceId,
      phase: f.phase,
      people: f.people,
      source: f.source,
      good: f.good,
      scrap: f.scrap,
      rework: f.rework,
      errorClassId: f.errorClassId,
      minutes: number({ min: 1, max: 1440, label: 'tookMinutes' }),
      startedAt: moment(),
      endedAt: moment(),
      remark: text({ max: 500 }),
      custom: customInput,
    },
    run: ({ work, user, input }) => record(work, user, input),
  }),
  command({
    path: '/mes/report/undo',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    input: { reportId: f.reportId, reopen: flag({ label: 'reopen' }) },
    run: ({ work, user, lang, input }) => undo(work, user, lang, input),
  }),
  command({
    path: '/mes/report/reverse',
    permission: ['TASK_REPORT', 'TASK_REPORT_REVERSE'],
    input: { reportId: f.reportId, reason: text({ required: true, max: 500 }) },
    run: ({ work, user, input }) => reverse(work, user, input),
  }),
  command({
    path: '/mes/report/import',
    permission: 'TASK_REPORT_IMPORT',
    input: {
      rows: text({ required: true, max: IMPORT_BYTES }),
      source: text({ max: 100, initial: 'import', label: 'importSource' }),
    },
    run: ({ work, user, input }) => importReports(work, user, input.source, input.rows),
  }),
];
