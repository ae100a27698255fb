import { Button } from '@blueprintjs/core';
import { AddIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { NewPlanDialog } from './new-plan-dialog.tsx';
import { getPlanPath } from './plan-paths.ts';
import { type PlanSubject, usePlanStandings } from './use-plans.ts';
import './subject-plans.css';

interface Props {
  subject: PlanSubject;
  /** The name that a new plan gets. */
  name: string;
}

/**
 * Shows the master plans of an order or project with their standing, and a button that begins another plan.
 */
export function SubjectPlans({ subject, name }: Props) {
  const t = useT();
  const user = useUser();
  const { data } = usePlanStandings(subject);
  const [isAdding, setIsAdding] = useState(false);
  const mayAdd = hasPermission(user, 'WORK_PLAN_MODIFY');
  const plans = data?.rows ?? [];
  if (plans.length === 0 && !mayAdd) return null;
  return (
    <div className="subject-plans">
      {plans.map((plan) => (
        <span key={plan.id}>
          {t('plansOfSubject')} <Link to={getPlanPath(plan.id)}>{plan.name}</Link>{' '}
          {plan.light && <StateMark state={plan.light} />}{' '}
          {t('nodesDone', { done: plan.doneCount, count: plan.nodeCount })}
        </span>
      ))}
      {mayAdd && (
        <Button
          variant="minimal"
          icon={<AddIcon />}
          text={t('newPlanFor')}
          onClick={() => setIsAdding(true)}
        />
      )}
      {isAdding && <NewPlanDialog subject={subject} name={name} onClose={() => setIsAdding(false)} />}
    </div>
  );
}
