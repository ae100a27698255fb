import { ref } from '#shared/kernel/fields.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { listCustomerOrders, listSupplierProcesses, loadCustomerOrder } from './own-orders.ts';

/** Routes for customers and suppliers. */
export const outsideRoutes: Route[] = [
  defineQuery({
    path: '/mes/outside/orders',
    permission: 'WORK_ORDER',
    outside: true,
    input: {},
    run: ({ db, user }) => listCustomerOrders(db, user),
  }),
  defineQuery({
    path: '/mes/outside/order',
    permission: 'WORK_ORDER',
    outside: true,
    input: { id: ref('workOrder', { required: true, label: 'workOrder' }) },
    run: ({ db, user, input }) => loadCustomerOrder(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/outside/work',
    permission: 'WORK_ORDER',
    outside: true,
    input: {},
    run: ({ db, user }) => listSupplierProcesses(db, user),
  }),
];
