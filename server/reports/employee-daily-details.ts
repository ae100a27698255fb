import { sql } from 'kysely';
import { date, ref, text } from '#shared/kernel/fields.ts';
import { DAILY_PERIOD, daysOf } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { dayColumns } from './work-columns.ts';

interface Row {
  day: string;
  employeeId: number;
  employeeName: string;
  employeeCode: string;
  groupName: string | null;
  reportCount: number;
  seconds: number;
  preparationSeconds: number;
  runSeconds: number;
  stopSeconds: number;
  good: number;
  scrap: number;
  rework: number;
  hold: number;
  /** Good pieces × standard man time, where that is known. */
  earnedSeconds: number | null;
  /** Percent: earned ÷ run time of the reports whose standard time is known. */
  efficiency: number | null;
}

/**
 * What every person did on every work day. Only closed reports count, those reversed do not. The time and the pieces of
 * several people are shared by their ratios, so that sums are true; time on several machines at once is shared over
 * them, except in what was imported.
 */
export const employeeDailyDetails = defineReport<Row>()({
  name: 'employeeDailyDetails',
  path: '/mes/form/employeeDailyDetails',
  page: 'employee/daily/details',
  permission: 'REPORT_FORM_EMPLOYEE_DAILY_DETAILS',
  parameters: {
    from: date({ label: 'rangeFrom' }),
    to: date({ label: 'rangeTo' }),
    employeeId: ref('employee'),
    workGroupId: ref('workGroup'),
  },
  period: DAILY_PERIOD,
  columns: {
    day: { field: date({ required: true }), label: 'day' },
    employeeId: { field: ref('employee', { required: true }), label: 'employee', hidden: true },
    employeeName: { field: text({ required: true, label: 'employee' }), label: 'employee' },
    employeeCode: { field: text({ required: true, max: 40 }), label: 'employeeCode' },
    groupName: { field: text({ label: 'workGroup' }), label: 'workGroup' },
    ...dayColumns,
  },
  rowKey: ['day', 'employeeId'],
  watches: ['workReport', 'employee', 'workGroup', 'process', 'classTable', 'roster', 'holiday'],
  clock: 'day',
  chart: { label: 'employeeName', bars: ['preparationSeconds', 'runSeconds', 'stopSeconds'], stacked: true },
  details: {
    page: 'employee/daily/reports',
    parameters: { from: 'day', to: 'day', employeeId: 'employeeId' },
    narrowed: {
      preparationSeconds: { phase: 'preparation' },
      runSeconds: { phase: 'run' },
      stopSeconds: { phase: 'stop' },
    },
  },
  run: async (db, user, { employeeId, workGroupId, ...given }) => {
    const { from, to } = daysOf(user, given, DAILY_PERIOD);
    const { rows } = await sql<Row>`/* planned anew */
      with daily as (
        select day, employee_id, count(*) as report_count, sum(seconds) as seconds,
          coalesce(sum(seconds) filter (where phase = 'preparation'), 0) as preparation_seconds,
          coalesce(sum(seconds) filter (where phase = 'run'), 0) as run_seconds,
          coalesce(sum(seconds) filter (where phase = 'stop'), 0) as stop_seconds,
          sum(good) as good, sum(scrap) as scrap, sum(rework) as rework, sum(hold) as hold,
          sum(earned_seconds) as earned_seconds, sum(standard_seconds) as standard_seconds
        from people_work(${user.factoryId}::bigint, ${user.zone}::text, ${from}::date, ${to}::date)
        where (${employeeId}::bigint is null or employee_id = ${employeeId}::bigint)
          and (${workGroupId}::bigint is null or work_group_id = ${workGroupId}::bigint)
        group by day, employee_id
      )
      select d.day, d.employee_id, e.name as employee_name, e.code as employee_code, g.name as group_name,
        d.report_count, d.seconds, d.preparation_seconds, d.run_seconds, d.stop_seconds,
        d.good, d.scrap, d.rework, d.hold, d.earned_seconds,
        round(100.0 * d.earned_seconds / nullif(d.standard_seconds, 0), 1) as efficiency
      from daily d
      join employee e on e.factory_id = ${user.factoryId} and e.id = d.employee_id
      left join work_group g on g.factory_id = e.factory_id and g.id = e.work_group_id
      order by d.day desc, e.code, e.id`.execute(db);
    return rows;
  },
});
