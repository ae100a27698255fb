import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { RECALL_PATH } from '#client/production/recall/recall-address.ts';

const RecallScreen = fetchOnFirstRender('RecallScreen', () => import('./recall-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: RECALL_PATH,
    element: <RecallScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'recall', menu: { icon: 'usage' } },
  },
];
