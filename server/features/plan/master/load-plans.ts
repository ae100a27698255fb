import { sql } from 'kysely';
import type {
  NodeProcesses,
  PlanConfirmation,
  PlanFacts,
  PlanNodeFacts,
  PlanNodeLink,
} from '#shared/planning/master-plan/plan-answer.ts';
import type { PlanRelation } from '#shared/rules/plan-relation.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { Db } from '../../../db/database.ts';

type Reader = Pick<CurrentUser, 'factoryId' | 'zone'>;
type WithPlanId<T> = T & { planId: number };

/** How far the processes of a node are. */
export interface NodeProgress extends NodeProcesses {
  seq: number;
  startedOn: string | null;
  endedOn: string | null;
}

/** A plan as it is stored, with the progress of its processes and its confirmations. */
export interface LoadedPlan {
  readonly facts: PlanFacts;
  readonly nodes: readonly PlanNodeFacts[];
  readonly links: readonly PlanNodeLink[];
  readonly progress: readonly NodeProgress[];
  readonly confirmations: readonly PlanConfirmation[];
}

async function loadFacts(db: Db, factoryId: number, ids: readonly number[]): Promise<PlanFacts[]> {
  const { rows } = await sql<PlanFacts>`
    select m.id, m.version, m.name, m.order_id, o.code as order_code, o.name as order_name, o.state as order_state,
      m.project_id, p.code as project_code, p.name as project_name, t.name as template, m.direction, m.starts_on,
      coalesce(m.due_on, o.due_date, p.due_date) as due_on, m.workday_hours, m.remark, l.id as leader_id, l.name as leader
    from master_plan m
      left join work_order o on o.factory_id = m.factory_id and o.id = m.order_id
      left join project p on p.factory_id = m.factory_id and p.id = m.project_id
      left join project op on op.factory_id = m.factory_id and op.id = o.project_id and op.deleted_at is null
      left join employee l on l.factory_id = m.factory_id and l.id = coalesce(p.leader_id, op.leader_id)
      left join master_plan_template t on t.factory_id = m.factory_id and t.id = m.template_id
    where m.factory_id = ${factoryId} and m.id = any(${ids}::bigint[]) and m.deleted_at is null
    order by m.id desc`.execute(db);
  return rows;
}

type NodeRow = WithPlanId<PlanNodeFacts> & {
  afterSeq: number | null;
  relation: PlanRelation | null;
  postpositionDays: number | null;
};

