import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { choice, number, text } from '#shared/kernel/fields.ts';
import { buildSpanSql, CHART_PERIODS } from './chart-period.ts';
import { defineReport } from './define-report.ts';
import {
  buildDeviceLevelSql,
  buildDeviceRepairsSql,
  buildDeviceTimesSql,
  buildDeviceWorkSql,
} from './device-times.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { resolveShownDay } from './shown-day.ts';

interface StopReasonRow {
  /** The id of the type of the calls; 'repair' for repairs, 'report' for stops that were only reported. */
  reasonKey: string;
  /** The name of the type of the calls; null for the other reasons. */
  reasonName: string | null;
  stopCount: number;
  seconds: number;
}

/**
 * How often and for how long the devices stood still in a period, by reason: the type of a call that stops
 * the device, a repair, or a reported stop. The reason with the longest total time comes first. Only the
 * shift times of a device up to now count. At each instant only one reason counts for a device: a call comes
 * before a repair, and a repair before a reported stop. Of several calls, the call that was raised first
 * counts. A stop that continues after the end of a shift counts once.
 */
export const stopPareto = defineReport<StopReasonRow>()({
  name: 'stopPareto',
  path: '/mes/form/stopPareto',
  words: {
    reasonKey: ['原因标识', 'Reason key', '原因識別', '要因キー'],
    stopReason: ['停机原因', 'Reason', '停機原因', '停止要因'],
    numberOfStops: ['停机次数', 'Stops', '停機次數', '停止回数'],
  },
  parameters: {
    period: choice(CHART_PERIODS, { initial: 'lastSevenDays' }),
    ...GROUP_SCOPE_FIELDS,
    ...SHOWN_DAY_FIELDS,
  },
  columns: {
    reasonKey: { field: text({ required: true }), label: 'reasonKey', hidden: true },
    reasonName: { field: text(), label: 'stopReason' },
    stopCount: { field: number({ required: true, decimals: 0 }), label: 'numberOfStops', total: true },
    seconds: {
      field: number({ required: true, unit: 'seconds', decimals: 0 }),
      label: 'stopTime',
      total: true,
    },
  },
  rowKey: ['reasonKey'],
  watches: [
    'workReport',
    'abnormalCall',
    'classification',
    'device',
    ...GROUP_SCOPE_ENTITIES,
    'roster',
    'classTable',
    'holiday',
    'factory',
  ],
  clock: 'minute',
  run: async (db, { factoryId, zone }, { period, ...otherParams }) => {
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const day = resolveShownDay(db, zone, otherParams);
    const { rows } = await sql<StopReasonRow>`
      with ${buildSpanSql(factoryId, zone, period, day)}, shop as materialized (
        select id, status, work_group_id from device
        where factory_id = ${factoryId} and deleted_at is null and status <> 'scrapped'
          and ${buildGroupCondition('device.work_group_id', scope)}
      ), ${buildDeviceLevelSql(factoryId)}, ${buildDeviceTimesSql(factoryId, zone)},
      ${buildDeviceRepairsSql(factoryId)}, ${buildDeviceWorkSql(factoryId)}, stops as (
        select device_id, type_id::text as reason, 1 as priority, times from device_calls where stops
        union all
        select device_id, 'repair', 2, times from device_repairs
        union all
        select device_id, 'report', 3, times from device_reports where phase = 'stop'
      ), placed as (
        select s.*, row_number() over (partition by s.device_id order by priority, lower(s.times), reason) as place
        from stops s join shop on shop.id = s.device_id
      ), owned as (
        -- Subtracts from each stop the times of the stops with a smaller place.
        select p.reason, (tstzmultirange(p.times) - coalesce((
            select range_agg(o.times) from placed o where o.device_id = p.device_id and o.place < p.place
          ), '{}')) * tstzmultirange(tstzrange(span.opens, span.closes)) * w.times as times
        from placed p cross join span join device_times w on w.device_id = p.device_id
      ), measured as (
        select reason, (
          select sum(extract(epoch from upper(t) - lower(t))) from unnest(times) t
        ) as seconds
        from owned where not isempty(times)
      )
      select m.reason as reason_key, k.name as reason_name, count(*)::integer as stop_count,
             round(sum(m.seconds), 0)::integer as seconds
      from measured m
      left join classification k on k.factory_id = ${factoryId} and k.id::text = m.reason
      group by m.reason, k.name
      having sum(m.seconds) > 0
      order by seconds desc, reason_key`.execute(db);
    return rows;
  },
});
