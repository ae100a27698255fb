import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { number, quantity, text } from '#shared/kernel/fields.ts';
import {
  DAY_PLAN_ENTITIES,
  buildCalendarDaySql,
  buildDayPlanSql,
  buildWorkedSharesSql,
  PLANNED_QUANTITY_SUM_SQL,
} from './day-plan.ts';
import { defineReport } from './define-report.ts';
import { loadGroupScope } from './group-scope.ts';
import { resolveShownDay } from './shown-day.ts';

interface PlanActualRow {
  /**
   * The id of the work group; 'none' for processes without a group; 'total' for the sum of all rows.
   */
  groupKey: string;
  groupName: string | null;
  planned: number;
  /** The part of the planned quantity that is due by now. */
  plannedNow: number;
  actual: number;
  /** The actual quantity minus the planned quantity of the whole day. */
  difference: number;
  /** The actual quantity minus the quantity planned by now. */
  differenceNow: number;
}

/**
 * The planned quantity, the actual quantity and their difference today, by work group and for all groups together
 * (day-plan.ts). Today is the calendar day in the time zone of the factory. The quantity that a group should have
 * reached by now is in proportion to its working time that has passed. In the total it is the sum of the groups.
 */
export const planActualToday = defineReport<PlanActualRow>()({
  name: 'planActualToday',
  path: '/mes/form/planActualToday',
  page: 'plan/actual/today',
  words: {
    planActualToday: ['今日计划与完成', 'Plan and actual today', '今日計劃與完成', '本日の計画と実績'],
    differenceNow: ['至今差异', 'Difference by now', '至今差異', '現時点の差異'],
  },
  parameters: { ...GROUP_SCOPE_FIELDS, ...SHOWN_DAY_FIELDS },
  columns: {
    groupKey: { field: text({ required: true }), label: 'groupKey', hidden: true },
    groupName: { field: text(), label: 'workGroup' },
    planned: { field: quantity({ required: true }), label: 'plannedQuantity' },
    plannedNow: { field: quantity({ required: true }), label: 'plannedNow' },
    actual: { field: quantity({ required: true }), label: 'actual' },
    difference: { field: number({ required: true, min: -9_999_999_999 }), label: 'difference' },
    differenceNow: { field: number({ required: true, min: -9_999_999_999 }), label: 'differenceNow' },
  },
  rowKey: ['groupKey'],
  watches: DAY_PLAN_ENTITIES,
  clock: 'minute',
  chart: { label: 'groupName', bars: ['planned', 'actual'] },
  totalRow: 'total',
  run: async (db, user, params) => {
    const scope = await loadGroupScope(db, user.factoryId, params);
    const day = resolveShownDay(db, user.zone, params);
    const { rows } = await sql<PlanActualRow>`
      with ${buildCalendarDaySql(user.zone, day)}, ${buildDayPlanSql(user.factoryId, scope, day !== null)},
      ${buildWorkedSharesSql(user.factoryId, user.zone)}, grouped as (
        select work_group_id, ${PLANNED_QUANTITY_SUM_SQL} as planned, sum(today) as actual
        from counted group by work_group_id
      ), by_now as (
        select g.*, round(g.planned * coalesce(own.share, factory.share), 0) as planned_now
        from grouped g
        left join worked_shares own on own.work_group_id = g.work_group_id
        cross join (select share from worked_shares where work_group_id is null) factory
      ), summed as (
        select work_group_id, grouping(work_group_id) as is_total, coalesce(sum(planned), 0) as planned,
               coalesce(sum(planned_now), 0) as planned_now, coalesce(sum(actual), 0) as actual
        from by_now group by grouping sets ((work_group_id), ())
      )
      select case when is_total = 1 then 'total' else coalesce(g.work_group_id::text, 'none') end as group_key,
             w.name as group_name, planned, planned_now, actual, actual - planned as difference,
             actual - planned_now as difference_now
      from summed g
      left join work_group w on w.factory_id = ${user.factoryId} and w.id = g.work_group_id
      where is_total = 1 or planned > 0 or actual > 0
      order by is_total, w.code nulls last`.execute(db);
    return rows;
  },
});
