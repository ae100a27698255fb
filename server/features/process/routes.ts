import { entities } from '#shared/entities/index.ts';
import {
  BATCH_PLAN_FIELDS,
  CHOSEN_PROCESS_FIELDS,
  MAX_PLANNED_PROCESSES,
  SHIFT_DAYS_FIELD,
  type PlannedProcess,
} from '#shared/planning/process-list.ts';
import { SPLIT_FIELDS } from '#shared/planning/split-fields.ts';
import { choice, flag, lines, moment, ref, refs, text } from '#shared/kernel/fields.ts';
import { ROUTING_LINES } from '#shared/entities/routing-fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Answer } from '#shared/kernel/wire.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { findAppointmentOverlaps } from './appointment-overlaps.ts';
import { makeErrorReply } from '../../call/make-refusal.ts';
import { copyPartRouting, copyStandardRouting } from './copy-routing.ts';
import { planProcesses } from './plan-processes.ts';
import { listProcedureScopes, readProcedures } from './procedures.ts';
import { previewFormulaTimes } from './preview-times.ts';
import { readOperationSplit } from './read-split.ts';
import { readStateHistory } from './read-state-history.ts';
import { saveStandardRouting } from './save-standard-routing.ts';
import { saveRouting } from './save-routing.ts';
import { splitOperation } from './split-operation.ts';
import { resumeProcess, suspendProcess } from './suspend.ts';
import { leaveSyncGroup, listSyncCandidates, listSyncPartners, synchroniseProcesses } from './synchronise.ts';

const { quantity, size, weight } = entities.part.fields;

const PLAN_PATH = '/mes/process/plan';

export const processRoutes: Route[] = [
  defineCommand({
    path: '/mes/process/suspend',
    permission: 'PROCESS_MODIFY',
    input: {
      processId: ref('process', { required: true }),
      reason: text({ required: true, max: 500 }),
      seenReportIds: refs('workReport', { max: 200, label: 'openReports' }),
    },
    run: ({ tx, input }) => suspendProcess(tx, input),
  }),
  defineCommand({
    path: '/mes/process/resume',
    permission: 'PROCESS_MODIFY',
    input: { processId: ref('process', { required: true }) },
    run: ({ tx, input }) => resumeProcess(tx, input.processId),
  }),
  defineCommand({
    path: '/mes/process/library/copy',
    permission: 'PROCESS_MODIFY',
    input: {
      partId: ref('part', { required: true }),
      libraryId: ref('processLibrary', { required: true, label: 'processLibrary' }),
    },
    run: ({ tx, user, input }) => copyStandardRouting(tx, user, input.partId, input.libraryId),
  }),
  defineCommand({
    path: '/mes/process/library/saveFromPart',
    permission: 'SYSTEM_STANDARD_LIB_ADD',
    input: {
      partId: ref('part', { required: true }),
      libraryId: ref('processLibrary', { label: 'processLibrary' }),
      code: text({ max: 40 }),
      name: text({ max: 100 }),
      editionNote: text({ max: 500 }),
    },
    run: ({ tx, user, input }) => saveStandardRouting(tx, user, input),
  }),
  defineQuery({
    path: '/mes/process/sync/partners',
    permission: PRODUCTION_PERMISSION,
    input: { partId: ref('part', { required: true }) },
    run: ({ db, user, input }) => listSyncPartners(db, user, input.partId),
  }),
  defineCommand({
    path: '/mes/process/copy',
    permission: 'PROCESS_MODIFY',
    input: {
      partId: ref('part', { required: true }),
      fromPartId: ref('part', { required: true, label: 'copyFromPart' }),
    },
    run: ({ tx, user, input }) => copyPartRouting(tx, user, input.partId, input.fromPartId),
  }),
  defineCommand({
    path: '/mes/process/routing/save',
    permission: 'PROCESS_MODIFY',
    input: {
      partId: ref('part', { required: true }),
      processes: ROUTING_LINES,
      removedIds: refs('process', { max: 200, label: 'processes' }),
    },
    run: ({ tx, user, input }) => saveRouting(tx, user, input),
  }),
  defineCommand({
    path: PLAN_PATH,
    permission: 'PROCESS_MODIFY',
    input: {
      processes: lines(CHOSEN_PROCESS_FIELDS, { max: MAX_PLANNED_PROCESSES, label: 'processes' }),
      ...BATCH_PLAN_FIELDS,
      cleared: text({ max: 200, label: 'clearedFields' }),
      shiftDays: SHIFT_DAYS_FIELD,
      isPreview: flag({ label: 'preview' }),
    },
    run: ({ tx, user, lang, input }) =>
      planProcesses(
        tx,
        user,
        input,
        (error) => makeErrorReply(lang, error, PLAN_PATH, user).body as Answer<PlannedProcess>,
      ),
  }),
  defineQuery({
    path: '/mes/process/split/get',
    permission: PRODUCTION_PERMISSION,
    input: { processId: ref('process', { required: true }) },
    run: ({ db, user, input }) => readOperationSplit(db, user.factoryId, input.processId),
  }),
  defineCommand({
    path: '/mes/process/split/save',
    permission: 'PROCESS_MODIFY',
    input: SPLIT_FIELDS,
    run: ({ tx, user, input }) => splitOperation(tx, user, input),
  }),
  defineQuery({
    path: '/mes/process/appointment/overlaps',
    permission: PRODUCTION_PERMISSION,
    input: {
      appointments: lines(
        {
          processId: ref('process'),
          deviceId: ref('device', { required: true }),
          appointmentStart: moment({ required: true }),
          appointmentEnd: moment({ required: true }),
        },
        { max: 200, label: 'appointment' },
      ),
    },
    run: ({ db, user, input }) => findAppointmentOverlaps(db, user.factoryId, input.appointments),
  }),
  defineQuery({
    path: '/mes/process/sync/candidates',
    permission: 'PROCESS_MODIFY',
    input: { processId: ref('process', { required: true }) },
    run: ({ db, user, input }) => listSyncCandidates(db, user.factoryId, input.processId),
  }),
  defineCommand({
    path: '/mes/process/sync/join',
    permission: 'PROCESS_MODIFY',
    input: {
      processId: ref('process', { required: true }),
      otherIds: refs('process', { max: 100, label: 'processes' }),
    },
    run: ({ tx, user, input }) => synchroniseProcesses(tx, user, input.processId, input.otherIds),
  }),
  defineCommand({
    path: '/mes/process/sync/leave',
    permission: 'PROCESS_MODIFY',
    input: { processId: ref('process', { required: true }) },
    run: ({ tx, user, input }) => leaveSyncGroup(tx, user, input.processId),
  }),
  defineQuery({
    path: '/mes/process/times/preview',
    permission: PRODUCTION_PERMISSION,
    input: { partId: ref('part', { required: true }), quantity, size, weight },
    run: ({ db, user, input }) => previewFormulaTimes(db, user, input),
  }),
  defineQuery({
    path: '/mes/process/stateHistory',
    permission: PRODUCTION_PERMISSION,
    input: { processId: ref('process', { required: true }) },
    run: ({ db, user, input }) => readStateHistory(db, user, input.processId),
  }),
  defineQuery({
    path: '/mes/process/procedures',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { kind: choice(['sop', 'sip'], { required: true, label: 'procedures' }) },
    run: ({ db, user, input }) => listProcedureScopes(db, user.factoryId, input.kind),
  }),
  defineQuery({
    path: '/mes/process/procedures/of',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { processId: ref('process', { required: true }) },
    run: ({ db, user, input }) => readProcedures(db, user, input.processId),
  }),
];
