import { sql } from 'kysely';
import { choice, date, number, ref, text } from '#shared/kernel/fields.ts';
import { PHASES, workColumns, type DailyReportRow } from './daily-reports-columns.ts';
import { DAILY_PERIOD, daysOf } from './days-of.ts';
import { defineReport } from './define-report.ts';

interface Row extends DailyReportRow {
  deviceName: string;
  /** Names, in the order of the report. */
  people: string;
}

/** The reports behind a device's day: what its daily figures are the sums of. */
export const deviceDailyReports = defineReport<Row>()({
  name: 'deviceDailyReports',
  path: '/mes/form/deviceDailyReports',
  page: 'device/daily/reports',
  permission: 'REPORT_FORM_DEVICE_DAILY_DETAILS',
  parameters: {
    from: date({ label: 'rangeFrom' }),
    to: date({ label: 'rangeTo' }),
    deviceId: ref('device'),
    workGroupId: ref('workGroup'),
    phase: choice(PHASES),
  },
  period: DAILY_PERIOD,
  columns: {
    day: { field: date({ required: true }), label: 'day' },
    reportId: {
      field: number({ required: true, decimals: 0, label: 'rowNumber' }),
      label: 'rowNumber',
      hidden: true,
    },
    deviceName: { field: text({ required: true, label: 'device' }), label: 'device' },
    people: { field: text({ required: true }), label: 'people' },
    ...workColumns,
  },
  rowKey: ['reportId'],
  watches: ['workReport', 'employee', 'device', 'process', 'classTable', 'roster', 'holiday'],
  clock: 'day',
  run: async (db, user, { deviceId, workGroupId, phase, ...given }) => {
    const { from, to } = daysOf(user, given, DAILY_PERIOD);
    const { rows } = await sql<Row>`/* planned anew */
      select w.day, w.report_id, d.name as device_name, w.started_at, w.ended_at,
        coalesce((
          select string_agg(e.name, ', ' order by n.position)
          from work_report_people n join employee e on e.factory_id = n.factory_id and e.id = n.employee_id
          where n.factory_id = ${user.factoryId} and n.owner_id = w.report_id
        ), '') as people,
        w.shift_name, o.code as order_code, part.name as part_name, coalesce(p.name, c.name) as process_name,
        w.kind, w.phase, w.seconds, w.good, w.scrap, w.rework, w.hold, w.earned_seconds
      from device_work(${user.factoryId}::bigint, ${user.zone}::text, ${from}::date, ${to}::date) w
      join device d on d.factory_id = ${user.factoryId} and d.id = w.device_id
      left join process p on p.factory_id = ${user.factoryId} and p.id = w.process_id
      left join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join part on part.factory_id = p.factory_id and part.id = p.part_id
      left join work_order o on o.factory_id = part.factory_id and o.id = part.order_id
      where (${deviceId}::bigint is null or w.device_id = ${deviceId}::bigint)
        and (${workGroupId}::bigint is null or w.work_group_id = ${workGroupId}::bigint)
        and (${phase}::text is null or w.phase = ${phase}::text)
      order by w.started_at, w.report_id`.execute(db);
    return rows;
  },
});
