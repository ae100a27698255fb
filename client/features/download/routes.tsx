import { SIGNED_IN } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const DownloadScreen = fetchWhenDrawn('DownloadScreen', () => import('./download-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/download',
    element: <DownloadScreen />,
    handle: { permission: SIGNED_IN, title: 'downloads', menu: { icon: 'download' } },
  },
];

export const elsewhere = { download: {} } satisfies Feature['elsewhere'];
