import { sql } from 'kysely';
import type { ConfirmationKind } from '#shared/planning/master-plan/plan-answer.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { findActualDays } from './compute-loaded-plan.ts';
import type { LoadedPlan } from './load-plans.ts';

interface ConfirmedNode {
  confirmationId: number;
  seq: number;
  kind: ConfirmationKind;
  /** The person who confirmed, and who gets no notice. */
  employeeId: number | null;
}

/** Lists the tasks of departments that can start because a node has ended. */
function listNextNodes(plan: LoadedPlan, endedSeq: number): { seq: number; departmentId: number }[] {
  const actualDays = findActualDays(plan);
  const hasEnded = (seq: number): boolean =>
    seq === endedSeq || (actualDays.get(seq)?.endedOn ?? null) !== null;
  return plan.nodes.flatMap(({ seq, nodeType, departmentId }) => {
    const awaitedLinks = plan.links.filter((link) => link.seq === seq && link.relation === 'finishToStart');
    const { startedOn, endedOn } = actualDays.get(seq)!;
    const canStart =
      startedOn === null &&
      endedOn === null &&
      awaitedLinks.some(({ afterSeq }) => afterSeq === endedSeq) &&
      awaitedLinks.every(({ afterSeq }) => hasEnded(afterSeq));
    return canStart && nodeType === 'departmentTask' && departmentId !== null ? [{ seq, departmentId }] : [];
  });
}

/**
 * Notifies the people whom a confirmation concerns: the leader of the project, and the heads of departments whose task
 * can start now. If a department has no head, all its people are notified.
 */
export async function notifyConcerned(
  tx: Transaction,
  plan: LoadedPlan,
  { confirmationId, seq, kind, employeeId }: ConfirmedNode,
): Promise<void> {
  const nextNodes = kind === 'finishNode' ? listNextNodes(plan, seq) : [];
  await sql`
    with next as (
      select * from jsonb_to_recordset(${JSON.stringify(nextNodes)}::jsonb) as n (seq integer, "departmentId" bigint)
    ), person as (
      select e.id, n.seq, e.departmental_role = 'head' as is_head,
        bool_or(e.departmental_role = 'head') over (partition by n.seq) as has_head
      from next n join employee e on e.factory_id = ${tx.factoryId} and e.department_id = n."departmentId"
      where e.deleted_at is null and e.working_status <> 'quit'
    ), concerned as (
      select id, min(seq) as seq from person where is_head or not has_head group by id
      union
      select e.id, null from employee e where e.factory_id = ${tx.factoryId} and e.id = ${plan.facts.leaderId}
        and e.deleted_at is null and not exists (select 1 from person p where p.id = e.id and (p.is_head or not p.has_head))
    )
    insert into plan_notice (factory_id, confirmation_id, employee_id, next_seq)
    select ${tx.factoryId}, ${confirmationId}, c.id, c.seq from concerned c
    where c.id is distinct from ${employeeId}::bigint`.execute(tx.db);
}
