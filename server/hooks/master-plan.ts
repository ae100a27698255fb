import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, HooksOf, SavedRowOf } from './hooks.ts';
import { completePlanLines } from './plan-lines.ts';

type Plan = DraftOf<'masterPlan'>;

/** Refuses a plan that is for neither an order nor a project, and a plan that is for both. */
function refuseWrongSubject({ orderId, projectId }: Plan): void {
  if ((orderId === null) !== (projectId === null)) return;
  const field = orderId === null ? 'orderId' : 'projectId';
  throw makeError(
    'planSubject',
    {},
    { [field]: { reason: orderId === null ? 'required' : 'notAReference' } },
  );
}

/** Copies the nodes, links and working day of the template into a new plan without nodes. */
async function copyTemplate(tx: Transaction, next: Plan): Promise<void> {
  if (next.templateId === null || next.nodes.length > 0) return;
  const nodes = await sql<Plan['nodes'][number]>`
    select seq, node_id, estimated_hours, after_seq, relation, postposition_days from master_plan_template_nodes
    where factory_id = ${tx.factoryId} and owner_id = ${next.templateId} order by position`.execute(tx.db);
  const links = await sql<Plan['links'][number]>`
    select seq, after_seq, relation, postposition_days from master_plan_template_links
    where factory_id = ${tx.factoryId} and owner_id = ${next.templateId} order by position`.execute(tx.db);
  const template = await tx.db
    .selectFrom('masterPlanTemplate')
    .select('workdayHours')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', next.templateId)
    .executeTakeFirstOrThrow();
  next.nodes = nodes.rows;
  next.links = links.rows;
  next.workdayHours = template.workdayHours;
}

/** The planned start and the due date of the order or project of a plan, and the time zone of the factory. */
interface SubjectDays {
  plannedStart: string | null;
  dueDate: string | null;
  zone: string;
}

async function loadSubjectDays(tx: Transaction, { orderId, projectId }: Plan): Promise<SubjectDays> {
  const { rows } = await sql<SubjectDays>`
    select o.planned_start, coalesce(o.due_date, p.due_date) as due_date, f.zone
    from factory f
      left join work_order o on o.factory_id = f.id and o.id = ${orderId}
      left join project p on p.factory_id = f.id and p.id = ${projectId}
    where f.id = ${tx.factoryId}`.execute(tx.db);
  return rows[0]!;
}

/**
 * Fills in the start of a plan that is scheduled forwards: the planned start of its order, or else today. Refuses a
 * plan without a due day if it is scheduled backwards, and a plan that starts after its due day.
 */
async function completeDays(tx: Transaction, next: Plan): Promise<void> {
  const { plannedStart, dueDate, zone } = await loadSubjectDays(tx, next);
  const dueOn = next.dueOn ?? dueDate;
  if (next.direction === 'backwards' && dueOn === null)
    throw makeError('fieldsInvalid', {}, { dueOn: { reason: 'required' } });
  if (next.direction === 'forwards') next.startsOn ??= plannedStart ?? toLocalDay(zone, Date.parse(tx.now));
  if (next.dueOn !== null && next.startsOn !== null && next.startsOn > next.dueOn)
    throw makeError('startAfterEnd', {}, { dueOn: { reason: 'notADate' } });
}

/** Refuses to remove a node that somebody has confirmed, or to replace it by another node. */
async function refuseLostConfirmations(
  tx: Transaction,
  next: Plan,
  before: SavedRowOf<'masterPlan'>,
): Promise<void> {
  const nodeIdBySeq = new Map(next.nodes.map(({ seq, nodeId }) => [seq, nodeId]));
  const lostLines = before.nodes.filter(({ seq, nodeId }) => nodeIdBySeq.get(seq) !== nodeId);
  if (lostLines.length === 0) return;
  const { rows } = await sql<{ seq: number; nodeName: string }>`
    select c.seq, k.name as node_name
    from plan_confirmation c
      join master_plan_nodes n on n.factory_id = c.factory_id and n.owner_id = c.plan_id and n.seq = c.seq
      join master_plan_node k on k.factory_id = n.factory_id and k.id = n.node_id
    where c.factory_id = ${tx.factoryId} and c.plan_id = ${before.id} and c.withdraws_id is null
      and c.seq = any(${lostLines.map(({ seq }) => seq)}::integer[])
      and not exists (select 1 from plan_confirmation w where w.factory_id = c.factory_id and w.withdraws_id = c.id)
    order by c.seq limit 1`.execute(tx.db);
  if (rows[0])
    throw makeError('planNodeConfirmed', { name: rows[0].nodeName }, { nodes: { reason: 'notAReference' } });
}

/**
 * A plan is for one order or one project. Its lines follow the rules of templates. A node that somebody has
 * confirmed cannot be removed.
 */
export const masterPlanHooks: HooksOf<'masterPlan'> = {
  batchable: true,
  beforeSave: async (tx, next, before) => {
    refuseWrongSubject(next);
    if (!before) await copyTemplate(tx, next);
    await completeDays(tx, next);
    await completePlanLines(tx, next);
    if (before) await refuseLostConfirmations(tx, next, before);
  },
};
