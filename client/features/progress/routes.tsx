import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const ProgressScreen = fetchOnFirstRender('ProgressScreen', () => import('./progress-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/process',
    element: <ProgressScreen />,
    handle: {
      permission: PRODUCTION_PERMISSION,
      title: 'progressQuery',
      // The address of the standard process library begins with this address, but that page has a
      // menu entry of its own.
      menu: { icon: 'progress', alone: true },
    },
  },
];
