import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, flag, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { PLANNED_TIME_KINDS, type PlannedTimeKind } from '#shared/planning/planned-work.ts';
import { PROJECTED_END_SQL } from '../planning/projected-end.ts';
import { readToleranceMs } from '../planning/daily-plan/read-adherence.ts';
import { DUE_DAY_SQL } from '../ledger/order-lateness.ts';
import { buildProcessOpenCondition } from '../ledger/process-conditions.ts';
import {
  HAS_PLACE_BEGUN_SQL,
  IS_DEVICE_WORKING_SQL,
  IS_SHARE_MADE_SQL,
  PLACE_COUNTS_SQL,
} from '../ledger/process-shares.ts';
import { defineReport } from './define-report.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';

interface PlannedWorkRow {
  deviceId: number;
  /** The id of the process; 0 for a downtime, and in the only row of a device with neither work nor downtimes. */
  processId: number;
  /** The position of a downtime in the list of the device, from 1; 0 for work. */
  downtimePosition: number;
  deviceCode: string;
  deviceName: string;
  /** Whether the device is in repair. */
  inRepair: boolean;
  orderCode: string | null;
  partName: string | null;
  processName: string | null;
  workState: PlannedTimeKind | null;
  downtimeReason: string | null;
  startsAt: string | null;
  endsAt: string | null;
  /** The days from the due day of the order to the day on which it is expected to be ready; at least 0. */
  orderLateDays: number;
  /** When the plan was applied. It is the same in all rows. */
  plannedAt: string;
}

/**
 * The work of each device in the next hours according to the applied plan, open work that was planned to
 * begin earlier, and the planned downtimes since the last hour. A device without any of these has one row.
 * Without an applied plan, there are no rows.
 */
export const machineSchedule = defineReport<PlannedWorkRow>()({
  name: 'machineSchedule',
  path: '/mes/form/machineSchedule',
  words: {
    inRepair: ['维修中', 'In repair', '維修中', '修理中'],
    workState: ['状态', 'State', '狀態', '状態'],
    orderLateDays: ['工单延迟', 'Order late by', '工單延遲', '指図の遅れ'],
  },
  parameters: {
    ...GROUP_SCOPE_FIELDS,
    hours: number({ min: 1, max: 72, decimals: 0, initial: 24, label: 'hoursAhead' }),
    limit: number({ min: 1, max: 500, decimals: 0, initial: 100, label: 'mostRows' }),
  },
  columns: {
    deviceId: { field: ref('device', { required: true }), label: 'device', hidden: true },
    processId: { field: number({ required: true, decimals: 0 }), label: 'process', hidden: true },
    downtimePosition: { field: number({ required: true, decimals: 0 }), label: 'downtimes', hidden: true },
    deviceCode: { field: text({ required: true }), label: 'code' },
    deviceName: { field: text({ required: true }), label: 'device' },
    inRepair: { field: flag({ required: true }), label: 'inRepair' },
    orderCode: { field: text(), label: 'workOrder' },
    partName: { field: text(), label: 'part' },
    processName: { field: text(), label: 'process' },
    workState: { field: choice(PLANNED_TIME_KINDS), label: 'workState' },
    downtimeReason: { field: text(), label: 'downtimeReason' },
    startsAt: { field: moment(), label: 'plannedStart' },
    endsAt: { field: moment(), label: 'plannedEnd' },
    orderLateDays: { field: number({ required: true, unit: 'days', decimals: 0 }), label: 'orderLateDays' },
    plannedAt: { field: moment({ required: true }), label: 'planAppliedAt' },
  },
  rowKey: ['deviceId', 'processId', 'downtimePosition'],
  watches: [
    'process',
    'part',
    'workOrder',
    'workReport',
    'device',
    'classification',
    'cycleScheduleSetting',
    ...GROUP_SCOPE_ENTITIES,
  ],
  clock: 'minute',
  run: async (db, { factoryId, zone }, { hours, limit, ...otherParams }) => {
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const toleranceMs = await readToleranceMs(db, factoryId);
    const { rows } = await sql<PlannedWorkRow>`
      with plan as (
        select applied_at from schedule_run
        where factory_id = ${factoryId} and state = 'applied' and replaced_at is null
      ), shop as materialized (
        select id, code, name, status from device
        where factory_id = ${factoryId} and deleted_at is null and status <> 'scrapped'
          and ${buildGroupCondition('device.work_group_id', scope)}
        order by code, id limit ${limit}
      ), work as materialized (
        select a.device_id, a.process_id, a.starts_at, a.ends_at,
               case when a.share_id = 0 then p.open_reports > 0 else ${IS_DEVICE_WORKING_SQL} end as is_running,
               case when ${HAS_PLACE_BEGUN_SQL} then a.ends_at else a.starts_at end as overdue_at, coalesce(p.name, c.name) as process_name, t.name as part_name, t.order_id
        from shop
        join planned_operation a on a.factory_id = ${factoryId} and a.device_id = shop.id
          and a.starts_at < now() + make_interval(hours => ${hours})
        join process p on p.factory_id = a.factory_id and p.id = a.process_id and p.deleted_at is null
          and ${buildProcessOpenCondition('p')} and p.state <> 'suspended'
          -- A process that planners have moved or split since then is somewhere else.
          and ${PLACE_COUNTS_SQL} and not ${IS_SHARE_MADE_SQL}
        join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
        join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      ), late as materialized (
        select o.id, o.code,
               greatest(0, ((${PROJECTED_END_SQL} - interval '1 minute') at time zone ${zone})::date - ${DUE_DAY_SQL}) as late_days
        from work_order o
        where o.factory_id = ${factoryId} and o.id in (select order_id from work) and o.deleted_at is null
          and o.state in ('released', 'inProgress')
      )
      select shop.id as device_id, coalesce(w.process_id, 0) as process_id,
             coalesce(w.downtime_position, 0) as downtime_position, shop.code as device_code,
             shop.name as device_name, shop.status = 'repair' as in_repair, w.code as order_code, w.part_name,
             w.process_name, w.starts_at, w.ends_at, coalesce(w.late_days, 0) as order_late_days, w.downtime_reason,
             case when w.downtime_position > 0 then 'downtimes'
               when w.is_running then 'processing'
               when w.overdue_at + make_interval(secs => ${toleranceMs / 1000}) < now() then 'behindPlan'
               when w.process_id is not null then 'workPlanned' end as work_state,
             plan.applied_at as planned_at
      from plan cross join shop
      left join lateral (
        select work.process_id, 0 as downtime_position, work.starts_at, work.ends_at, work.is_running, work.overdue_at,
               work.process_name, work.part_name, late.code, late.late_days, null as downtime_reason
        from work join late on late.id = work.order_id
        where work.device_id = shop.id
        union all
        select 0, d.position + 1, d.down_from, d.down_until, false, null, null, null, null, 0,
               coalesce(c.name, d.remark)
        from device_downtimes d
        left join classification c on c.factory_id = d.factory_id and c.id = d.reason_id
        where d.factory_id = ${factoryId} and d.owner_id = shop.id
          and d.down_from < now() + make_interval(hours => ${hours})
          and d.down_until > now() - interval '1 hour'
      ) w on true
      order by shop.code, shop.id, w.starts_at, w.process_id, w.downtime_position`.execute(db);
    return rows;
  },
});
