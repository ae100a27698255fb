import { SIGNED_IN } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { lazyComponent } from '#client/kit/pages/lazy-component.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const DownloadScreen = lazyComponent('DownloadScreen', () => import('./download-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/download',
    element: <DownloadScreen />,
    handle: { permission: SIGNED_IN, title: 'downloads', menu: { icon: 'download' } },
  },
];

export const elsewhere = { download: {} } satisfies Feature['elsewhere'];
