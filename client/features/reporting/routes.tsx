import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const ReportScreen = fetchOnFirstRender('ReportScreen', () => import('./report-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/report',
    element: <ReportScreen />,
    handle: {
      permission: SIGNED_IN_PERMISSION,
      title: 'deskReporting',
      menu: { icon: 'record', permission: 'TASK_REPORT' },
    },
  },
];
