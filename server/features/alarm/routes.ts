import { number, ref } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { loadListedAlarms } from '../../reports/open-alarms.ts';
import { acknowledgeAlarm } from './acknowledge-alarm.ts';

/** Routes of alarms. The server itself raises and resolves alarms. */
export const alarmRoutes: Route[] = [
  defineQuery({
    path: '/mes/alarm/open',
    permission: PRODUCTION_PERMISSION,
    input: {},
    run: async ({ db, user }) => ({
      rows: await loadListedAlarms(db, user.factoryId, user.employeeId),
    }),
  }),
  defineCommand({
    path: '/mes/alarm/acknowledge',
    permission: 'ALARM_ACKNOWLEDGE',
    input: {
      id: ref('alarm', { required: true, label: 'alarm' }),
      version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
    },
    run: ({ tx, user, input }) => acknowledgeAlarm(tx, user, input),
  }),
];
