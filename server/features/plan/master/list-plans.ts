import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { PlanStanding, WaitingNode } from '#shared/planning/master-plan/plan-answer.ts';
import { getToday } from '../../../db/clock.ts';
import type { Db } from '../../../db/database.ts';
import { readWorkdays } from '../../../planning/read-workdays.ts';
import { computeLoadedPlan } from './compute-loaded-plan.ts';
import { loadPlans } from './load-plans.ts';
import { listConfirmable, loadConfirmer, mayConfirmNode } from './may-confirm.ts';

/** The maximum number of plans whose days are computed. Only the newest plans are taken. */
const MAX_PLANS = 300;
const MAX_WAITING = 100;

/** Selects plans by order or project. Null means any order or any project. */
export interface PlanSubject {
  orderId: number | null;
  projectId: number | null;
}

/** Reads the newest plans of a subject, and computes their days. */
async function computePlans(db: Db, user: CurrentUser, { orderId, projectId }: PlanSubject) {
  const { rows } = await sql<{ id: number }>`
    select id from master_plan
    where factory_id = ${user.factoryId} and deleted_at is null
      and (${orderId}::bigint is null or order_id = ${orderId}) and (${projectId}::bigint is null or project_id = ${projectId})
    order by id desc limit ${MAX_PLANS}`.execute(db);
  const plans = await loadPlans(
    db,
    user,
    rows.map(({ id }) => id),
  );
  const today = getToday(db, user.zone);
  const isWorkday = await readWorkdays(db, user.factoryId);
  return plans.map((plan) => ({ plan, days: computeLoadedPlan(plan, isWorkday, today) }));
}

/** Lists the standings of the newest plans. */
export async function listStandings(
  db: Db,
  user: CurrentUser,
  subject: PlanSubject,
): Promise<(PlanStanding & { name: string })[]> {
  const plans = await computePlans(db, user, subject);
  return plans.map(({ plan: { facts, nodes }, days }) => {
    const knownDays = 'problem' in days ? null : days;
    return {
      id: facts.id,
      name: facts.name,
      dueOn: facts.dueOn,
      projectedEnd: knownDays?.projectedEnd ?? null,
      endedOn: knownDays?.endedOn ?? null,
      light: knownDays?.light ?? null,
      doneCount: knownDays?.nodes.filter(({ endedOn }) => endedOn !== null).length ?? 0,
      nodeCount: nodes.length,
    };
  });
}

/**
 * Lists the nodes that the caller is to confirm next, the most urgent first: those of the caller's
 * department, and those of projects that the caller leads. A node that cannot start before another node ends
 * is not listed.
 */
export async function listWaitingNodes(db: Db, user: CurrentUser): Promise<WaitingNode[]> {
  if (user.employeeId === null) return [];
  // People who may change plans may confirm every node. Their permissions do not count here, so only their
  // own nodes are listed.
  const confirmer = { ...(await loadConfirmer(db, user)), permissions: [] };
  const plans = await computePlans(db, user, { orderId: null, projectId: null });
  const waitingNodes = plans.flatMap(({ plan, days }): WaitingNode[] => {
    if ('problem' in days || plan.facts.orderState === 'cancelled') return [];
    const { id: planId, name: planName, orderCode, projectCode, leaderId } = plan.facts;
    const daysBySeq = new Map(days.nodes.map((node) => [node.seq, node]));
    const hasOpenPredecessor = (seq: number): boolean =>
      plan.links.some(
        (link) =>
          link.seq === seq &&
          link.relation === 'finishToStart' &&
          daysBySeq.get(link.afterSeq)?.endedOn === null,
      );
    return plan.nodes
      .filter((node) => mayConfirmNode(node, leaderId, confirmer))
      .map((node) => ({ node, nodeDays: daysBySeq.get(node.seq)! }))
      .filter(
        ({ node: { seq }, nodeDays: { startedOn, endedOn } }) =>
          endedOn === null && (startedOn !== null || !hasOpenPredecessor(seq)),
      )
      .map(({ node: { seq, name }, nodeDays }) => ({
        ...{ planId, planName, subject: orderCode ?? projectCode ?? '', seq, name },
        plannedEnd: nodeDays.plannedEnd,
        light: nodeDays.light,
        mayConfirm: listConfirmable(nodeDays),
      }));
  });
  return waitingNodes
    .toSorted((a, b) => (a.plannedEnd < b.plannedEnd ? -1 : a.plannedEnd > b.plannedEnd ? 1 : 0))
    .slice(0, MAX_WAITING);
}
