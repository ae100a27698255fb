import { sql } from 'kysely';
import { choice, date, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { DUE_DAY_SQL } from '../ledger/order-lateness.ts';
import { defineReport } from './define-report.ts';
import { IS_PROCESS_DONE_SQL, PROJECTED_END_SQL } from './process-schedule-sql.ts';
import { projectedColumns } from './schedule-columns.ts';
import { makePercentColumn, makeSecondsColumn } from './work-columns.ts';

interface OrderTrackingRow {
  orderId: number;
  /** The codes of the project and of the projects above it, the topmost first. */
  projectPath: string | null;
  projectCode: string | null;
  leaderName: string | null;
  orderCode: string;
  orderName: string;
  customerName: string | null;
  orderState: OrderState;
  quantity: number;
  completedQuantity: number;
  /** In percent. */
  progress: number;
  openProcesses: number;
  hold: number;
  scrap: number;
  /** The run time of the reports of the order, in seconds. `totalSeconds` is the time of all its reports. */
  runSeconds: number;
  totalSeconds: number;
  /**
   * ISO 22400-2: run time (APT) by the time from the first start to the end of the order (AOET); null until it ended.
   */
  productionProcessRatio: number | null;
  /** ISO 22400-2: all reported time (AUBT) by AOET. */
  allocationRatio: number | null;
  /** ISO 22400-2, throughput rate: pieces per hour of AOET. */
  throughputPerHour: number | null;
  dueDate: string | null;
  /**
   * The day on which the order ends according to the applied plan; null if an open process is missing in the
   * plan.
   */
  projectedEnd: string | null;
  /** The days from the due date to the end, or to the later of today and the projected end; at least 0. */
  lateDays: number;
}

/**
 * The progress and the delay of each order, by project. Without `orderState`, the report shows the orders
 * that are released, in progress, suspended or completed. Today is the current day in the time zone of the
 * factory.
 */
export const projectProductionTracking = defineReport<OrderTrackingRow>()({
  name: 'projectProductionTracking',
  path: '/mes/form/projectProductionTracking',
  page: 'workshop/projectProductionTrackingTable',
  words: {
    projectProductionTracking: [
      '项目生产跟踪表',
      'Project tracking',
      '專案生產追蹤表',
      'プロジェクト別生産追跡表',
    ],
    projectPath: ['项目层级', 'Project tree', '專案層級', 'プロジェクト階層'],
    productionProcessRatio: ['加工时间率', 'Production process ratio', '加工時間率', '加工時間率'],
    allocationRatio: ['占用率', 'Allocation ratio', '佔用率', '割当率'],
    throughputPerHour: ['每小时产出', 'Pieces per hour', '每小時產出', '時間当たり出来高'],
  },
  parameters: {
    projectId: ref('project'),
    customerId: ref('customer'),
    leaderId: ref('employee', { label: 'leader' }),
    orderState: choice(ORDER_STATES),
    limit: number({ min: 1, max: 1000, decimals: 0, initial: 200, label: 'mostRows' }),
  },
  columns: {
    orderId: { field: ref('workOrder', { required: true }), label: 'workOrder', hidden: true },
    projectPath: { field: text(), label: 'projectPath' },
    projectCode: { field: text(), label: 'project', hidden: true },
    leaderName: { field: text(), label: 'leader' },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    orderName: { field: text({ required: true }), label: 'name' },
    customerName: { field: text(), label: 'customer' },
    orderState: { field: choice(ORDER_STATES, { required: true }), label: 'orderState' },
    quantity: { field: quantity({ required: true }), label: 'quantity' },
    completedQuantity: { field: quantity({ required: true }), label: 'completed' },
    progress: makePercentColumn('progress'),
    openProcesses: {
      field: number({ required: true, decimals: 0, min: 0 }),
      label: 'openProcesses',
      total: true,
    },
    hold: { field: quantity({ required: true }), label: 'hold' },
    scrap: { field: quantity({ required: true }), label: 'scrap' },
    runSeconds: makeSecondsColumn('runTime'),
    totalSeconds: makeSecondsColumn('totalTime'),
    productionProcessRatio: makePercentColumn('productionProcessRatio'),
    allocationRatio: makePercentColumn('allocationRatio'),
    throughputPerHour: { field: number({ decimals: 4, min: 0 }), label: 'throughputPerHour' },
    dueDate: { field: date(), label: 'dueDate' },
    ...projectedColumns,
  },
  rowKey: ['orderId'],
  watches: ['workOrder', 'part', 'process', 'workReport', 'project', 'customer', 'employee'],
  clock: 'day',
  chart: { label: 'orderCode', bars: ['progress'] },
  details: { page: 'workshop/workshopProductionTrackingTable', parameters: { orderId: 'orderId' } },
  run: async (db, user, { projectId, customerId, leaderId, orderState, limit }) => {
    const { factoryId, zone } = user;
    const { rows } = await sql<OrderTrackingRow>`
      with recursive project_tree as (
        select j.id, j.code, j.leader_id, j.code as path, j.id = ${projectId}::bigint as is_wanted
        from project j where j.factory_id = ${factoryId} and j.parent_id is null and j.deleted_at is null
        union all
        select j.id, j.code, coalesce(j.leader_id, a.leader_id), a.path || ' › ' || j.code,
          a.is_wanted or j.id = ${projectId}::bigint
        from project_tree a
        join project j on j.factory_id = ${factoryId} and j.parent_id = a.id and j.deleted_at is null
      ), shown as (
        select o.id, o.code, o.name, o.state, o.customer_id, o.quantity, o.completed_quantity, o.progress, o.started_at, o.ended_at,
          j.path, j.code as project_code, j.leader_id, ${DUE_DAY_SQL} as due_date
        from work_order o
        left join project_tree j on j.id = o.project_id
        where o.factory_id = ${factoryId} and o.deleted_at is null
          and (${projectId}::bigint is null or j.is_wanted)
          and (${customerId}::bigint is null or o.customer_id = ${customerId}::bigint)
          and (${leaderId}::bigint is null or j.leader_id = ${leaderId}::bigint)
          and case when ${orderState}::text is not null then o.state = ${orderState}::text
            else o.state in ('released', 'inProgress', 'suspended', 'completed') end
        order by j.path nulls last, ${DUE_DAY_SQL} nulls last, o.priority, o.id
        limit ${limit}
      )
      select s.id as order_id, s.path as project_path, s.project_code, e.name as leader_name, s.code as order_code,
        s.name as order_name, c.short_name as customer_name, s.state as order_state, s.quantity, s.completed_quantity, s.progress,
        q.open_processes, q.hold, q.scrap, w.run_seconds, w.total_seconds,
        round(w.run_seconds * 100 / a.seconds, 1) as production_process_ratio,
        round(w.total_seconds * 100 / a.seconds, 1) as allocation_ratio,
        round(s.completed_quantity * 3600 / a.seconds, 4) as throughput_per_hour,
        s.due_date, q.projected_end,
        greatest(0, case when s.ended_at is not null then (s.ended_at at time zone ${zone})::date
          else greatest((now() at time zone ${zone})::date, q.projected_end) end - s.due_date) as late_days
      from shown s
      left join customer c on c.factory_id = ${factoryId} and c.id = s.customer_id
      left join employee e on e.factory_id = ${factoryId} and e.id = s.leader_id
      -- The calendar time from the first start to the end of an order that has ended.
      cross join lateral (select case when s.ended_at > s.started_at
        then extract(epoch from s.ended_at - s.started_at)::numeric end as seconds) a
      cross join lateral (
        select count(*) filter (where not p.is_done)::integer as open_processes, coalesce(sum(p.hold), 0) as hold,
          coalesce(sum(p.scrap), 0) as scrap,
          case when bool_and(p.ends_at is not null) filter (where not p.is_done)
            then (max(p.ends_at) at time zone ${zone})::date end as projected_end
        from (
          select p.hold, p.scrap, ${IS_PROCESS_DONE_SQL} as is_done, ${PROJECTED_END_SQL} as ends_at
          from part t
          join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
          where t.factory_id = ${factoryId} and t.order_id = s.id and t.deleted_at is null
        ) p
      ) q
      cross join lateral (
        select coalesce(sum(r.seconds) filter (where r.phase = 'run'), 0)::integer as run_seconds,
          coalesce(sum(r.seconds), 0)::integer as total_seconds
        from part t
        join process p on p.factory_id = t.factory_id and p.part_id = t.id
        join work_report r on r.factory_id = p.factory_id and r.process_id = p.id and r.ended_at is not null
          and r.reversed_at is null and r.reverses_id is null
        where t.factory_id = ${factoryId} and t.order_id = s.id
      ) w
      order by s.path nulls last, s.due_date nulls last, s.id`.execute(db);
    return rows;
  },
});
