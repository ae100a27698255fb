import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
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
  signingDeputy: makeEntityPage('signingDeputy', { listPath: DEPUTY_PATH, icon: 'approval' }),
} satisfies Feature['pages'];

export const customPages = {
  qualityException: { rowPath: (row) => getExceptionPath(row.id), isIdEnough: true },
  qualityPenalty: { rowPath: (row) => `${PUNISH_PATH}/${row.id}`, isIdEnough: true },
} satisfies Feature['customPages'];
