import { choice } from '#shared/kernel/fields.ts';
import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { setFirstStepsHidden, readFirstSteps } from './first-steps.ts';

export const homeRoutes: Route[] = [
  defineQuery({
    path: '/mes/home/firstSteps',
    permission: SIGNED_IN_PERMISSION,
    input: {},
    run: ({ db, user }) => readFirstSteps(db, user),
  }),
  defineCommand({
    path: '/mes/home/firstSteps/hide',
    permission: SIGNED_IN_PERMISSION,
    // The input is not a flag, because a missing flag is false and would show the steps again.
    input: {
      action: choice(['hideFirstSteps', 'showFirstSteps'], { required: true, label: 'hideFirstSteps' }),
    },
    run: ({ work, user, input }) =>
      setFirstStepsHidden(work, user.accountId, input.action === 'hideFirstSteps'),
  }),
];
