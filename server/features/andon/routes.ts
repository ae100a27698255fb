import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { loadOpenCalls } from '../../reports/open-calls.ts';
import { helpCallFields as f } from './call-fields.ts';
import { moveCall } from './move-call.ts';
import { raiseCall } from './raise-call.ts';

const MAX_LISTED_CALLS = 500;

/** Routes of calls for help. */
export const andonRoutes: Route[] = [
  defineQuery({
    path: '/mes/andon/open',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: async ({ db, user }) => ({ rows: await loadOpenCalls(db, user.factoryId, MAX_LISTED_CALLS) }),
  }),
  defineCommand({
    path: '/mes/andon/raise',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: {
      typeId: f.typeId,
      stops: f.stops,
      processId: f.processId,
      deviceId: f.deviceId,
      description: f.description,
      picture: f.picture,
    },
    run: ({ tx, user, input }) => raiseCall(tx, user, input),
  }),
  defineCommand({
    path: '/mes/andon/acknowledge',
    permission: 'ANDON_ANSWER',
    input: { id: f.id, version: f.version },
    run: ({ tx, user, input }) => moveCall(tx, user, 'acknowledge', input),
  }),
  defineCommand({
    path: '/mes/andon/arrive',
    permission: 'ANDON_ANSWER',
    input: { id: f.id, version: f.version },
    run: ({ tx, user, input }) => moveCall(tx, user, 'arrive', input),
  }),
  defineCommand({
    path: '/mes/andon/solve',
    permission: 'ANDON_ANSWER',
    input: { id: f.id, version: f.version, solution: f.solution },
    run: ({ tx, user, input }) => moveCall(tx, user, 'solve', input),
  }),
  defineCommand({
    path: '/mes/andon/cancel',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: { id: f.id, version: f.version, reason: f.reason },
    run: ({ tx, user, input }) => moveCall(tx, user, 'cancel', input),
  }),
];
