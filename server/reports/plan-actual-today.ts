import { sql } from 'kysely';
import { number, quantity, text } from '#shared/kernel/fields.ts';
import { buildCalendarDay, buildDayPlan, plannedQuantitySum } from './day-plan.ts';
import { defineReport } from './define-report.ts';

interface PlanActualRow {
  /**
   * The id of the work group; 'none' for processes without a group; 'total' for the whole factory.
   */
  groupKey: string;
  groupName: string | null;
  planned: number;
  actual: number;
  difference: number;
}

/**
 * The planned quantity, the actual quantity and their difference today, by work group and for the
 * whole factory. Today is the calendar day in the time zone of the factory. The file day-plan.ts
 * defines the quantities.
 */
export const planActualToday = defineReport<PlanActualRow>()({
  name: 'planActualToday',
  path: '/mes/form/planActualToday',
  page: 'plan/actual/today',
  words: {
    planActualToday: ['今日计划与完成', 'Plan and actual today', '今日計劃與完成', '本日の計画と実績'],
  },
  parameters: {},
  columns: {
    groupKey: { field: text({ required: true }), label: 'groupKey', hidden: true },
    groupName: { field: text(), label: 'workGroup' },
    planned: { field: quantity({ required: true }), label: 'plannedQuantity' },
    actual: { field: quantity({ required: true }), label: 'actual' },
    difference: { field: number({ required: true }), label: 'difference' },
  },
  rowKey: ['groupKey'],
  watches: ['workReport', 'process', 'part', 'workOrder', 'workGroup'],
  clock: 'day',
  chart: { label: 'groupName', bars: ['planned', 'actual'] },
  totalRow: 'total',
  run: async (db, user) => {
    const { rows } = await sql<PlanActualRow>`
      with ${buildCalendarDay(user.zone)}, ${buildDayPlan(user.factoryId)}, grouped as (
        select work_group_id, grouping(work_group_id) as is_total, ${plannedQuantitySum} as planned,
               coalesce(sum(today), 0) as actual
        from counted group by grouping sets ((work_group_id), ())
      )
      select case when is_total = 1 then 'total' else coalesce(g.work_group_id::text, 'none') end as group_key,
             w.name as group_name, planned, actual, actual - planned as difference
      from grouped g
      left join work_group w on w.factory_id = ${user.factoryId} and w.id = g.work_group_id
      where is_total = 1 or planned > 0 or actual > 0
      order by is_total, w.code nulls last`.execute(db);
    return rows;
  },
});
