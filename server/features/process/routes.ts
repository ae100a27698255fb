import { choice, ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION } from '#shared/kernel/permissions.ts';
import { command, query, type Route } from '../../call/route.ts';
import { copyLibrary } from './copy-library.ts';
import { listCraftProcedures, readProcedures } from './procedures.ts';
import { resumeProcess, suspendProcess } from './suspend.ts';

/** Routes that suspend and resume a process, copy a standard routing and read procedures. */
export const processRoutes: Route[] = [
  command({
    path: '/mes/process/suspend',
    permission: 'PROCESS_MODIFY',
    input: { processId: ref('process', { required: true }), reason: text({ required: true, max: 500 }) },
    run: ({ work, input }) => suspendProcess(work, input.processId, input.reason),
  }),
  command({
    path: '/mes/process/resume',
    permission: 'PROCESS_MODIFY',
    input: { processId: ref('process', { required: true }) },
    run: ({ work, input }) => resumeProcess(work, input.processId),
  }),
  command({
    path: '/mes/process/library/copy',
    permission: 'PROCESS_MODIFY',
    input: {
      partId: ref('part', { required: true }),
      libraryId: ref('processLibrary', { required: true, label: 'processLibrary' }),
    },
    run: ({ work, user, input }) => copyLibrary(work, user, input.partId, input.libraryId),
  }),
  query({
    path: '/mes/process/procedures',
    permission: PRODUCTION,
    input: { kind: choice(['sop', 'sip'], { required: true, label: 'procedures' }) },
    run: ({ db, user, input }) => listCraftProcedures(db, user.factoryId, input.kind),
  }),
  query({
    path: '/mes/process/procedures/of',
    permission: PRODUCTION,
    input: { processId: ref('process', { required: true }) },
    run: ({ db, user, input }) => readProcedures(db, user, input.processId),
  }),
];
