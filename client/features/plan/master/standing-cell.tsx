import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { usePlanStandings } from '#client/production/plans/use-plans.ts';

/**
 * A cell of the list of plans: whether the plan is on time, and its due day. All cells share the answer of one call.
 */
export function StandingCell({ planId }: { planId: number }) {
  const t = useT();
  const { data } = usePlanStandings();
  const standing = data?.rows.find(({ id }) => id === planId);
  if (!standing) return null;
  return (
    <span className="plan-standing">
      {standing.light ? <StateMark state={standing.light} /> : t('planHasProblem')} {standing.dueOn ?? ''}
    </span>
  );
}
