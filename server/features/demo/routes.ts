import { flag } from '#shared/kernel/fields.ts';
import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { readSimulatorState, switchSimulator } from './simulator-switch.ts';

export const demoRoutes: Route[] = [
  defineQuery({
    path: '/mes/demo/simulator',
    permission: SIGNED_IN_PERMISSION,
    input: {},
    run: ({ db, user }) => readSimulatorState(db, user.factoryId),
  }),
  defineCommand({
    path: '/mes/demo/simulator/switch',
    permission: 'DEMO_SIMULATOR',
    input: { running: flag({ label: 'simulatorRunning' }) },
    run: ({ tx, input }) => switchSimulator(tx, input.running),
  }),
];
