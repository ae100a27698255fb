import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { ALL_INSPECTIONS_PATH, getInspectionPath, SPC_PATH, TESTING_PATH } from './inspection-paths.ts';

const DueScreen = fetchOnFirstRender('DueScreen', () => import('./due-screen.tsx'));
const InspectionListScreen = fetchOnFirstRender(
  'InspectionListScreen',
  () => import('./inspection-list-screen.tsx'),
);
const InspectionScreen = fetchOnFirstRender('InspectionScreen', () => import('./inspection-screen.tsx'));
const SpcScreen = fetchOnFirstRender('SpcScreen', () => import('./spc/spc-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: TESTING_PATH,
    element: <DueScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'inspections', menu: { icon: 'inspection' } },
  },
  {
    path: ALL_INSPECTIONS_PATH,
    element: <InspectionListScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'inspections', path: TESTING_PATH },
  },
  {
    path: SPC_PATH,
    element: <SpcScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'controlCharts' },
  },
  {
    path: `${TESTING_PATH}/:id`,
    element: <InspectionScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'inspections', path: TESTING_PATH },
  },
];

export const customPages = {
  inspection: { rowPath: (row) => getInspectionPath(row.id), isIdEnough: true },
} satisfies Feature['customPages'];
