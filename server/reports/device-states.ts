import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, flag, moment, number, text } from '#shared/kernel/fields.ts';
import { DEVICE_STATES, type DeviceState } from '#shared/answers/device-state.ts';
import { defineReport } from './define-report.ts';
import { buildDeviceLevelSql } from './device-times.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';

interface DeviceStateRow {
  id: number;
  code: string;
  name: string;
  groupName: string | null;
  state: DeviceState;
  since: string | null;
  /** Whether the open report began more than 24 hours ago. */
  forgotten: boolean;
  orderCode: string | null;
  partName: string | null;
  processName: string | null;
  people: string | null;
  /** The code of the device's oldest open call. Calls that stop the device take precedence over other calls. */
  callCode: string | null;
  callType: string | null;
}

/**
 * The current states of the devices that are not scrapped. A device has the first of these states whose condition
 * holds: down (in repair, stopped by an open call, or with an open stop report), setup (with an open preparation
 * report), running (with an open run report), off (outside its shifts), idle (otherwise). The shifts come from the
 * roster of the device, otherwise of its work group, otherwise of the factory. A device without any of these rosters
 * is never off.
 */
export const deviceStates = defineReport<DeviceStateRow>()({
  name: 'deviceStates',
  path: '/mes/form/deviceStates',
  page: 'device/states',
  icon: 'states',
  words: {
    deviceState: ['运行状态', 'State', '運轉狀態', '稼働状態'],
    stateSince: ['状态开始', 'Since', '狀態開始', '開始'],
  },
  parameters: {
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 1000, decimals: 0, initial: 500, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    code: { field: text({ required: true }), label: 'code' },
    name: { field: text({ required: true }), label: 'device' },
    groupName: { field: text(), label: 'workGroup' },
    state: { field: choice(DEVICE_STATES, { required: true }), label: 'deviceState' },
    since: { field: moment(), label: 'stateSince' },
    forgotten: { field: flag(), label: 'forgotten' },
    orderCode: { field: text(), label: 'workOrder' },
    partName: { field: text(), label: 'part' },
    processName: { field: text(), label: 'process' },
    people: { field: text(), label: 'people' },
    callCode: { field: text(), label: 'callCode' },
    callType: { field: text(), label: 'abnormalType' },
  },
  rowKey: ['id'],
  watches: [
    'device',
    ...GROUP_SCOPE_ENTITIES,
    'workReport',
    'abnormalCall',
    'classification',
    'process',
    'part',
    'workOrder',
    'craft',
    'employee',
    'roster',
    'classTable',
    'holiday',
    'factory',
  ],
  clock: 'minute',
  run: async (db, user, { limit, ...otherParams }) => {
    const { factoryId, zone } = user;
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const { rows } = await sql<DeviceStateRow>`
      with calendar as (
        select (now() at time zone ${zone})::date as today
      ), shop as materialized (
        select d.id, d.code, d.name, d.status, d.work_group_id, g.name as group_name
        from device d left join work_group g on g.factory_id = ${factoryId} and g.id = d.work_group_id
        where d.factory_id = ${factoryId} and d.deleted_at is null and d.status <> 'scrapped'
          and ${buildGroupCondition('d.work_group_id', scope)}
        order by d.code, d.id limit ${limit}::bigint
      ), ${buildDeviceLevelSql(factoryId)}, windows as (
        select level, coalesce(device_id, work_group_id, 0) as target, bool_or(now() < ends_at) as is_on,
               max(starts_at) as began, max(ends_at) as ended
        from calendar, shift_windows(${factoryId}, ${zone}, today - 10, today)
        where employee_id is null and starts_at <= now()
        group by 1, 2
      ), shifts as (
        select l.id, l.level, w.is_on, w.began, w.ended
        from device_level l
        left join windows w on w.level = l.level
          and w.target = case l.level when 1 then l.id when 2 then l.work_group_id else 0 end
      ), calls as (
        select distinct on (c.device_id) c.device_id, c.code, c.stops, c.raised_at, k.name as type_name
        from abnormal_call c join classification k on k.factory_id = ${factoryId} and k.id = c.type_id
        where c.factory_id = ${factoryId} and c.deleted_at is null and c.state in ('raised', 'acknowledged', 'onSite')
          and c.device_id is not null
        order by c.device_id, c.stops desc, c.raised_at
      ), work as (
        select distinct on (device_id) device_id, id, process_id, task_id, phase, started_at
        from work_report
        where factory_id = ${factoryId} and ended_at is null and reversed_at is null and reverses_id is null
          and device_id is not null and kind <> 'receive'
        order by device_id, case phase when 'stop' then 1 when 'preparation' then 2 else 3 end, started_at, id
      ), seen as (
        select s.*, calls.code as call_code, calls.type_name as call_type, work.id as report_id, work.process_id, work.task_id,
               coalesce(work.started_at < now() - interval '24 hours', false) as forgotten,
               case
                 when s.status = 'repair' or calls.stops or work.phase = 'stop' then 'down'
                 when work.phase = 'preparation' then 'setup'
                 when work.phase = 'run' then 'running'
                 when shifts.level is not null and not coalesce(shifts.is_on, false) then 'off'
                 else 'idle'
               end as state,
               case when s.status = 'repair' then turned.at end as repair_since,
               case when calls.stops then calls.raised_at end as stopped_since,
               case when work.phase = 'stop' then work.started_at end as stop_since,
               work.started_at, shifts.began, shifts.ended, turned.at as turned_at,
               case when turned.was_another then turned.at end as given_back_at, solved.at as solved_at,
               before.ended_at as work_ended
        from shop s
        join shifts on shifts.id = s.id
        left join calls on calls.device_id = s.id
        left join work on work.device_id = s.id
        -- The log has the time of the last change of the device's status.
        left join lateral (
          select at, before ->> 'status' is not null as was_another from log
          where factory_id = ${factoryId} and entity = 'device' and entity_id = s.id
            and before ->> 'status' is distinct from after ->> 'status'
          order by at desc limit 1
        ) turned on true
        left join lateral (
          select max(coalesce(solved_at, cancelled_at)) as at from abnormal_call
          where factory_id = ${factoryId} and device_id = s.id and stops and state in ('solved', 'cancelled')
        ) solved on true
        left join lateral (
          select ended_at from work_report
          where factory_id = ${factoryId} and device_id = s.id and ended_at is not null
            and reversed_at is null and reverses_id is null
          order by ended_at desc limit 1
        ) before on true
      )
      select s.id, s.code, s.name, s.group_name, s.state, s.forgotten, o.code as order_code, part.name as part_name,
             coalesce(p.name, c.name) as process_name, s.call_code, s.call_type,
             case s.state
               when 'down' then least(s.repair_since, s.stopped_since, s.stop_since)
               when 'setup' then greatest(s.started_at, s.given_back_at, s.solved_at)
               when 'running' then greatest(s.started_at, s.given_back_at, s.solved_at)
               when 'off' then greatest(s.ended, s.work_ended)
               else greatest(s.began, s.work_ended, s.turned_at, s.solved_at)
             end as since,
             (
               select string_agg(e.name, ', ' order by w.position)
               from work_report_people w join employee e on e.factory_id = ${factoryId} and e.id = w.employee_id
               where w.factory_id = ${factoryId} and w.owner_id = s.report_id
             ) as people
      from seen s
      left join process p on p.factory_id = ${factoryId} and p.id = s.process_id
      left join extra_process x on x.factory_id = ${factoryId} and x.task_id = s.task_id
      left join craft c on c.factory_id = ${factoryId} and c.id = coalesce(p.craft_id, x.craft_id)
      left join part on part.factory_id = ${factoryId} and part.id = coalesce(p.part_id, x.part_id)
      left join work_order o on o.factory_id = ${factoryId} and o.id = part.order_id
      order by s.code, s.id`.execute(db);
    return rows;
  },
});
