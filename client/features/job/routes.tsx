import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const JobsScreen = fetchOnFirstRender('JobsScreen', () => import('./jobs-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/system/job',
    element: <JobsScreen />,
    handle: { permission: 'SYSTEM_JOB', title: 'jobs', menu: { icon: 'job' } },
  },
];
