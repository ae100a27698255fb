import { query, type Route } from '../../call/route.ts';
import { listOwnOrders, listOwnWork } from './own-orders.ts';

/** Routes for customers and suppliers. */
export const outsideRoutes: Route[] = [
  query({
    path: '/mes/outside/orders',
    permission: 'WORK_ORDER',
    outside: true,
    input: {},
    run: ({ db, user }) => listOwnOrders(db, user),
  }),
  query({
    path: '/mes/outside/work',
    permission: 'WORK_ORDER',
    outside: true,
    input: {},
    run: ({ db, user }) => listOwnWork(db, user),
  }),
];
