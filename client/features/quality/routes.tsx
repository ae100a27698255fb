import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import {
  ALL_CORRECTIVES_PATH,
  CORRECTIVE_PATH,
  getCorrectivePath,
  MEASURES_PATH,
} from './corrective/corrective-paths.ts';
import {
  ALL_PATH,
  ANALYSIS_PATH,
  DEPUTY_PATH,
  getExceptionPath,
  LIST_PATH,
  PUNISH_PATH,
} from './quality-paths.ts';

const QualityInboxScreen = fetchOnFirstRender(
  'QualityInboxScreen',
  () => import('./quality-inbox-screen.tsx'),
);
const QualityListScreen = fetchOnFirstRender('QualityListScreen', () => import('./quality-list-screen.tsx'));
const QualityScreen = fetchOnFirstRender('QualityScreen', () => import('./quality-screen.tsx'));
const AnalysisScreen = fetchOnFirstRender('AnalysisScreen', () => import('./analysis/analysis-screen.tsx'));
const PenaltyScreen = fetchOnFirstRender('PenaltyScreen', () => import('./penalty-screen.tsx'));

const CorrectiveInboxScreen = fetchOnFirstRender(
  'CorrectiveInboxScreen',
  () => import('./corrective/corrective-inbox-screen.tsx'),
);
const CorrectiveListScreen = fetchOnFirstRender(
  'CorrectiveListScreen',
  () => import('./corrective/corrective-lists.tsx'),
);
const MeasureListScreen = fetchOnFirstRender(
  'MeasureListScreen',
  () => import('./corrective/corrective-lists.tsx'),
);
const CorrectiveScreen = fetchOnFirstRender(
  'CorrectiveScreen',
  () => import('./corrective/corrective-screen.tsx'),
);

export const routes: readonly PageRoute[] = [
  {
    path: LIST_PATH,
    element: <QualityInboxScreen />,
    handle: {
      permission: PRODUCTION_PERMISSION,
      title: 'qualityExceptions',
      menu: { icon: 'quality' },
    },
  },
  {
    path: ALL_PATH,
    element: <QualityListScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'qualityExceptions', path: LIST_PATH },
  },
  {
    path: `${LIST_PATH}/:id`,
    element: <QualityScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'qualityExceptions', path: LIST_PATH },
  },
  {
    path: CORRECTIVE_PATH,
    element: <CorrectiveInboxScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'correctiveActions', menu: { icon: 'rule' } },
  },
  {
    path: ALL_CORRECTIVES_PATH,
    element: <CorrectiveListScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'correctiveActions', path: CORRECTIVE_PATH },
  },
  {
    path: MEASURES_PATH,
    element: <MeasureListScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'correctiveMeasures', path: CORRECTIVE_PATH },
  },
  {
    path: `${CORRECTIVE_PATH}/:id`,
    element: <CorrectiveScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'correctiveActions', path: CORRECTIVE_PATH },
  },
  {
    path: ANALYSIS_PATH,
    element: <AnalysisScreen />,
    handle: {
      permission: [
        'REPORT_FORM_QUALITY_ANALYSIS_REPORT',
        'REPORT_FORM_QUALITY_TREND',
        'REPORT_FORM_QUALITY_MATRIX',
      ],
      title: 'qualityAnalysis',
      menu: { icon: 'output', permission: 'REPORT_FORM_QUALITY_ANALYSIS_REPORT' },
    },
  },
  {
    path: PUNISH_PATH,
    element: <PenaltyScreen />,
    handle: { permission: 'QUALITY_PUNISH', title: 'qualityPenalties', menu: { icon: 'money' } },
  },
  {
    path: `${PUNISH_PATH}/:id`,
    element: <PenaltyScreen />,
    handle: { permission: 'QUALITY_PUNISH', title: 'qualityPenalties', path: PUNISH_PATH },
  },
];

export const pages = {
  signingRule: makeEntityPage('signingRule', { icon: 'approval' }),
  signingDeputy: makeEntityPage('signingDeputy', { listPath: DEPUTY_PATH, icon: 'approval' }),
} satisfies Feature['pages'];

export const customPages = {
  qualityException: { rowPath: (row) => getExceptionPath(row.id), isIdEnough: true },
  correctiveAction: { rowPath: (row) => getCorrectivePath(row.id), isIdEnough: true },
  correctiveMeasure: { rowPath: (row) => getCorrectivePath(row['correctiveId'] as number) },
  qualityPenalty: { rowPath: (row) => `${PUNISH_PATH}/${row.id}`, isIdEnough: true },
} satisfies Feature['customPages'];
