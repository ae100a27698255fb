import { choice, ref, refs, text } from '#shared/kernel/fields.ts';
import { ROUTING_LINES } from '#shared/entities/routing-fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { copyPartRouting, copyStandardRouting } from './copy-routing.ts';
import { listProcedureScopes, readProcedures } from './procedures.ts';
import { saveRouting } from './save-routing.ts';
import { resumeProcess, suspendProcess } from './suspend.ts';

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
  defineQuery({
    path: '/mes/process/procedures',
    permission: PRODUCTION_PERMISSION,
    atTerminal: true,
    input: { kind: choice(['sop', 'sip'], { required: true, label: 'procedures' }) },
    run: ({ db, user, input }) => listProcedureScopes(db, user.factoryId, input.kind),
  }),
  defineQuery({
    path: '/mes/process/procedures/of',
    permission: PRODUCTION_PERMISSION,
    atTerminal: true,
    input: { processId: ref('process', { required: true }) },
    run: ({ db, user, input }) => readProcedures(db, user, input.processId),
  }),
];
