import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { getPlanPath, PLANS_PATH, WAITING_PLANS_PATH } from '#client/production/plans/plan-paths.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const PlanNodesInput = fetchOnFirstRender('PlanNodesInput', () => import('./plan-nodes-input.tsx'));

const PlanScreen = fetchOnFirstRender('PlanScreen', () => import('./master/plan-screen.tsx'));
const PlanInboxScreen = fetchOnFirstRender('PlanInboxScreen', () => import('./master/plan-inbox-screen.tsx'));
const PlanTabs = fetchOnFirstRender('PlanTabs', () => import('./master/plan-tabs.tsx'));
const StandingCell = fetchOnFirstRender('StandingCell', () => import('./master/standing-cell.tsx'));

const CapacityLoadScreen = fetchOnFirstRender(
  'CapacityLoadScreen',
  () => import('./capacity/capacity-load-screen.tsx'),
);

const ScheduleScreen = fetchOnFirstRender('ScheduleScreen', () => import('./schedule/schedule-screen.tsx'));
const DailyPlanScreen = fetchOnFirstRender('DailyPlanScreen', () => import('./daily/daily-plan-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: '/plan',
    element: <DailyPlanScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'dailyPlanPage', menu: { icon: 'plan' } },
  },
  {
    path: '/plan/CapacityLoad',
    element: <CapacityLoadScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'capacityLoad', menu: { icon: 'capacity' } },
  },
  {
    path: '/plan/CycleSchedule',
    element: <ScheduleScreen />,
    handle: { permission: 'WORK_PLAN_CYCLE_SCHEDULE', title: 'cycleSchedule', menu: { icon: 'plan' } },
  },
  {
    path: WAITING_PLANS_PATH,
    element: <PlanInboxScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'masterPlans', path: PLANS_PATH },
  },
  {
    path: `${PLANS_PATH}/:id`,
    element: <PlanScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'masterPlans', path: PLANS_PATH },
  },
];

export const pages = {
  masterPlan: makeEntityPage('masterPlan', {
    icon: 'plan',
    listPath: PLANS_PATH,
    editPath: (row) => (row ? getPlanPath(row.id) : `${PLANS_PATH}/edit/new`),
    tabs: PlanTabs,
    inputs: { nodes: PlanNodesInput },
    firstColumnsOnPhone: ['name', 'dueOn'],
    cells: { dueOn: (row) => <StandingCell planId={row.id} /> },
    cellWidths: { dueOn: () => 220 },
  }),
  masterPlanNode: makeEntityPage('masterPlanNode', { icon: 'plan', listPath: '/system/basic/order/node' }),
  masterPlanTemplate: makeEntityPage('masterPlanTemplate', {
    icon: 'plan',
    inputs: { nodes: PlanNodesInput },
  }),
  cycleScheduleSetting: makeEntityPage('cycleScheduleSetting', { icon: 'schedule', isSingle: true }),
} satisfies Feature['pages'];
