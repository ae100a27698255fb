import { PageTabs, type PageTab } from '#client/kit/pages/page-tabs.tsx';
import { CALIBRATIONS_PATH, GAUGES_PATH, STUDIES_PATH } from './gauge-paths.ts';

const TABS: readonly PageTab[] = [
  { path: GAUGES_PATH, title: 'gauges', permission: 'QUALITY_GAUGE', end: true },
  { path: CALIBRATIONS_PATH, title: 'gaugeCalibrations', permission: 'QUALITY_GAUGE' },
  { path: STUDIES_PATH, title: 'gaugeStudies' },
];

/** The tabs of gauges: the gauges, their calibrations, and the studies of measurement systems. */
export const GaugeTabs = () => <PageTabs label="gauges" tabs={TABS} />;
