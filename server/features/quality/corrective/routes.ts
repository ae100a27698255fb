import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../../call/route.ts';
import { beginCheck } from './begin-check.ts';
import { completeMeasure } from './complete-measure.ts';
import { CORRECTIVE_FIELDS as f } from './corrective-fields.ts';
import { cancelCorrective, judgeEffect } from './end-corrective.ts';
import { listCorrectivesOfException } from './list-of-exception.ts';
import { listWaitingCorrectives } from './list-waiting.ts';
import { readCorrective } from './read-corrective.ts';

/** Routes of corrective actions, besides those that every entity has. */
export const correctiveRoutes: Route[] = [
  defineQuery({
    path: '/mes/quality/corrective/detail',
    permission: PRODUCTION_PERMISSION,
    input: { id: f.id },
    run: ({ db, user, input }) => readCorrective(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/quality/corrective/ofException',
    permission: PRODUCTION_PERMISSION,
    input: { exceptionId: f.exceptionId },
    run: ({ db, user, input }) => listCorrectivesOfException(db, user.factoryId, input.exceptionId),
  }),
  defineQuery({
    path: '/mes/quality/corrective/waiting',
    permission: PRODUCTION_PERMISSION,
    input: {},
    run: async ({ db, user }) => ({ rows: await listWaitingCorrectives(db, user) }),
  }),
  defineCommand({
    path: '/mes/quality/correctiveMeasure/complete',
    permission: PRODUCTION_PERMISSION,
    input: { id: f.measureId, version: f.version, doneOn: f.doneOn, result: f.result },
    run: ({ tx, user, input }) => completeMeasure(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/corrective/beginCheck',
    permission: 'QUALITY_CORRECT',
    input: { id: f.id, version: f.version, reason: f.reason },
    run: ({ tx, user, input }) => beginCheck(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/corrective/judge',
    permission: 'QUALITY_CORRECT',
    input: { id: f.id, version: f.version, verdict: f.verdict, reason: f.reason },
    run: ({ tx, user, input }) => judgeEffect(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/corrective/cancel',
    permission: 'QUALITY_CORRECT',
    input: { id: f.id, version: f.version, reason: f.reason },
    run: ({ tx, input }) => cancelCorrective(tx, input),
  }),
];
