import type { MasterPlanDetail, MasterPlanNodeAnswer } from '#shared/planning/master-plan/plan-answer.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

/** Returns the state of a node: open, begun or ended. */
export const getNodeState = ({ days }: MasterPlanNodeAnswer): 'nodeOpen' | 'nodeBegun' | 'nodeEnded' =>
  days?.endedOn ? 'nodeEnded' : days?.startedOn ? 'nodeBegun' : 'nodeOpen';

/** Returns a function that describes a node as a text, for the tooltips and for screen readers. */
export function useDescribeNode(plan: MasterPlanDetail): (node: MasterPlanNodeAnswer) => string {
  const t = useT();
  const nameOf = (seq: number): string => plan.nodes.find((node) => node.seq === seq)?.name ?? String(seq);
  return (node) => {
    const { days } = node;
    const predecessorNames = plan.links
      .filter((link) => link.seq === node.seq)
      .map((link) => nameOf(link.afterSeq));
    return [
      `${node.seq} ${node.name}`,
      t(getNodeState(node)),
      ...(days
        ? [
            t(days.light),
            `${t('planDates')} ${days.plannedStart} – ${days.plannedEnd}`,
            `${t('projectedDates')} ${days.projectedStart} – ${days.projectedEnd}`,
            ...(days.isCritical ? [t('nodeIsCritical')] : []),
            ...(!days.isCritical && days.endedOn === null
              ? [t('slackDays', { days: formatNumber(days.slackDays, 1) })]
              : []),
          ]
        : []),
      ...(predecessorNames.length > 0 ? [`${t('planWaitsFor')} ${predecessorNames.join(', ')}`] : []),
    ].join(' · ');
  };
}
