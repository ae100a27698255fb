import { flag } from '#shared/kernel/fields.ts';
import { SIGNED_IN } from '#shared/kernel/permissions.ts';
import { command, query, type Route } from '../../call/route.ts';
import { simulatorState, switchSimulator } from './simulator-switch.ts';

/** The people who work in a demonstration factory by themselves: whether they do, and sending them home. */
export const demoRoutes: Route[] = [
  query({
    path: '/mes/demo/simulator',
    permission: SIGNED_IN,
    input: {},
    run: ({ db, user }) => simulatorState(db, user.factoryId),
  }),
  command({
    path: '/mes/demo/simulator/switch',
    permission: 'DEMO_SIMULATOR',
    input: { running: flag({ label: 'simulatorRunning' }) },
    run: ({ work, input }) => switchSimulator(work, input.running),
  }),
];
