import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const ProcessScreen = fetchOnFirstRender('ProcessScreen', () => import('./process-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/process',
    element: <ProcessScreen />,
    handle: {
      permission: PRODUCTION_PERMISSION,
      title: 'processManagement',
      // The address of the standard process library begins with this address, but that page has a
      // menu entry of its own.
      menu: { icon: 'progress' },
    },
  },
];
