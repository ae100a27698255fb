import { makeError } from '#shared/kernel/errors.ts';
import { ref } from '#shared/kernel/fields.ts';
import { PROJECT_COST_PERMISSION } from '#shared/planning/project-figures.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { readProjectCost } from './read-cost.ts';
import { readProjectOverview } from './read-overview.ts';

const input = { id: ref('project', { required: true, label: 'project' }) } as const;

export const projectRoutes: Route[] = [
  defineQuery({
    path: '/mes/project/overview',
    permission: 'PROJECT_MANAGE',
    input,
    run: ({ db, user, input: { id } }) => readProjectOverview(db, user, id),
  }),
  defineQuery({
    path: '/mes/project/cost',
    permission: 'PROJECT_MANAGE',
    input,
    run: async ({ db, user, input: { id } }) => {
      if (!hasPermission(user, PROJECT_COST_PERMISSION)) throw makeError('noPermission');
      return readProjectCost(db, user.factoryId, id);
    },
  }),
];
