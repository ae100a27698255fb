import { ANY_ACCOUNT } from '#shared/kernel/permissions.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const CenterScreen = fetchWhenDrawn('CenterScreen', () => import('./center-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/center',
    element: <CenterScreen />,
    handle: { permission: ANY_ACCOUNT, title: 'personalCenter' },
  },
];
