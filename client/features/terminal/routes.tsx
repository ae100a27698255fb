import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const TerminalScreen = fetchOnFirstRender('TerminalScreen', () => import('./terminal-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/terminal',
    element: <TerminalScreen />,
    handle: {
      permission: SIGNED_IN_PERMISSION,
      title: 'floorReporting',
      fillsWindow: true,
      menu: { icon: 'terminal', permission: 'TASK_REPORT' },
    },
  },
];

export const pages = {
  terminal: makeEntityPage('terminal', { icon: 'terminal' }),
} satisfies Feature['pages'];
