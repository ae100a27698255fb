import { flag, number } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { cancelBatchRun, listBatchRuns, readBatchRun, readVerdicts } from './read-runs.ts';

const MAX_VERDICTS = 1000;

const idField = number({
  required: true,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  decimals: 0,
  label: 'reportBatch',
});

export const batchRoutes: Route[] = [
  defineQuery({
    path: '/mes/batch/list',
    permission: ANY_ACCOUNT_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: async ({ db, user }) => ({ rows: await listBatchRuns(db, user) }),
  }),
  defineQuery({
    path: '/mes/batch/status',
    permission: ANY_ACCOUNT_PERMISSION,
    allowsTerminals: true,
    input: { id: idField },
    run: ({ db, user, input }) => readBatchRun(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/batch/verdicts',
    permission: ANY_ACCOUNT_PERMISSION,
    allowsTerminals: true,
    input: {
      id: idField,
      onlyRefused: flag({ label: 'batchResult' }),
      offset: number({ min: 0, decimals: 0, initial: 0, label: 'rows' }),
      limit: number({ min: 1, max: MAX_VERDICTS, decimals: 0, initial: MAX_VERDICTS, label: 'rows' }),
    },
    run: ({ db, user, input }) => readVerdicts(db, user, input),
  }),
  defineCommand({
    path: '/mes/batch/cancel',
    permission: ANY_ACCOUNT_PERMISSION,
    allowsTerminals: true,
    input: { id: idField },
    run: ({ tx, user, input }) => cancelBatchRun(tx, user, input.id),
  }),
  {
    path: '/mes/batch/continue',
    permission: ANY_ACCOUNT_PERMISSION,
    allowsTerminals: true,
    input: { id: idField },
    writes: true,
    continuesBatch: true,
    run: () => Promise.reject(new Error('The backend continues batches itself')),
  },
];
