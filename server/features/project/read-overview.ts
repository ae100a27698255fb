import { sql } from 'kysely';
import {
  MAX_PROJECT_ORDERS,
  type ProjectFigures,
  type ProjectOrder,
  type ProjectOverview,
} from '#shared/planning/project-figures.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { buildExpectedLateCondition, DUE_DAY_SQL } from '../../ledger/order-lateness.ts';
import { buildProjectTreeSql } from './project-tree.ts';

type Caller = Pick<CurrentUser, 'factoryId' | 'zone'>;

/**
 * Reads the progress of a project and of each of its sub-projects. The progress of a project includes its sub-projects.
 */
async function readFigures(
  db: Db,
  { factoryId, zone }: Caller,
  projectId: number,
): Promise<ProjectFigures[]> {
  const { rows } = await sql<ProjectFigures>`/* never prepared */
    with recursive ${buildProjectTreeSql(factoryId, projectId)}, hand as materialized (
      select o.id, o.project_id, o.progress, o.state in ('completed', 'closed') as done,
        ${buildExpectedLateCondition(zone)} as late
      from tree join work_order o on o.factory_id = ${factoryId} and o.project_id = tree.id
      where o.deleted_at is null and o.state <> 'cancelled'
    ), line as (
      select hand.id as order_id, greatest(0, coalesce(p.planned_quantity, 0) - p.inherited_loss - p.accepted_loss)
        * coalesce(nullif(p.man_minutes, 0), nullif(p.device_minutes, 0)) as minutes
      from hand
        join part t on t.factory_id = ${factoryId} and t.order_id = hand.id and t.deleted_at is null
        join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
    ), size as materialized (
      -- A process without a standard time counts as the average process of its order.
      select order_id, avg(minutes) * count(*) as minutes from line group by order_id
    ), sized as materialized (
      select hand.*, size.minutes from hand left join size on size.order_id = hand.id
    ), figures as (
      select upper.id, count(o.id) as orders, count(o.id) filter (where o.done) as done_orders,
        count(o.id) filter (where o.late) as late_orders,
        sum(o.progress * o.minutes) as earned, sum(o.minutes) as minutes, coalesce(avg(o.minutes), 1) as average,
        sum(o.progress) filter (where o.minutes is null) as earned_unsized,
        count(o.id) filter (where o.minutes is null) as unsized
      from tree upper
        join tree lower on upper.id = any (lower.path)
        left join sized o on o.project_id = lower.id
      group by upper.id
    )
    select p.id, p.parent_id, tree.depth, p.code, p.name, e.name as leader_name, p.due_date,
      f.orders, f.done_orders, f.late_orders,
      round((coalesce(f.earned, 0) + coalesce(f.earned_unsized, 0) * f.average)
        / nullif(coalesce(f.minutes, 0) + f.unsized * f.average, 0), 4) as progress
    from tree
      join figures f on f.id = tree.id
      join project p on p.factory_id = ${factoryId} and p.id = tree.id
      left join employee e on e.factory_id = p.factory_id and e.id = p.leader_id
    order by (select array_agg(u.code order by a.n) from unnest(tree.path) with ordinality a (id, n)
      join project u on u.factory_id = ${factoryId} and u.id = a.id), tree.path`.execute(db);
  return rows;
}

async function readOrders(db: Db, factoryId: number, projectId: number): Promise<ProjectOrder[]> {
  const { rows } = await sql<ProjectOrder>`/* never prepared */
    with recursive ${buildProjectTreeSql(factoryId, projectId)}
    select o.id, o.code, o.name, o.project_id, o.state, o.progress, o.quantity, o.completed_quantity, o.planned_start,
      o.due_date, o.promised_date, o.started_at, o.ended_at, o.projected_end
    from tree join work_order o on o.factory_id = ${factoryId} and o.project_id = tree.id
    where o.deleted_at is null and o.state <> 'cancelled'
    order by ${DUE_DAY_SQL} nulls last, o.code, o.id limit ${MAX_PROJECT_ORDERS}`.execute(db);
  return rows;
}

/**
 * Reads the sub-projects and the orders of a project, with their progress and lateness.
 * @throws rowNotFound
 */
export async function readProjectOverview(
  db: Db,
  caller: Caller,
  projectId: number,
): Promise<ProjectOverview> {
  const projects = await readFigures(db, caller, projectId);
  if (projects.length === 0) throw makeError('rowNotFound');
  const orders = await readOrders(db, caller.factoryId, projectId);
  return { projects, orders, orderCount: projects[0]!.orders };
}
