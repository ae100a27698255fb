import { useQuery } from '@tanstack/react-query';
import {
  PROJECT_COST_PERMISSION,
  type ProjectCost,
  type ProjectOverview,
} from '#shared/planning/project-figures.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';

/** The entities whose changes trigger a new read, and the minimum time between two reads in ms. */
const OVERVIEW_META = { watches: ['workOrder', 'part', 'process', 'workReport', 'employee'], pace: 3000 };
const COST_META = { watches: ['workReport', 'workOrder', 'costType'], pace: 10_000 };

/**
 * Reads a project, the figures of its sub-projects and orders, and its cost. The cost is read only for users who may
 * see it. The data reloads when it changes.
 */
export function useProject(id: number) {
  const user = useUser();
  const project = useQuery({
    queryKey: queryKeys.entity('project', 'get', id),
    queryFn: ({ signal }) => call<Entity<'project'>>(`${entities.project.path}/get`, { id }, { signal }),
  });
  const overview = useQuery({
    queryKey: queryKeys.entity('project', 'overview', id),
    queryFn: ({ signal }) => call<ProjectOverview>(`${entities.project.path}/overview`, { id }, { signal }),
    meta: OVERVIEW_META,
  });
  const cost = useQuery({
    queryKey: queryKeys.entity('project', 'cost', id),
    queryFn: ({ signal }) => call<ProjectCost>(`${entities.project.path}/cost`, { id }, { signal }),
    enabled: hasPermission(user, PROJECT_COST_PERMISSION),
    meta: COST_META,
  });
  return { project, overview, cost };
}
