import { sql } from 'kysely';
import { date, ref, text } from '#shared/kernel/fields.ts';
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
  makeSecondsColumn,
  TASK_SECONDS_SQL,
  type DayRow,
} from './work-columns.ts';

interface EmployeeDayRow extends DayRow {
  employeeId: number;
  employeeName: string;
  employeeCode: string;
  groupName: string | null;
  /** The time on tasks, outside the plan. */
  outsidePlanSeconds: number;
}

/**
 * The work of each person on each work day on which the person has reports. Only closed reports count, without
 * receipts, reversed reports and reversals. If several people share a report, its pieces are divided among them by the
 * ratios in the report; the time is each person's own. If a person works on several reports at once, each minute is
 * divided among these reports. Imported reports keep their full time. The work day, the group and the standard times
 * come from the snapshots that were made when the reports were closed. The group is the group in the last report of the
 * day.
 */
export const employeeDailyDetails = defineReport<EmployeeDayRow>()({
  name: 'employeeDailyDetails',
  path: '/mes/form/employeeDailyDetails',
  page: 'employee/daily/details',
  words: {
    employeeDailyDetails: ['员工日报', 'Employee daily report', '員工日報', '従業員別日報'],
  },
  parameters: {
    ...DAY_PARAMETERS,
    employeeId: ref('employee'),
    workGroupId: ref('workGroup'),
  },
  period: DAILY_REPORT_PERIOD_LIMITS,
  columns: {
    day: { field: date({ required: true }), label: 'day' },
    employeeId: { field: ref('employee', { required: true }), label: 'employee', hidden: true },
    employeeName: { field: text({ required: true }), label: 'employee' },
    employeeCode: { field: text({ required: true, max: 40 }), label: 'employeeCode' },
    groupName: { field: text(), label: 'workGroup' },
    ...dailyFigureColumns,
    outsidePlanSeconds: makeSecondsColumn('outsidePlanTime'),
  },
  rowKey: ['day', 'employeeId'],
  watches: ['workReport', 'employee', 'workGroup', 'process', 'classTable', 'roster', 'holiday'],
  clock: 'day',
  chart: { label: 'employeeName', bars: [...DAY_BAR_COLUMNS, 'outsidePlanSeconds'], stacked: true },
  details: {
    page: 'employee/daily/reports',
    parameters: { from: 'day', to: 'day', employeeId: 'employeeId' },
    narrowed: { ...PHASE_FILTER_BY_COLUMN, outsidePlanSeconds: { phase: 'outsidePlan' } },
  },
  run: async (db, user, { employeeId, workGroupId, ...requestedDays }) => {
    const { from, to } = resolveReportDays(
      getToday(db, user.zone),
      requestedDays,
      DAILY_REPORT_PERIOD_LIMITS,
    );
    const { rows } = await sql<EmployeeDayRow>`/* never prepared */
      with daily as (
        select day, employee_id, ${LAST_GROUP_SQL} as work_group_id, ${DAY_SUM_COLUMNS},
               ${TASK_SECONDS_SQL} as outside_plan_seconds
        from people_work(${user.factoryId}::bigint, ${user.zone}::text, ${from}::date, ${to}::date, ${employeeId}::bigint) w
        where ${workGroupId}::bigint is null or work_group_id = ${workGroupId}::bigint
        group by day, employee_id
      )
      select ${DAY_SELECT_LIST}, d.outside_plan_seconds, d.employee_id, e.name as employee_name, e.code as employee_code, g.name as group_name
      from daily d
      join employee e on e.factory_id = ${user.factoryId} and e.id = d.employee_id
      left join work_group g on g.factory_id = e.factory_id and g.id = d.work_group_id
      order by d.day desc, e.code, e.id`.execute(db);
    return rows;
  },
});
