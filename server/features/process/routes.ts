import { fail } from '#shared/kernel/errors.ts';
import { ref, text } from '#shared/kernel/fields.ts';
import { SIGNED_IN } from '#shared/kernel/permissions.ts';
import { command, query, type Route } from '../../http/route.ts';
import { progress } from './progress.ts';
import { resumeProcess, suspendProcess } from './suspend.ts';

/** Looking at processes, and stopping one for a while. */
export const processRoutes: Route[] = [
  query({
    path: '/mes/process/progress',
    permission: SIGNED_IN,
    input: {
      orderId: ref('workOrder', { label: 'workOrder' }),
      partId: ref('part'),
      processId: ref('process'),
    },
    run: ({ db, user, input }) => {
      if (input.orderId === null && input.partId === null && input.processId === null) {
        throw fail('fieldsInvalid', {}, { orderId: { reason: 'required' } });
      }
      return progress(db, user.factoryId, input);
    },
  }),
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
];
