import {
  type ActualDays,
  computePlan,
  type PlanDays,
  type PlanProblem,
} from '#shared/planning/master-plan/compute-plan.ts';
import type { LoadedPlan } from './load-plans.ts';

/**
 * Finds the days on which the nodes have really started and ended, from processes or confirmations. The keys
 * are the `seq` of the nodes.
 */
export function findActualDays({ nodes, progress, confirmations }: LoadedPlan): Map<number, ActualDays> {
  return new Map(
    nodes.map(({ seq, nodeType }) => {
      if (nodeType === 'boundToCrafts') {
        const nodeProgress = progress.find((row) => row.seq === seq);
        return [seq, { startedOn: nodeProgress?.startedOn ?? null, endedOn: nodeProgress?.endedOn ?? null }];
      }
      const findDay = (kind: string): string | null =>
        confirmations.find((confirmation) => confirmation.seq === seq && confirmation.kind === kind)?.day ??
        null;
      return [seq, { startedOn: findDay('beginNode'), endedOn: findDay('finishNode') }];
    }),
  );
}

/** Computes the days of a loaded plan. */
export function computeLoadedPlan(
  plan: LoadedPlan,
  isWorkday: (day: string) => boolean,
  today: string,
): PlanDays | PlanProblem {
  const { workdayHours, direction, startsOn, dueOn } = plan.facts;
  const nodes = plan.nodes.map(({ seq, estimatedHours }) => ({
    seq,
    hours: estimatedHours,
    links: plan.links.filter((link) => link.seq === seq),
  }));
  const actualDays = findActualDays(plan);
  return computePlan(
    { nodes, workdayHours, direction, startsOn, dueOn, actual: actualDays },
    isWorkday,
    today,
  );
}
