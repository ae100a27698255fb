import { PageTabs, type PageTab } from '#client/kit/pages/page-tabs.tsx';
import { ALL_INSPECTIONS_PATH, SPC_PATH, TESTING_PATH } from './inspection-paths.ts';

const TABS: readonly PageTab[] = [
  { path: TESTING_PATH, title: 'inspectionsDue', end: true },
  { path: ALL_INSPECTIONS_PATH, title: 'allInspections' },
  { path: SPC_PATH, title: 'controlCharts' },
  { path: '/quality/gauge/study', title: 'gaugeStudies' },
  { path: '/system/params/sip', title: 'inspectionPlans', permission: 'SYSTEM_PARAM_SETTING_SIP' },
];

/**
 * The tabs of inspections: due inspections, all inspections, control charts, studies of measurement systems, and plans.
 */
export const InspectionTabs = () => <PageTabs label="inspections" tabs={TABS} />;
