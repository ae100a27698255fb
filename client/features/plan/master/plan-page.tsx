import { Button } from '@blueprintjs/core';
import { EditIcon, TrashIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { MasterPlanDetail } from '#shared/planning/master-plan/plan-answer.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { PLANS_PATH } from '#client/production/plans/plan-paths.ts';
import { NodeDialog } from './node-dialog.tsx';
import { PlanGantt } from './plan-gantt.tsx';
import { PlanNetwork } from './plan-network.tsx';
import { PlanTable } from './plan-table.tsx';
import '#client/kit/pages/record-page.css';
import './master-plan.css';

const VIEWS = ['planAsGantt', 'planAsNetwork', 'planAsTable'] as const;

/** The order or project of a plan, as a link for people who may open it. */
function PlanSubjectLink({ plan }: { plan: MasterPlanDetail }) {
  const user = useUser();
  const isOrder = plan.orderId !== null;
  const text = isOrder ? `${plan.orderCode} ${plan.orderName}` : `${plan.projectCode} ${plan.projectName}`;
  const mayOpen = hasPermission(user, isOrder ? 'WORK_ORDER' : 'PROJECT_MANAGE');
  const path = isOrder ? `/order/${plan.orderId}` : `/project/${plan.projectId}`;
  return mayOpen ? <Link to={path}>{text}</Link> : <span>{text}</span>;
}

function PlanHead({ plan }: { plan: MasterPlanDetail }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const remove = useDeleteRows(entities.masterPlan as EntityDeclaration);
  const { days, nodes } = plan;
  const doneCount = nodes.filter((node) => node.days?.endedOn).length;
  const deletePlan = async () => {
    if (await remove([plan.id], plan.name)) await navigate(PLANS_PATH);
  };
  return (
    <header className="record-head">
      <div>
        <h1>{plan.name}</h1>
        <p>
          {days && <StateMark state={days.light} />}
          <PlanSubjectLink plan={plan} />
          {plan.leader && (
            <span>
              {t('leader')}: {plan.leader}
            </span>
          )}
          <span>{plan.dueOn ? t('dueOn', { day: plan.dueOn }) : t('noDueDate')}</span>
          {days && (
            <span>
              {t(days.endedOn === null ? 'expectedEndOfPlan' : 'endOfPlan')} {days.projectedEnd}
            </span>
          )}
          <span>{t('nodesDone', { done: doneCount, count: nodes.length })}</span>
        </p>
        {plan.remark && <p>{plan.remark}</p>}
      </div>
      {hasPermission(user, 'WORK_PLAN_MODIFY') && (
        <div className="record-actions">
          <Button
            icon={<EditIcon />}
            text={t('edit')}
            onClick={() => void navigate(`${PLANS_PATH}/edit/${plan.id}`)}
          />
          <Button icon={<TrashIcon />} aria-label={t('delete')} onClick={() => void deletePlan()} />
        </div>
      )}
    </header>
  );
}

/**
 * The page of a master plan: whether the plan is on time, and its nodes as bars over time, as a network or as a table.
 */
export function PlanPage({ plan }: { plan: MasterPlanDetail }) {
  const t = useT();
  const [view, setView] = useState<(typeof VIEWS)[number]>('planAsGantt');
  const [openSeq, setOpenSeq] = useState<number | null>(null);
  useSetPageName(plan.name);
  const openNode = plan.nodes.find(({ seq }) => seq === openSeq);
  const canDraw = plan.days !== null && plan.nodes.length > 0;
  return (
    <section className="record-page" aria-label={plan.name}>
      <PlanHead plan={plan} />
      <div className="master-plan">
        {plan.problem && plan.problem !== 'cyclicPlan' && (
          <p className="master-plan-problem" role="alert">
            {t(plan.problem)}
          </p>
        )}
        {plan.problem === 'cyclicPlan' && (
          <p className="master-plan-problem" role="alert">
            {t('planGoesRound')}
          </p>
        )}
        {plan.nodes.length === 0 && <p className="master-plan-note">{t('planWithoutNodes')}</p>}
        {canDraw && <ChoiceSwitch label={t('planView')} choices={VIEWS} value={view} onChange={setView} />}
        {canDraw && view === 'planAsGantt' && <PlanGantt plan={plan} onOpen={setOpenSeq} />}
        {canDraw && view === 'planAsNetwork' && <PlanNetwork plan={plan} onOpen={setOpenSeq} />}
        {canDraw && view === 'planAsTable' && <PlanTable plan={plan} onOpen={setOpenSeq} />}
      </div>
      {openNode && <NodeDialog plan={plan} node={openNode} onClose={() => setOpenSeq(null)} />}
    </section>
  );
}
