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

interface EmployeeWorkReportRow extends DailyWorkReportRow {
  employeeId: number;
  employeeName: string;
  deviceName: string | null;
}

/**
 * The work reports that make up the daily figures of people. Each row has one person's share of time and pieces.
 */
export const employeeDailyReports = defineReport<EmployeeWorkReportRow>()({
  name: 'employeeDailyReports',
  path: '/mes/form/employeeDailyReports',
  page: 'employee/daily/reports',
  permission: 'REPORT_FORM_EMPLOYEE_DAILY_DETAILS',
  words: {
    employeeDailyReports: ['员工报工明细', 'Reports by employee', '員工報工明細', '従業員別実績明細'],
  },
  parameters: {
    ...DAY_PARAMETERS,
    employeeId: ref('employee'),
    workGroupId: ref('workGroup'),
    phase: choice(WORK_REPORT_PHASES),
  },
  period: DAILY_REPORT_PERIOD_LIMITS,
  columns: {
    ...dayAndReportColumns,
    employeeId: { field: ref('employee', { required: true }), label: 'employee', hidden: true },
    employeeName: { field: text({ required: true }), label: 'employee' },
    deviceName: { field: text(), label: 'device' },
    ...workReportColumns,
  },
  rowKey: ['reportId', 'employeeId'],
  watches: DAILY_REPORT_ENTITIES,
  clock: 'day',
  run: async (db, user, { employeeId, workGroupId, phase, ...requestedDays }) => {
    const { from, to } = resolveReportDays(
      getToday(db, user.zone),
      requestedDays,
      DAILY_REPORT_PERIOD_LIMITS,
    );
    const { rows } = await sql<EmployeeWorkReportRow>`/* never prepared */
      select ${WORK_SELECT_LIST}, w.employee_id, e.name as employee_name, d.name as device_name
      from people_work(${user.factoryId}::bigint, ${user.zone}::text, ${from}::date, ${to}::date, ${employeeId}::bigint) w
      join employee e on e.factory_id = ${user.factoryId} and e.id = w.employee_id
      left join device d on d.factory_id = ${user.factoryId} and d.id = w.device_id
      ${buildProcessAndOrderJoinsSql(user.factoryId)}
      where ${buildWorkReportCondition(workGroupId, phase)}
      order by w.started_at, w.report_id, e.code`.execute(db);
    return rows;
  },
});
