import { number, ref } from '#shared/kernel/fields.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { defineCommand, type Route } from '../../call/route.ts';
import { moveOrder, type PlannerEvent } from './move-order.ts';

const PERMISSIONS_BY_EVENT: Record<PlannerEvent, Permission> = {
  release: 'WORK_ORDER_MODIFY',
  suspend: 'WORK_ORDER_MODIFY',
  resume: 'WORK_ORDER_MODIFY',
  close: 'WORK_ORDER_MODIFY',
  cancel: 'WORK_ORDER_MODIFY',
  reopen: 'WORK_ORDER_REOPEN',
};

/** Routes that move a work order to its next state, one route per event. */
export const orderRoutes: Route[] = (Object.keys(PERMISSIONS_BY_EVENT) as PlannerEvent[]).map((event) =>
  defineCommand({
    path: `/mes/order/${event}`,
    permission: PERMISSIONS_BY_EVENT[event],
    input: {
      id: ref('workOrder', { required: true, label: 'workOrder' }),
      version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
    },
    run: ({ work, input }) => moveOrder(work, input.id, input.version, event),
  }),
);
