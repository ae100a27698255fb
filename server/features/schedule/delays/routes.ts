import { number } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../../call/route.ts';
import { listDelayNotices, markDelaySeen } from './delay-notices.ts';

/** Routes of the notices about late orders. Each account reads only its own notices. */
export const orderDelayRoutes: Route[] = [
  defineQuery({
    path: '/mes/plan/delays',
    permission: ANY_ACCOUNT_PERMISSION,
    input: {},
    run: async ({ db, user }) => ({ rows: await listDelayNotices(db, user) }),
  }),
  defineCommand({
    path: '/mes/plan/delays/seen',
    permission: ANY_ACCOUNT_PERMISSION,
    input: {
      delayId: number({
        required: true,
        min: 1,
        max: Number.MAX_SAFE_INTEGER,
        decimals: 0,
        label: 'orderDelay',
      }),
    },
    run: ({ tx, user, input }) => markDelaySeen(tx, user, input.delayId),
  }),
];
