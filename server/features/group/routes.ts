import { refs } from '#shared/kernel/fields.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { computeGroupCapacity } from './capacity.ts';

export const groupRoutes: Route[] = [
  defineQuery({
    path: '/mes/system/basic/group/capacity',
    permission: 'SYSTEM_BASIC_GROUP',
    input: {
      employeeIds: refs('employee', { label: 'staff' }),
      deviceIds: refs('device', { label: 'equipment' }),
    },
    run: ({ db, user, input }) =>
      computeGroupCapacity(db, user.factoryId, input.employeeIds, input.deviceIds),
  }),
];
