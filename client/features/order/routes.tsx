import type { Feature } from '#client/crud/pages/feature.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const OrderScreen = fetchOnFirstRender('OrderScreen', () => import('./order-screen.tsx'));

/**
 * The route of one order. The route of the list is in client/app, because outside users see another
 * list.
 */
export const routes: readonly PageRoute[] = [
  {
    path: '/order/:id',
    element: <OrderScreen />,
    handle: { permission: 'WORK_ORDER', title: 'workOrders', path: '/order' },
  },
];

export const customPages = {
  workOrder: { rowPath: (row) => `/order/${row.id}`, byId: true },
  part: { rowPath: (row) => `/order/${String(row['orderId'])}?part=${row.id}` },
  process: { on: 'partId' },
  card: { on: 'partId' },
  workReport: { on: 'processId' },
} satisfies Feature['customPages'];
