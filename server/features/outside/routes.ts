import { date, number, ref } from '#shared/kernel/fields.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { confirmOutsourcing } from './confirm-outsourcing.ts';
import { listSupplierOutsourcing } from './list-outsourcing.ts';
import { listCustomerOrders, listSupplierProcesses, loadCustomerOrder } from './own-orders.ts';

/** Routes for customers and suppliers. */
export const outsideRoutes: Route[] = [
  defineQuery({
    path: '/mes/outside/orders',
    permission: 'WORK_ORDER',
    allowsOutsiders: true,
    input: {},
    run: ({ db, user }) => listCustomerOrders(db, user),
  }),
  defineQuery({
    path: '/mes/outside/order',
    permission: 'WORK_ORDER',
    allowsOutsiders: true,
    input: { id: ref('workOrder', { required: true, label: 'workOrder' }) },
    run: ({ db, user, input }) => loadCustomerOrder(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/outside/work',
    permission: 'WORK_ORDER',
    allowsOutsiders: true,
    input: {},
    run: ({ db, user }) => listSupplierProcesses(db, user),
  }),
  defineQuery({
    path: '/mes/outside/outsourcing',
    permission: 'WORK_ORDER',
    allowsOutsiders: true,
    input: {},
    run: ({ db, user }) => listSupplierOutsourcing(db, user),
  }),
  defineCommand({
    path: '/mes/outside/outsourcing/confirm',
    permission: 'WORK_ORDER',
    allowsOutsiders: true,
    input: {
      id: ref('outsourcingOrder', { required: true, label: 'outsourcingOrder' }),
      version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
      day: date({ required: true, label: 'confirmedReturn' }),
    },
    run: ({ tx, user, input }) => confirmOutsourcing(tx, user, input),
  }),
];
