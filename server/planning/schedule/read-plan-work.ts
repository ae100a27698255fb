import { sql, type RawBuilder } from 'kysely';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import type { Instant } from '#shared/planning/engine/types.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { OPEN_WORK_COLUMNS_SQL, OPEN_WORK_TABLES_SQL, WORK_LEFT_CONDITION_SQL } from '../read-open-work.ts';
import type { OpenWork } from '../open-work.ts';

/** An open process with everything that decides where a plan can put it. */
export interface PlanWork extends OpenWork {
  parentId: number | null;
  /** Whether it is a first process of its part. It then waits for the parts that go into its part. */
  isFirst: boolean;
  craftId: number;
  state: ProcessState;
  external: boolean;
  schedulingAttribute: 'finite' | 'infinite' | 'fixedDays';
  presetDays: number | null;
  transferMinutes: number | null;
  plannedPeople: number | null;
  pinned: boolean;
  appointmentStart: Instant | null;
  appointmentEnd: Instant | null;
  /** When pieces were last sent to a supplier; null if no pieces are at a supplier. */
  sentAt: Instant | null;
}

/** An open order of the plan. */
export interface PlanOrder {
  id: number;
  /** The end of the due day; null if there is no due date. */
  due: Instant | null;
  /** The start of the planned first day, before which nobody may begin the order; null if there is none. */
  notBefore: Instant | null;
  priority: number;
  /**
   * The position of the deadline class of the order among all deadline classes, from 0; null without a
   * deadline class.
   */
  deadlineRank: number | null;
  createdAt: Instant;
}

/** A report that has started but not ended. */
export interface RunningReport {
  processId: number;
  deviceId: number | null;
  startedAt: Instant;
}

export interface OpenPlanWork {
  works: PlanWork[];
  orders: PlanOrder[];
  /** The parts of the open orders, each with the assembly into which it goes. */
  parts: { id: number; parentId: number | null }[];
  running: RunningReport[];
}

const buildMinuteSql = (instant: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${instant}) / 60)::bigint`;

/**
 * Builds the SQL condition for an order of the plan. The order with the id `askedOrderId` may also be a
 * draft, or suspended.
 */
const buildPlannedOrderCondition = (askedOrderId: number | null): RawBuilder<unknown> =>
  sql`o.deleted_at is null and (o.state in ('released', 'inProgress')
    or (o.id = ${askedOrderId}::bigint and o.state in ('draft', 'suspended')))`;

/**
 * Reads the open processes of released orders, including suspended and external ones, and their orders, parts
 * and running reports.
 * @param askedOrderId an order that is planned although it is not released; null if there is none
 */
export async function readPlanWork(
  db: Db,
  { factoryId, zone }: Pick<CurrentUser, 'factoryId' | 'zone'>,
  askedOrderId: number | null,
): Promise<OpenPlanWork> {
  const plannedOrderCondition = buildPlannedOrderCondition(askedOrderId);
  const works = await sql<PlanWork>`
    select ${OPEN_WORK_COLUMNS_SQL}, t.parent_id, p.craft_id, p.state, p.external,
      not exists (select 1 from process q where q.factory_id = p.factory_id and q.part_id = p.part_id
        and q.deleted_at is null and q.seq < p.seq) as is_first,
      c.scheduling_attribute, c.preset_days, coalesce(p.transfer_minutes, c.transfer_minutes) as transfer_minutes,
      p.planned_people, p.pinned, ${buildMinuteSql(sql`p.appointment_start`)} as appointment_start,
      ${buildMinuteSql(sql`p.appointment_end`)} as appointment_end,
      case when p.outsourced > 0 then (
        select ${buildMinuteSql(sql`max(m.at)`)} from outsourcing_movement_line l
        join outsourcing_movement m on m.factory_id = l.factory_id and m.id = l.movement_id and m.kind = 'sendPieces'
        where l.factory_id = p.factory_id and l.process_id = p.id and l.sent > 0) end as sent_at
    from ${OPEN_WORK_TABLES_SQL}
    where o.factory_id = ${factoryId} and ${plannedOrderCondition} and p.state <> 'scrapped'
      and ${WORK_LEFT_CONDITION_SQL}
    order by p.id`.execute(db);
  const orders = await sql<PlanOrder>`
    select o.id, o.priority, ${buildMinuteSql(sql`o.created_at`)} as created_at,
      ${buildMinuteSql(sql`(coalesce(o.due_date, o.promised_date) + 1)::timestamp at time zone ${zone}`)} as due,
      ${buildMinuteSql(sql`o.planned_start::timestamp at time zone ${zone}`)} as not_before,
      case when d.id is not null then (
        select count(*)::int from classification k where k.factory_id = o.factory_id and k.class_id = 'deadlineClass'
          and k.deleted_at is null and (k.seq, k.id) < (d.seq, d.id)) end as deadline_rank
    from work_order o
    left join classification d on d.factory_id = o.factory_id and d.id = o.deadline_class_id
    where o.factory_id = ${factoryId} and ${plannedOrderCondition} order by o.id`.execute(db);
  const parts = await sql<OpenPlanWork['parts'][number]>`
    select t.id, t.parent_id from part t
    join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where t.factory_id = ${factoryId} and t.deleted_at is null and ${plannedOrderCondition} order by t.id`.execute(
    db,
  );
  const running = await sql<RunningReport>`
    select r.process_id, r.device_id, ${buildMinuteSql(sql`r.started_at`)} as started_at from work_report r
    where r.factory_id = ${factoryId} and r.process_id is not null and r.ended_at is null and r.reversed_at is null
      and r.kind <> 'receive'
    order by r.started_at, r.id`.execute(db);
  return { works: works.rows, orders: orders.rows, parts: parts.rows, running: running.rows };
}
