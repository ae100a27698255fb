import { date, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { copyOrder } from './copy-order.ts';
import { changeOrderState, type PlannerEvent } from './move-order.ts';
import { proposeOrderCode } from './next-code.ts';
import { splitOrder } from './split-order.ts';

const PERMISSION_BY_EVENT: Record<PlannerEvent, Permission> = {
  release: 'WORK_ORDER_MODIFY',
  suspend: 'WORK_ORDER_MODIFY',
  resume: 'WORK_ORDER_MODIFY',
  close: 'WORK_ORDER_MODIFY',
  cancel: 'WORK_ORDER_MODIFY',
  reopen: 'WORK_ORDER_REOPEN',
};

export const orderRoutes: Route[] = [
  defineQuery({
    path: '/mes/order/nextCode',
    permission: 'WORK_ORDER_ADD',
    input: {},
    run: ({ db, user }) => proposeOrderCode(db, user),
  }),
  defineCommand({
    path: '/mes/order/copy',
    permission: 'WORK_ORDER_ADD',
    input: {
      id: ref('workOrder', { required: true, label: 'workOrder' }),
      code: text({ required: true, max: 60, label: 'orderCode' }),
      quantity: quantity({ required: true, min: 0.0001 }),
      dueDate: date(),
    },
    run: ({ tx, user, input }) => copyOrder(tx, user, input),
  }),
  defineCommand({
    path: '/mes/order/split',
    permission: 'WORK_ORDER_ADD',
    input: {
      id: ref('workOrder', { required: true, label: 'workOrder' }),
      version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
      code: text({ required: true, max: 60, label: 'orderCode' }),
      quantity: quantity({ required: true, min: 0.0001, label: 'splitQuantity' }),
      dueDate: date(),
    },
    run: ({ tx, user, input }) => splitOrder(tx, user, input),
  }),
  ...(Object.keys(PERMISSION_BY_EVENT) as PlannerEvent[]).map((event): Route =>
    defineCommand({
      path: `/mes/order/${event}`,
      permission: PERMISSION_BY_EVENT[event],
      input: {
        id: ref('workOrder', { required: true, label: 'workOrder' }),
        version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
      },
      run: ({ tx, input }) => changeOrderState(tx, input.id, input.version, event),
    }),
  ),
];
