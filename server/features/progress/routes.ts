import { makeError } from '#shared/kernel/errors.ts';
import { choice, flag, number, ref } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { loadProcessesWithWaits } from '../../ledger/process-waits.ts';
import { readProgressByGroup } from './groups.ts';
import { listProcesses, processListInput } from './list-processes.ts';
import { readProgressByOrder } from './query.ts';
import { progressFilterInput, progressQueryInput } from './progress-input.ts';
import { readOrderProgress } from './read-order-progress.ts';
import { readProgressRows } from './rows.ts';

const offsetField = number({ min: 0, max: 10_000_000, decimals: 0, initial: 0, label: 'rows' });
const makeLimitField = (max: number, initial: number) =>
  number({ min: 1, max: max, decimals: 0, initial, label: 'rows' });

export const progressRoutes: Route[] = [
  defineQuery({
    path: '/mes/process/progress',
    permission: PRODUCTION_PERMISSION,
    input: {
      orderId: ref('workOrder', { label: 'workOrder' }),
      partId: ref('part'),
      processId: ref('process'),
    },
    run: ({ db, user, input }) => {
      if (input.orderId === null && input.partId === null && input.processId === null) {
        throw makeError('fieldsInvalid', {}, { orderId: { reason: 'required' } });
      }
      return loadProcessesWithWaits(db, user.factoryId, input);
    },
  }),
  defineQuery({
    path: '/mes/process/progress/summary',
    permission: PRODUCTION_PERMISSION,
    input: {
      orderId: ref('workOrder', { required: true, label: 'workOrder' }),
      withShownPart: flag({ initial: false, label: 'part' }),
    },
    run: ({ db, user, input }) => readOrderProgress(db, user.factoryId, input.orderId, input.withShownPart),
  }),
  defineQuery({
    path: '/mes/process/query',
    permission: PRODUCTION_PERMISSION,
    input: {
      ...progressQueryInput,
      offset: offsetField,
      limit: makeLimitField(200, 50),
    },
    run: ({ db, user, input: { groupBy, ...input } }) =>
      groupBy === 'workOrder'
        ? readProgressByOrder(db, user, input)
        : readProgressByGroup(db, user, groupBy, input),
  }),
  defineQuery({
    path: '/mes/process/query/processes',
    permission: PRODUCTION_PERMISSION,
    input: {
      ...progressFilterInput,
      offset: offsetField,
      openOnly: flag({ label: 'openOnly' }),
      without: choice(['workGroup', 'customer', 'orderGroup'], { label: 'belongsToNone' }),
      limit: makeLimitField(500, 100),
    },
    run: ({ db, user, input }) => readProgressRows(db, user, input),
  }),
  defineQuery({
    path: '/mes/process/query/list',
    permission: PRODUCTION_PERMISSION,
    input: { ...processListInput, offset: offsetField, limit: makeLimitField(500, 100) },
    run: ({ db, user, input }) => listProcesses(db, user, input),
  }),
];
