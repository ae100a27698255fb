import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { MasterPlanDetail, MasterPlanNodeAnswer } from '#shared/planning/master-plan/plan-answer.ts';
import { getToday } from '../../../db/clock.ts';
import type { Db } from '../../../db/database.ts';
import { readWorkdays } from '../../../planning/read-workdays.ts';
import { computeLoadedPlan, findActualDays } from './compute-loaded-plan.ts';
import { loadPlans } from './load-plans.ts';
import { listConfirmable, loadConfirmer, mayConfirmNode } from './may-confirm.ts';

/** Reads a plan with the days of its nodes, and what the caller may confirm. @throws rowNotFound */
export async function readPlan(db: Db, user: CurrentUser, id: number): Promise<MasterPlanDetail> {
  const [plan] = await loadPlans(db, user, [id]);
  if (!plan) throw makeError('rowNotFound');
  const today = getToday(db, user.zone);
  const computedPlan = computeLoadedPlan(plan, await readWorkdays(db, user.factoryId), today);
  const confirmer = await loadConfirmer(db, user);
  const actualDays = findActualDays(plan);
  const nodes = plan.nodes.map((facts): MasterPlanNodeAnswer => {
    const { seq, nodeId, code, name, nodeType, departmentId, department, crafts, estimatedHours } = facts;
    const progress = plan.progress.find((row) => row.seq === seq);
    const isAllowed = mayConfirmNode(facts, plan.facts.leaderId, confirmer);
    return {
      ...{ seq, nodeId, code, name, nodeType, departmentId, department, crafts, estimatedHours },
      days: 'problem' in computedPlan ? null : computedPlan.nodes.find((days) => days.seq === seq)!,
      processes:
        nodeType === 'boundToCrafts'
          ? { count: progress?.count ?? 0, doneCount: progress?.doneCount ?? 0 }
          : null,
      confirmations: plan.confirmations.filter((confirmation) => confirmation.seq === seq),
      mayConfirm: isAllowed ? listConfirmable(actualDays.get(seq)!) : [],
      mayWithdraw: isAllowed,
    };
  });
  const sharedAnswer = { ...plan.facts, today, nodes, links: [...plan.links] };
  if ('problem' in computedPlan) return { ...sharedAnswer, days: null, problem: computedPlan.problem };
  const { nodes: _nodes, ...days } = computedPlan;
  return { ...sharedAnswer, days, problem: null };
}
