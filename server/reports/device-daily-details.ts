import { sql } from 'kysely';
import { date, number, ref, text } from '#shared/kernel/fields.ts';
import { getToday } from '../db/clock.ts';
import { DAILY_REPORT_PERIOD_LIMITS, DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import {
  DAY_BAR_COLUMNS,
  PHASE_FILTER_BY_COLUMN,
  DAY_SELECT_LIST,
  DAY_SUM_COLUMNS,
  dailyFigureColumns,
  LAST_GROUP_SQL,
  makePercentColumn,
  type DayRow,
} from './work-columns.ts';

interface DeviceDayRow extends DayRow {
  deviceId: number;
  deviceName: string;
  deviceCode: string;
  groupName: string | null;
  /**
   * The time of the day's shifts minus breaks, at most the normal capacity of the device; null if both are unknown.
   */
  capacitySeconds: number | null;
  /** The time of preparation and run in percent of the capacity; null if the capacity is unknown or 0. */
  utilisation: number | null;
}

/**
 * The work of each device on each work day on which the device has reports. Only closed reports count, without
 * receipts, reversed reports and reversals. If two reports of a device overlap in time, the overlap counts twice. The
 * work day, the capacity, the group and the standard times come from the snapshots that were made when the reports were
 * closed.
 */
export const deviceDailyDetails = defineReport<DeviceDayRow>()({
  name: 'deviceDailyDetails',
  path: '/mes/form/deviceDailyDetails',
  page: 'device/daily/details',
  words: {
    deviceDailyDetails: ['设备日报', 'Machine daily report', '設備日報', '設備別日報'],
    utilisation: ['利用率', 'Utilisation', '利用率', '稼働率'],
    capacityTime: ['可用工时', 'Capacity', '可用工時', '能力時間'],
  },
  parameters: {
    ...DAY_PARAMETERS,
    deviceId: ref('device'),
    workGroupId: ref('workGroup'),
  },
  period: DAILY_REPORT_PERIOD_LIMITS,
  columns: {
    day: { field: date({ required: true }), label: 'day' },
    deviceId: { field: ref('device', { required: true }), label: 'device', hidden: true },
    deviceName: { field: text({ required: true }), label: 'device' },
    deviceCode: { field: text({ required: true, max: 40 }), label: 'code' },
    groupName: { field: text(), label: 'workGroup' },
    ...dailyFigureColumns,
    capacitySeconds: {
      field: number({ unit: 'seconds', decimals: 0 }),
      label: 'capacityTime',
      total: true,
    },
    utilisation: makePercentColumn('utilisation'),
  },
  rowKey: ['day', 'deviceId'],
  watches: ['workReport', 'device', 'workGroup', 'process', 'classTable', 'roster', 'holiday'],
  clock: 'day',
  chart: {
    label: 'deviceName',
    bars: DAY_BAR_COLUMNS,
    stacked: true,
  },
  details: {
    page: 'device/daily/reports',
    parameters: { from: 'day', to: 'day', deviceId: 'deviceId' },
    narrowed: PHASE_FILTER_BY_COLUMN,
  },
  run: async (db, user, { deviceId, workGroupId, ...requestedDays }) => {
    const { from, to } = resolveReportDays(
      getToday(db, user.zone),
      requestedDays,
      DAILY_REPORT_PERIOD_LIMITS,
    );
    const { rows } = await sql<DeviceDayRow>`/* never prepared */
      with daily as (
        select day, device_id, ${LAST_GROUP_SQL} as work_group_id, max(capacity_seconds) as capacity_seconds, ${DAY_SUM_COLUMNS}
        from device_work(${user.factoryId}::bigint, ${user.zone}::text, ${from}::date, ${to}::date) w
        where (${deviceId}::bigint is null or device_id = ${deviceId}::bigint)
          and (${workGroupId}::bigint is null or work_group_id = ${workGroupId}::bigint)
        group by day, device_id
      )
      select ${DAY_SELECT_LIST}, d.device_id, m.name as device_name, m.code as device_code, g.name as group_name,
        d.capacity_seconds,
        round(100.0 * (d.preparation_seconds + d.run_seconds) / nullif(d.capacity_seconds, 0), 1) as utilisation
      from daily d
      join device m on m.factory_id = ${user.factoryId} and m.id = d.device_id
      left join work_group g on g.factory_id = m.factory_id and g.id = d.work_group_id
      order by d.day desc, m.code, d.device_id`.execute(db);
    return rows;
  },
});
