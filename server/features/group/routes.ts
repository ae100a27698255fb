import { refs } from '#shared/kernel/fields.ts';
import { query, type Route } from '../../call/route.ts';
import { groupCapacity } from './capacity.ts';

/** What a work group's resources can do. */
export const groupRoutes: Route[] = [
  query({
    path: '/mes/system/basic/group/capacity',
    permission: 'SYSTEM_BASIC_GROUP',
    input: {
      employeeIds: refs('employee', { label: 'staff' }),
      deviceIds: refs('device', { label: 'equipment' }),
    },
    run: ({ db, user, input }) => groupCapacity(db, user.factoryId, input.employeeIds, input.deviceIds),
  }),
];
