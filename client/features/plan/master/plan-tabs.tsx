import { PageTabs, type PageTab } from '#client/kit/pages/page-tabs.tsx';
import { PLANS_PATH, WAITING_PLANS_PATH } from '#client/production/plans/plan-paths.ts';

const TABS: readonly PageTab[] = [
  { path: PLANS_PATH, title: 'masterPlans', end: true },
  { path: WAITING_PLANS_PATH, title: 'waitingForMe' },
];

/** The tabs of master plans: all plans, and what waits for the user. */
export const PlanTabs = () => <PageTabs label="masterPlans" tabs={TABS} />;
