import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const JobsScreen = fetchWhenDrawn('JobsScreen', () => import('./jobs-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/system/job',
    element: <JobsScreen />,
    handle: { permission: 'SYSTEM_JOB', title: 'jobs', menu: { icon: 'job' } },
  },
];
