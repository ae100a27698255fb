import { PageTabs, type PageTab } from '#client/kit/pages/page-tabs.tsx';
import { ALL_CORRECTIVES_PATH, CORRECTIVE_PATH, MEASURES_PATH } from './corrective-paths.ts';

const TABS: readonly PageTab[] = [
  { path: CORRECTIVE_PATH, title: 'waitingForMe', end: true },
  { path: ALL_CORRECTIVES_PATH, title: 'correctiveActions' },
  { path: `${MEASURES_PATH}?state=measureOpen`, title: 'correctiveMeasures' },
];

/** The tabs of corrective actions: what waits for the user, all corrective actions, and their open measures. */
export const CorrectiveTabs = () => <PageTabs label="correctiveActions" tabs={TABS} />;
