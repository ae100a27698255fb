import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const LogScreen = fetchWhenDrawn('LogScreen', () => import('./log-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/log',
    element: <LogScreen />,
    handle: { permission: 'SYSTEM_LOG', title: 'systemLog', menu: { icon: 'log' } },
  },
];
