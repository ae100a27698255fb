import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const LogScreen = fetchOnFirstRender('LogScreen', () => import('./log-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/log',
    element: <LogScreen />,
    handle: { permission: 'SYSTEM_LOG', title: 'systemLog', menu: { icon: 'log' } },
  },
];
