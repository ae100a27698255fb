import { ANY_ACCOUNT } from '#shared/kernel/permissions.ts';
import { lazyComponent } from '#client/kit/pages/lazy-component.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const CenterScreen = lazyComponent('CenterScreen', () => import('./center-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/center',
    element: <CenterScreen />,
    handle: { permission: ANY_ACCOUNT, title: 'personalCenter' },
  },
];
