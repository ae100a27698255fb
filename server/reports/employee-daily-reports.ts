import { sql } from 'kysely';
import { choice, date, number, ref, text } from '#shared/kernel/fields.ts';
import { PHASES, workColumns, type DailyReportRow } from './daily-reports-columns.ts';
import { DAILY_PERIOD, daysOf } from './days-of.ts';
import { defineReport } from './define-report.ts';

interface Row extends DailyReportRow {
  employeeId: number;
  employeeName: string;
  deviceName: string | null;
}

/** The reports behind a person's day, each with that person's own share of it: what the daily figures are the sums of. */
export const employeeDailyReports = defineReport<Row>()({
  name: 'employeeDailyReports',
  path: '/mes/form/employeeDailyReports',
  page: 'employee/daily/reports',
  permission: 'REPORT_FORM_EMPLOYEE_DAILY_DETAILS',
  parameters: {
    from: date({ label: 'rangeFrom' }),
    to: date({ label: 'rangeTo' }),
    employeeId: ref('employee'),
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
    employeeId: { field: ref('employee', { required: true }), label: 'employee', hidden: true },
    employeeName: { field: text({ required: true, label: 'employee' }), label: 'employee' },
    deviceName: { field: text({ label: 'device' }), label: 'device' },
    ...workColumns,
  },
  rowKey: ['reportId', 'employeeId'],
  watches: ['workReport', 'employee', 'device', 'process', 'classTable', 'roster', 'holiday'],
  clock: 'day',
  run: async (db, user, { employeeId, workGroupId, phase, ...given }) => {
    const { from, to } = daysOf(user, given, DAILY_PERIOD);
    const { rows } = await sql<Row>`/* planned anew */
      select w.day, w.report_id, w.employee_id, e.name as employee_name, d.name as device_name, w.started_at, w.ended_at,
        w.shift_name, o.code as order_code, part.name as part_name, coalesce(p.name, c.name) as process_name,
        w.kind, w.phase, w.seconds, w.good, w.scrap, w.rework, w.hold, w.earned_seconds
      from people_work(${user.factoryId}::bigint, ${user.zone}::text, ${from}::date, ${to}::date) w
      join employee e on e.factory_id = ${user.factoryId} and e.id = w.employee_id
      left join device d on d.factory_id = ${user.factoryId} and d.id = w.device_id
      left join process p on p.factory_id = ${user.factoryId} and p.id = w.process_id
      left join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join part on part.factory_id = p.factory_id and part.id = p.part_id
      left join work_order o on o.factory_id = part.factory_id and o.id = part.order_id
      where (${employeeId}::bigint is null or w.employee_id = ${employeeId}::bigint)
        and (${workGroupId}::bigint is null or w.work_group_id = ${workGroupId}::bigint)
        and (${phase}::text is null or w.phase = ${phase}::text)
      order by w.started_at, w.report_id, e.code`.execute(db);
    return rows;
  },
});
