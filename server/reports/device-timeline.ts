import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { choice, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { DEVICE_INTERVAL_STATES, type DeviceIntervalState } from '#shared/answers/device-state.ts';
import { defineReport } from './define-report.ts';
import {
  buildDeviceLevelSql,
  buildDeviceRepairsSql,
  buildDeviceTimesSql,
  buildDeviceWorkSql,
} from './device-times.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { buildShiftSql } from './shift-window.ts';
import { resolveShownDay } from './shown-day.ts';

interface DeviceIntervalRow {
  deviceId: number;
  deviceCode: string;
  deviceName: string;
  state: DeviceIntervalState;
  startsAt: string;
  /** Null while the interval lasts. */
  endsAt: string | null;
  /** The shift of the factory. It is the same in all rows. */
  shiftStartsAt: string;
  shiftEndsAt: string;
}

/**
 * The states of the devices during the current shift or, if no shift is running, during the last one. There is one row
 * for each interval; adjacent intervals of one state are merged. At each instant a device has the first state of
 * `deviceStates` whose condition holds. Calls that do not stop a device have separate intervals. A device has no idle
 * or off intervals before it was created. Scrapped devices are left out.
 */
export const deviceTimeline = defineReport<DeviceIntervalRow>()({
  name: 'deviceTimeline',
  path: '/mes/form/deviceTimeline',
  words: {
    intervalState: ['状态', 'State', '狀態', '状態'],
    shiftStartsAt: ['班次开始', 'Shift starts', '班別開始', 'シフト開始'],
    shiftEndsAt: ['班次结束', 'Shift ends', '班別結束', 'シフト終了'],
  },
  parameters: {
    ...GROUP_SCOPE_FIELDS,
    ...SHOWN_DAY_FIELDS,
    limit: number({ min: 1, max: 500, decimals: 0, initial: 100, label: 'mostRows' }),
  },
  columns: {
    deviceId: { field: ref('device', { required: true }), label: 'device', hidden: true },
    deviceCode: { field: text({ required: true }), label: 'code' },
    deviceName: { field: text({ required: true }), label: 'device' },
    state: { field: choice(DEVICE_INTERVAL_STATES, { required: true }), label: 'intervalState' },
    startsAt: { field: moment({ required: true }), label: 'startedAt' },
    endsAt: { field: moment(), label: 'endedAt' },
    shiftStartsAt: { field: moment({ required: true }), label: 'shiftStartsAt' },
    shiftEndsAt: { field: moment({ required: true }), label: 'shiftEndsAt' },
  },
  rowKey: ['deviceId', 'state', 'startsAt'],
  watches: [
    'device',
    'workReport',
    'abnormalCall',
    ...GROUP_SCOPE_ENTITIES,
    'roster',
    'classTable',
    'holiday',
    'factory',
  ],
  clock: 'shift',
  run: async (db, { factoryId, zone }, { limit, ...otherParams }) => {
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const day = resolveShownDay(db, zone, otherParams);
    const { rows } = await sql<DeviceIntervalRow>`
      with ${buildShiftSql(factoryId, zone, 'last', day)}, span as (
        select starts_at as opens, least(ends_at, now()) as closes from shift
      ), shop as materialized (
        select id, code, name, status, work_group_id, created_at from device
        where factory_id = ${factoryId} and deleted_at is null and status <> 'scrapped'
          and ${buildGroupCondition('device.work_group_id', scope)}
        order by code, id limit ${limit}
      ), ${buildDeviceLevelSql(factoryId)}, ${buildDeviceTimesSql(factoryId, zone)},
      ${buildDeviceRepairsSql(factoryId)}, ${buildDeviceWorkSql(factoryId)}, spells as (
        select device_id, 'down' as state, times from device_repairs
        union all
        select device_id, case when stops then 'down' else 'callHelp' end, times from device_calls
        union all
        select device_id, case phase when 'stop' then 'down' when 'preparation' then 'setup' else 'running' end, times
        from device_reports
      ), merged as (
        select s.id, tstzmultirange(tstzrange(span.opens, span.closes)) as whole,
               tstzmultirange(tstzrange(
                 greatest(span.opens, s.created_at), greatest(span.closes, span.opens, s.created_at)
               )) as known,
               coalesce(range_agg(x.times) filter (where x.state = 'down'), '{}') as down,
               coalesce(range_agg(x.times) filter (where x.state = 'setup'), '{}') as setup,
               coalesce(range_agg(x.times) filter (where x.state = 'running'), '{}') as running,
               coalesce(range_agg(x.times) filter (where x.state = 'callHelp'), '{}') as calls
        from shop s cross join span left join spells x on x.device_id = s.id
        group by s.id, s.created_at, span.opens, span.closes
      ), states as (
        select id, 'down' as state, down * whole as times from merged
        union all
        select id, 'setup', (setup - down) * whole from merged
        union all
        select id, 'running', (running - setup - down) * whole from merged
        union all
        select id, 'off', known - working.times - down - setup - running
        from merged join device_times working on working.device_id = id
        union all
        select id, 'idle', known * working.times - down - setup - running
        from merged join device_times working on working.device_id = id
        union all
        select id, 'callHelp', calls * whole from merged
      )
      select s.id as device_id, s.code as device_code, s.name as device_name, x.state, lower(t) as starts_at,
             case when upper(t) < shift.ends_at and upper(t) >= span.closes then null else upper(t) end as ends_at,
             shift.starts_at as shift_starts_at, shift.ends_at as shift_ends_at
      from shift cross join span cross join states x cross join unnest(x.times) t
      join shop s on s.id = x.id
      order by s.code, s.id, lower(t), x.state`.execute(db);
    return rows;
  },
});
