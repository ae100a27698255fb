import { lazyComponent } from '#client/kit/pages/lazy-component.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const LogScreen = lazyComponent('LogScreen', () => import('./log-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/log',
    element: <LogScreen />,
    handle: { permission: 'SYSTEM_LOG', title: 'systemLog', menu: { icon: 'log' } },
  },
];
