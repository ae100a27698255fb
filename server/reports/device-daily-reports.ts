import { sql } from 'kysely';
import { choice, ref, text } from '#shared/kernel/fields.ts';
import { getToday } from '../db/clock.ts';
import {
  WORK_REPORT_PHASES,
  dayAndReportColumns,
  WORK_SELECT_LIST,
  DAILY_REPORT_ENTITIES,
  buildWorkReportCondition,
  workReportColumns,
  buildProcessAndOrderJoinsSql,
  type DailyWorkReportRow,
} from './daily-reports-columns.ts';
import { DAILY_REPORT_PERIOD_LIMITS, DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';

interface DeviceWorkReportRow extends DailyWorkReportRow {
  deviceName: string;
  /** The names of the people, in the order in which the report lists them. */
  people: string;
}

/** The work reports that make up the daily figures of devices. */
export const deviceDailyReports = defineReport<DeviceWorkReportRow>()({
  name: 'deviceDailyReports',
  path: '/mes/form/deviceDailyReports',
  page: 'device/daily/reports',
  permission: 'REPORT_FORM_DEVICE_DAILY_DETAILS',
  words: {
    deviceDailyReports: ['设备报工明细', 'Reports by machine', '設備報工明細', '設備別実績明細'],
  },
  parameters: {
    ...DAY_PARAMETERS,
    deviceId: ref('device'),
    workGroupId: ref('workGroup'),
    phase: choice(WORK_REPORT_PHASES),
  },
  period: DAILY_REPORT_PERIOD_LIMITS,
  columns: {
    ...dayAndReportColumns,
    deviceName: { field: text({ required: true }), label: 'device' },
    people: { field: text({ required: true }), label: 'people' },
    ...workReportColumns,
  },
  rowKey: ['reportId'],
  watches: DAILY_REPORT_ENTITIES,
  clock: 'day',
  run: async (db, user, { deviceId, workGroupId, phase, ...requestedDays }) => {
    const { from, to } = resolveReportDays(
      getToday(db, user.zone),
      requestedDays,
      DAILY_REPORT_PERIOD_LIMITS,
    );
    const { rows } = await sql<DeviceWorkReportRow>`/* never prepared */
      select ${WORK_SELECT_LIST}, d.name as device_name,
        coalesce((
          select string_agg(e.name, ', ' order by n.position)
          from work_report_people n join employee e on e.factory_id = n.factory_id and e.id = n.employee_id
          where n.factory_id = ${user.factoryId} and n.owner_id = w.report_id
        ), '') as people
      from device_work(${user.factoryId}::bigint, ${user.zone}::text, ${from}::date, ${to}::date) w
      join device d on d.factory_id = ${user.factoryId} and d.id = w.device_id
      ${buildProcessAndOrderJoinsSql(user.factoryId)}
      where (${deviceId}::bigint is null or w.device_id = ${deviceId}::bigint)
        and ${buildWorkReportCondition(workGroupId, phase)}
      order by w.started_at, w.report_id`.execute(db);
    return rows;
  },
});
