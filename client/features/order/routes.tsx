import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const PrintCardsScreen = fetchOnFirstRender(
  'PrintCardsScreen',
  () => import('./printing/print-cards-screen.tsx'),
);

const WhereUsedScreen = fetchOnFirstRender('WhereUsedScreen', () => import('./usage/where-used-screen.tsx'));
const OrdersOfGroup = fetchOnFirstRender('OrdersOfGroup', () => import('./list/orders-of-group.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/part/whereUsed',
    element: <WhereUsedScreen />,
    handle: { permission: 'WORK_ORDER', title: 'whereUsed', menu: { icon: 'usage' } },
  },
  {
    path: '/forms/process/printProcessCard',
    element: <PrintCardsScreen />,
    handle: {
      permission: 'REPORT_FORM_PRINT_PROCESS_CARD',
      title: 'printProcessCards',
      menu: { icon: 'form' },
    },
  },
];

export const pages = {
  orderGroup: makeEntityPage('orderGroup', { icon: 'order', actions: OrdersOfGroup }),
} satisfies Feature['pages'];

export const customPages = {
  orderDocument: { parentField: 'orderId' },
  workOrder: { rowPath: (row) => `/order/${row.id}`, isIdEnough: true },
  planImport: { rowPath: (row) => `/order?planImportId=${row.id}`, isIdEnough: true },
  part: { rowPath: (row) => `/order/${String(row['orderId'])}?part=${row.id}` },
  process: { parentField: 'partId' },
  card: { parentField: 'partId' },
  workReport: { parentField: 'processId' },
} satisfies Feature['customPages'];
