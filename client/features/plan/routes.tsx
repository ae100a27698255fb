import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const PlanNodesInput = fetchOnFirstRender('PlanNodesInput', () => import('./plan-nodes-input.tsx'));

export const pages = {
  project: makeEntityPage('project', { icon: 'project' }),
  masterPlanNode: makeEntityPage('masterPlanNode', { icon: 'plan', listPath: '/system/basic/order/node' }),
  masterPlanTemplate: makeEntityPage('masterPlanTemplate', {
    icon: 'plan',
    inputs: { nodes: PlanNodesInput },
  }),
  cycleScheduleSetting: makeEntityPage('cycleScheduleSetting', { icon: 'schedule', single: true }),
} satisfies Feature['pages'];
