import { Button } from '@blueprintjs/core';
import type { MasterPlanDetail } from '#shared/planning/master-plan/plan-answer.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { getNodeState } from './use-describe-node.ts';
import '#client/kit/tables/plain-table.css';

interface Props {
  plan: MasterPlanDetail;
  onOpen: (seq: number) => void;
}

const HEADINGS = [
  'seq',
  'masterPlanNode',
  'responsibleForNode',
  'planWaitsFor',
  'planStanding',
  'planDates',
  'projectedDates',
  'needByDay',
  'planSlack',
] as const;

/** Shows the nodes of a plan as a table. A name opens the dialog of its node, as in the other views. */
export function PlanTable({ plan, onOpen }: Props) {
  const t = useT();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
    <div className="plan-scroll" tabIndex={0} role="region" aria-label={t('planAsTable')}>
      <table className="plain-table">
        <thead>
          <tr>
            {HEADINGS.map((term) => (
              <th key={term} scope="col">
                {t(term)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.nodes.map((node) => {
            const { seq, name, days, department, crafts, nodeType } = node;
            return (
              <tr key={seq}>
                <td>{seq}</td>
                <td>
                  <Button variant="minimal" text={name} onClick={() => onOpen(seq)} />
                </td>
                <td>{department ?? (crafts.length > 0 ? crafts.join(', ') : t(nodeType))}</td>
                <td>
                  {plan.links
                    .filter((link) => link.seq === seq)
                    .map(({ afterSeq, relation, lagDays }) => (
                      <div key={afterSeq}>
                        {afterSeq} {t(relation)}
                        {lagDays > 0 && ` +${lagDays} ${t('workingDays')}`}
                      </div>
                    ))}
                </td>
                <td>
                  <StateMark state={getNodeState(node)} /> {days && <StateMark state={days.light} />}
                </td>
                <td className="plan-days">{days && `${days.plannedStart} – ${days.plannedEnd}`}</td>
                <td className="plan-days">{days && `${days.projectedStart} – ${days.projectedEnd}`}</td>
                <td className="plan-days">{days?.needBy ?? '—'}</td>
                <td>
                  {days && days.endedOn === null
                    ? days.isCritical
                      ? t('nodeIsCritical')
                      : t('daysLong', { days: formatNumber(days.slackDays, 1) })
                    : '—'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
