import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { quantity, text } from '#shared/kernel/fields.ts';
import { buildCalendarDaySql, buildDayPlanSql, PLANNED_QUANTITY_SUM_SQL } from './day-plan.ts';
import { defineReport } from './define-report.ts';
import { GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { resolveShownDay } from './shown-day.ts';

interface GroupOutputRow {
  /** The id of the work group; 'none' for processes without a group. */
  groupKey: string;
  groupCode: string | null;
  groupName: string | null;
  planned: number;
  good: number;
  scrap: number;
}

/**
 * The planned quantity, the good pieces and the scrap of each work group today (day-plan.ts). Work groups for which
 * all three are 0 are left out. Today is the calendar day in the time zone of the factory.
 */
export const outputByGroup = defineReport<GroupOutputRow>()({
  name: 'outputByGroup',
  path: '/mes/form/outputByGroup',
  page: 'group/output',
  parameters: { ...GROUP_SCOPE_FIELDS, ...SHOWN_DAY_FIELDS },
  columns: {
    groupKey: { field: text({ required: true }), label: 'groupKey', hidden: true },
    groupCode: { field: text(), label: 'code' },
    groupName: { field: text(), label: 'workGroup' },
    planned: {
      field: quantity({ required: true }),
      label: 'plannedQuantity',
      total: true,
    },
    good: { field: quantity({ required: true }), label: 'good', total: true },
    scrap: { field: quantity({ required: true }), label: 'scrap', total: true },
  },
  rowKey: ['groupKey'],
  watches: ['workReport', 'process', 'part', 'workOrder', ...GROUP_SCOPE_ENTITIES],
  clock: 'day',
  chart: { label: 'groupName', bars: ['planned', 'good', 'scrap'] },
  run: async (db, user, params) => {
    const scope = await loadGroupScope(db, user.factoryId, params);
    const day = resolveShownDay(db, user.zone, params);
    const { rows } = await sql<GroupOutputRow>`
      with ${buildCalendarDaySql(user.zone, day)}, ${buildDayPlanSql(user.factoryId, scope, day !== null)}, grouped as (
        select work_group_id, ${PLANNED_QUANTITY_SUM_SQL} as planned, sum(today) as good, sum(scrap) as scrap
        from counted group by work_group_id
      )
      select coalesce(g.work_group_id::text, 'none') as group_key, w.code as group_code, w.name as group_name,
             g.planned, g.good, g.scrap
      from grouped g
      left join work_group w on w.factory_id = ${user.factoryId} and w.id = g.work_group_id
      where g.planned > 0 or g.good > 0 or g.scrap > 0
      order by w.code nulls last`.execute(db);
    return rows;
  },
});
