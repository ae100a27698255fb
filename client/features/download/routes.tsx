import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const DownloadScreen = fetchOnFirstRender('DownloadScreen', () => import('./download-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/download',
    element: <DownloadScreen />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'downloads', menu: { icon: 'download' } },
  },
];

export const customPages = { download: {} } satisfies Feature['customPages'];
