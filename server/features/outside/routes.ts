import { query, type Route } from '../../call/route.ts';
import { ownOrders, ownWork } from './own-orders.ts';

/** What customers and suppliers look at. */
export const outsideRoutes: Route[] = [
  query({
    path: '/mes/outside/orders',
    permission: 'WORK_ORDER',
    outside: true,
    input: {},
    run: ({ db, user }) => ownOrders(db, user),
  }),
  query({
    path: '/mes/outside/work',
    permission: 'WORK_ORDER',
    outside: true,
    input: {},
    run: ({ db, user }) => ownWork(db, user),
  }),
];
