import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { PlanNotice } from '#shared/planning/master-plan/plan-answer.ts';
import type { Db } from '../../../db/database.ts';
import type { Transaction } from '../../../db/transaction.ts';

const MAX_NOTICES = 50;

/** Lists the notices that the caller has not seen yet, the newest first. */
export async function listNotices(db: Db, { factoryId, employeeId }: CurrentUser): Promise<PlanNotice[]> {
  if (employeeId === null) return [];
  const { rows } = await sql<PlanNotice>`
    select n.id as notice_id, c.plan_id, m.name as plan_name, coalesce(o.code, p.code, '') as subject, c.kind,
      k.name as node_name, nk.name as next_name, c.day, c.by_name, c.at
    from plan_notice n
      join plan_confirmation c on c.factory_id = n.factory_id and c.id = n.confirmation_id
      join master_plan m on m.factory_id = c.factory_id and m.id = c.plan_id and m.deleted_at is null
      join master_plan_nodes l on l.factory_id = c.factory_id and l.owner_id = c.plan_id and l.seq = c.seq
      join master_plan_node k on k.factory_id = l.factory_id and k.id = l.node_id
      left join master_plan_nodes nl on nl.factory_id = c.factory_id and nl.owner_id = c.plan_id and nl.seq = n.next_seq
      left join master_plan_node nk on nk.factory_id = nl.factory_id and nk.id = nl.node_id
      left join work_order o on o.factory_id = m.factory_id and o.id = m.order_id
      left join project p on p.factory_id = m.factory_id and p.id = m.project_id
    where n.factory_id = ${factoryId} and n.employee_id = ${employeeId} and n.seen_at is null
    order by n.id desc limit ${MAX_NOTICES}`.execute(db);
  return rows;
}

/** Marks a notice as seen. @throws rowNotFound if it is not one of the caller's */
export async function markNoticeSeen(
  tx: Transaction,
  { employeeId }: CurrentUser,
  noticeId: number,
): Promise<{ noticeId: number }> {
  const notice = await tx.db
    .updateTable('planNotice')
    .set({ seenAt: tx.now })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', noticeId)
    .where('employeeId', '=', employeeId ?? 0)
    .returning('confirmationId')
    .executeTakeFirst();
  if (!notice) throw makeError('rowNotFound', {}, { noticeId: { reason: 'notAReference' } });
  const { planId } = await tx.db
    .selectFrom('planConfirmation')
    .select('planId')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', notice.confirmationId)
    .executeTakeFirstOrThrow();
  // This makes the other screens of the caller read the notices again.
  tx.announce('plan', 'masterPlan', [planId]);
  return { noticeId };
}
