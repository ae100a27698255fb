import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const PlanNodesInput = fetchOnFirstRender('PlanNodesInput', () => import('./plan-nodes-input.tsx'));

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
];

export const pages = {
  masterPlanNode: makeEntityPage('masterPlanNode', { icon: 'plan', listPath: '/system/basic/order/node' }),
  masterPlanTemplate: makeEntityPage('masterPlanTemplate', {
    icon: 'plan',
    inputs: { nodes: PlanNodesInput },
  }),
  cycleScheduleSetting: makeEntityPage('cycleScheduleSetting', { icon: 'schedule', isSingle: true }),
} satisfies Feature['pages'];
