import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { date, number, quantity, text } from '#shared/kernel/fields.ts';
import { buildCalendarDaySql } from './day-plan.ts';
import { defineReport } from './define-report.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { resolveShownDay } from './shown-day.ts';

interface GroupDayRow {
  /** The id of the work group; 'none' for processes without a group. */
  groupKey: string;
  groupCode: string | null;
  groupName: string | null;
  day: string;
  good: number;
  scrap: number;
}

/**
 * The good pieces and the scrap of each work group on each of the last calendar days, including today. A
 * report belongs to the day on which it ended, and to the group that its process, or else its device, had
 * then. A group has no row for a day without a report.
 */
export const outputByDay = defineReport<GroupDayRow>()({
  name: 'outputByDay',
  path: '/mes/form/outputByDay',
  words: {
    outputByDay: ['班组每日产量', 'Output by group and day', '組別每日產量', '班別・日別出来高'],
  },
  parameters: {
    ...GROUP_SCOPE_FIELDS,
    ...SHOWN_DAY_FIELDS,
    dayCount: number({ min: 7, max: 31, decimals: 0, initial: 14 }),
  },
  columns: {
    groupKey: { field: text({ required: true }), label: 'groupKey', hidden: true },
    groupCode: { field: text(), label: 'code' },
    groupName: { field: text(), label: 'workGroup' },
    day: { field: date({ required: true }), label: 'day' },
    good: { field: quantity({ required: true }), label: 'good', total: true },
    scrap: { field: quantity({ required: true }), label: 'scrap', total: true },
  },
  rowKey: ['groupKey', 'day'],
  watches: ['workReport', 'process', ...GROUP_SCOPE_ENTITIES, 'factory'],
  clock: 'day',
  run: async (db, { factoryId, zone }, { dayCount, ...otherParams }) => {
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const day = resolveShownDay(db, zone, otherParams);
    const { rows } = await sql<GroupDayRow>`
      with ${buildCalendarDaySql(zone, day)}, made as (
        select k.work_group_id, (r.ended_at at time zone ${zone})::date as day, sum(r.good) as good,
               sum(r.scrap) as scrap
        from work_report r join work_report_snapshot k on k.factory_id = r.factory_id and k.report_id = r.id
        where r.factory_id = ${factoryId} and r.process_id is not null and r.reversed_at is null and r.reverses_id is null
          and ${buildGroupCondition('k.work_group_id', scope)}
          and r.ended_at >= (select (today + 1 - ${dayCount}::integer)::timestamp at time zone ${zone} from day)
          and r.ended_at < (select closes from day)
        group by 1, 2
      )
      select coalesce(m.work_group_id::text, 'none') as group_key, g.code as group_code, g.name as group_name, m.day,
             m.good, m.scrap
      from made m left join work_group g on g.factory_id = ${factoryId} and g.id = m.work_group_id
      order by g.code nulls last, m.day`.execute(db);
    return rows;
  },
});
