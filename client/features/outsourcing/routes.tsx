import type { Feature } from '#client/crud/pages/feature.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const OutsourcingListScreen = fetchOnFirstRender(
  'OutsourcingListScreen',
  () => import('./outsourcing-list-screen.tsx'),
);
const OutsourcingScreen = fetchOnFirstRender('OutsourcingScreen', () => import('./outsourcing-screen.tsx'));
const NewOutsourcingScreen = fetchOnFirstRender(
  'NewOutsourcingScreen',
  () => import('./new-outsourcing-screen.tsx'),
);

const LIST_PATH = '/outsourcing';

export const routes: readonly PageRoute[] = [
  {
    path: LIST_PATH,
    element: <OutsourcingListScreen />,
    handle: { permission: 'OUTSOURCING', title: 'outsourcingOrders', menu: { icon: 'supplier' } },
  },
  {
    path: `${LIST_PATH}/new`,
    element: <NewOutsourcingScreen />,
    handle: { permission: 'OUTSOURCING_ADD', title: 'outsourcingOrders', path: LIST_PATH },
  },
  {
    path: `${LIST_PATH}/:id`,
    element: <OutsourcingScreen />,
    handle: { permission: 'OUTSOURCING', title: 'outsourcingOrders', path: LIST_PATH },
  },
];

export const customPages = {
  outsourcingOrder: { rowPath: (row) => `${LIST_PATH}/${row.id}`, isIdEnough: true },
} satisfies Feature['customPages'];
