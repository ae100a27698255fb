import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const DeletedDataScreen = fetchOnFirstRender('DeletedDataScreen', () => import('./deleted-data-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/system/deletedData',
    element: <DeletedDataScreen />,
    handle: { permission: 'SYSTEM_DELETED_DATA', title: 'deletedData', menu: { icon: 'deleted' } },
  },
];
