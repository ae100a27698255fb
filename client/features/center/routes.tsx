import { ANY_ACCOUNT_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const CenterScreen = fetchOnFirstRender('CenterScreen', () => import('./center-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/center',
    element: <CenterScreen />,
    handle: { permission: ANY_ACCOUNT_PERMISSION, title: 'personalCenter' },
  },
];