async function loadNodes(db: Db, factoryId: number, ids: readonly number[]): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select n.owner_id as plan_id, n.seq, n.node_id, k.code, k.name, k.node_type, k.department_id, d.name as department,
      coalesce(n.estimated_hours, 0) as estimated_hours, n.after_seq, n.relation, n.postposition_days,
      array(select c.name from master_plan_node_craft_ids m
        join craft c on c.factory_id = m.factory_id and c.id = m.target_id
        where m.factory_id = k.factory_id and m.owner_id = k.id order by m.position) as crafts
    from master_plan_nodes n
      join master_plan_node k on k.factory_id = n.factory_id and k.id = n.node_id
      left join department d on d.factory_id = k.factory_id and d.id = k.department_id
    where n.factory_id = ${factoryId} and n.owner_id = any(${ids}::bigint[])
    order by n.owner_id, n.position`.execute(db);
  return rows;
}

async function loadLinks(
  db: Db,
  factoryId: number,
  ids: readonly number[],
): Promise<WithPlanId<PlanNodeLink>[]> {
  const { rows } = await sql<WithPlanId<PlanNodeLink>>`
    select owner_id as plan_id, seq, after_seq, relation, postposition_days as lag_days from master_plan_links
    where factory_id = ${factoryId} and owner_id = any(${ids}::bigint[]) order by owner_id, position`.execute(
    db,
  );
  return rows;
}

/**
 * Reads the progress of the nodes that are bound to crafts, from the processes of the orders of plans. A node starts
 * with the first report. It ends with the last report, or with the last change of a process without reports, once all
 * its processes are done.
 */
async function loadProgress(
  db: Db,
  { factoryId, zone }: Reader,
  ids: readonly number[],
): Promise<WithPlanId<NodeProgress>[]> {
  const { rows } = await sql<WithPlanId<NodeProgress>>`/* never prepared */
    with recursive tree as (
      select m.id as plan_id, m.project_id from master_plan m
      where m.factory_id = ${factoryId} and m.id = any(${ids}::bigint[]) and m.project_id is not null
      union
      select t.plan_id, c.id from tree t
        join project c on c.factory_id = ${factoryId} and c.parent_id = t.project_id and c.deleted_at is null
    ), planned_order as (
      select m.id as plan_id, m.order_id from master_plan m
      where m.factory_id = ${factoryId} and m.id = any(${ids}::bigint[]) and m.order_id is not null
      union
      select t.plan_id, o.id from tree t
        join work_order o on o.factory_id = ${factoryId} and o.project_id = t.project_id
      where o.deleted_at is null and o.state <> 'cancelled'
    ), work as (
      select n.owner_id as plan_id, n.seq, p.state in ('completed', 'specialAcceptance', 'scrapped') as is_done,
        r.started_at, coalesce(r.ended_at, p.updated_at) as ended_at
      from planned_order s
        join part t on t.factory_id = ${factoryId} and t.order_id = s.order_id and t.deleted_at is null
        join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
        join master_plan_nodes n on n.factory_id = t.factory_id and n.owner_id = s.plan_id
        join master_plan_node k on k.factory_id = n.factory_id and k.id = n.node_id and k.node_type = 'boundToCrafts'
        join master_plan_node_craft_ids c
          on c.factory_id = k.factory_id and c.owner_id = k.id and c.target_id = p.craft_id
        left join lateral (
          select min(w.started_at) as started_at, max(w.ended_at) as ended_at from work_report w
          where w.factory_id = p.factory_id and w.process_id = p.id and w.kind <> 'receive'
            and w.reversed_at is null and w.reverses_id is null
        ) r on true
    )
    select plan_id, seq, count(*)::integer as count, (count(*) filter (where is_done))::integer as done_count,
      (min(started_at) at time zone ${zone})::date as started_on,
      case when bool_and(is_done) then (max(ended_at) at time zone ${zone})::date end as ended_on
    from work group by plan_id, seq`.execute(db);
  return rows;
}

async function loadConfirmations(
  db: Db,
  factoryId: number,
  ids: readonly number[],
): Promise<WithPlanId<PlanConfirmation>[]> {
  const { rows } = await sql<WithPlanId<PlanConfirmation>>`
    select c.plan_id, c.id as confirmation_id, c.seq, c.kind, c.day, c.by_name, c.remark, c.at from plan_confirmation c
    where c.factory_id = ${factoryId} and c.plan_id = any(${ids}::bigint[]) and c.withdraws_id is null
      and not exists (select 1 from plan_confirmation w where w.factory_id = c.factory_id and w.withdraws_id = c.id)
    order by c.plan_id, c.id`.execute(db);
  return rows;
}

/**
 * Lists all links of a plan: the link of each node to its preceding node, and the additional links in
 * `links`.
 */
const listLinks = (nodes: readonly NodeRow[], links: readonly PlanNodeLink[]): PlanNodeLink[] => [
  ...nodes.flatMap(({ seq, afterSeq, relation, postpositionDays }) =>
    afterSeq === null
      ? []
      : [{ seq, afterSeq, relation: relation ?? 'finishToStart', lagDays: postpositionDays ?? 0 }],
  ),
  ...links.map(({ seq, afterSeq, relation, lagDays }) => ({ seq, afterSeq, relation, lagDays })),
];

/** Loads plans with their nodes, progress and confirmations, the newest first. Unknown ids are left out. */
export async function loadPlans(db: Db, reader: Reader, ids: readonly number[]): Promise<LoadedPlan[]> {
  const { factoryId } = reader;
  const facts = await loadFacts(db, factoryId, ids);
  const nodes = groupBy(await loadNodes(db, factoryId, ids), ({ planId }) => planId);
  const links = groupBy(await loadLinks(db, factoryId, ids), ({ planId }) => planId);
  const progress = groupBy(await loadProgress(db, reader, ids), ({ planId }) => planId);
  const confirmations = groupBy(await loadConfirmations(db, factoryId, ids), ({ planId }) => planId);
  return facts.map((planFacts) => ({
    facts: planFacts,
    nodes: nodes.get(planFacts.id) ?? [],
    links: listLinks(nodes.get(planFacts.id) ?? [], links.get(planFacts.id) ?? []),
    progress: progress.get(planFacts.id) ?? [],
    confirmations: confirmations.get(planFacts.id) ?? [],
  }));
}
