import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { estimateTextColumnWidth } from '#client/kit/tables/column.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { CALIBRATIONS_PATH, GAUGES_PATH, getGaugePath, getStudyPath, STUDIES_PATH } from './gauge-paths.ts';

const GaugeTabs = fetchOnFirstRender('GaugeTabs', () => import('./gauge-tabs.tsx'));
const GaugeActions = fetchOnFirstRender('GaugeActions', () => import('./gauge-actions.tsx'));
const GaugeLabelActions = fetchOnFirstRender('GaugeLabelActions', () => import('./gauge-labels.tsx'));
const GaugeDueCell = fetchOnFirstRender('GaugeDueCell', () => import('./gauge-due-cell.tsx'));
const CalibrationListScreen = fetchOnFirstRender(
  'CalibrationListScreen',
  () => import('./calibration-list-screen.tsx'),
);
const StudyListScreen = fetchOnFirstRender('StudyListScreen', () => import('./study/study-list-screen.tsx'));
const StudyScreen = fetchOnFirstRender('StudyScreen', () => import('./study/study-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: CALIBRATIONS_PATH,
    element: <CalibrationListScreen />,
    handle: { permission: 'QUALITY_GAUGE', title: 'gaugeCalibrations', path: GAUGES_PATH },
  },
  {
    path: STUDIES_PATH,
    element: <StudyListScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'gaugeStudies' },
  },
  {
    path: `${STUDIES_PATH}/:id`,
    element: <StudyScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'gaugeStudies', path: STUDIES_PATH },
  },
];

export const pages = {
  gauge: makeEntityPage('gauge', {
    icon: 'rule',
    tabs: GaugeTabs,
    actions: GaugeActions,
    batchActions: GaugeLabelActions,
    cells: { dueOn: (row) => <GaugeDueCell row={row} /> },
    cellWidths: {
      dueOn: (t) => estimateTextColumnWidth(`2000-12-31  ◆  ${t('gaugeOverdue')}`),
    },
    firstColumnsOnPhone: ['code', 'dueOn', 'state'],
  }),
} satisfies Feature['pages'];

export const customPages = {
  gaugeCalibration: { rowPath: (row) => getGaugePath(row['gaugeId'] as number) },
  gaugeStudy: { rowPath: (row) => getStudyPath(row.id), isIdEnough: true },
} satisfies Feature['customPages'];
