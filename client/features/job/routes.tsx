import { lazyComponent } from '#client/kit/pages/lazy-component.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const JobsScreen = lazyComponent('JobsScreen', () => import('./jobs-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/system/job',
    element: <JobsScreen />,
    handle: { permission: 'SYSTEM_JOB', title: 'jobs', menu: { icon: 'job' } },
  },
];
