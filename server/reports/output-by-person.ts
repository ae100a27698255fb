import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { choice, quantity, ref, text } from '#shared/kernel/fields.ts';
import { buildSpanSql, CHART_PERIODS } from './chart-period.ts';
import { defineReport } from './define-report.ts';
import { buildPersonCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { resolveShownDay } from './shown-day.ts';

interface PersonOutputRow {
  employeeId: number;
  employeeCode: string;
  employeeName: string;
  good: number;
  scrap: number;
}

/**
 * The good pieces and the scrap of each person in a period. The pieces of a report are divided among its people by
 * their shares. A report belongs to the period in which it ended, and to the group that the person had then. A person
 * without a report has no row.
 */
export const outputByPerson = defineReport<PersonOutputRow>()({
  name: 'outputByPerson',
  path: '/mes/form/outputByPerson',
  parameters: {
    period: choice(CHART_PERIODS, { initial: 'lastSevenDays' }),
    ...GROUP_SCOPE_FIELDS,
    ...SHOWN_DAY_FIELDS,
  },
  columns: {
    employeeId: { field: ref('employee', { required: true }), label: 'employee', hidden: true },
    employeeCode: { field: text({ required: true }), label: 'code' },
    employeeName: { field: text({ required: true }), label: 'employee' },
    good: { field: quantity({ required: true }), label: 'good', total: true },
    scrap: { field: quantity({ required: true }), label: 'scrap', total: true },
  },
  rowKey: ['employeeId'],
  watches: ['workReport', 'employee', ...GROUP_SCOPE_ENTITIES, 'roster', 'classTable', 'holiday', 'factory'],
  clock: 'shift',
  run: async (db, { factoryId, zone }, { period, ...otherParams }) => {
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const day = resolveShownDay(db, zone, otherParams);
    const { rows } = await sql<PersonOutputRow>`
      with ${buildSpanSql(factoryId, zone, period, day)}, reports as materialized (
        select r.id, r.started_at
        from span
        join work_report r on r.factory_id = ${factoryId} and r.process_id is not null and r.kind <> 'receive'
          and r.ended_at >= span.opens and r.ended_at < span.closes and r.reversed_at is null and r.reverses_id is null
      ), days as (
        -- The work day of a report is the day of its start or a neighbour of this day. PostgreSQL can read the rows of a
        -- few days at once; it would look up the row of each report otherwise.
        select (min(started_at) at time zone ${zone})::date - 1 as first, (max(started_at) at time zone ${zone})::date + 1 as last
        from reports
      ), made as materialized (
        select w.employee_id, sum(w.good) as good, sum(w.scrap) as scrap
        from reports r
        join work_report_person_snapshot w on w.factory_id = ${factoryId} and w.report_id = r.id
          and w.day between (select first from days) and (select last from days) and ${buildPersonCondition('w', scope)}
        group by w.employee_id
      )
      select e.id as employee_id, e.code as employee_code, e.name as employee_name, m.good, m.scrap
      from made m join employee e on e.factory_id = ${factoryId} and e.id = m.employee_id
      order by m.good desc, e.code, e.id`.execute(db);
    return rows;
  },
});
