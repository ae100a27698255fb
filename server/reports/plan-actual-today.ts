import { sql } from 'kysely';
import { number, quantity, text } from '#shared/kernel/fields.ts';
import { defineReport } from './define-report.ts';

interface Row {
  /** The work group's id, 'none' where no group is planned, 'total' for the whole factory. */
  groupKey: string;
  groupName: string | null;
  planned: number;
  actual: number;
  difference: number;
}

/**
 * By work group, and for the whole factory: what had to be made today, what was made, and the difference.
 *
 * Planned today is what this morning was still missing of every process due by today: its target less what was good
 * before today. So it holds what was planned to end today and what was carried over unfinished, and reporting does
 * not move it. A process is due at its planned end, else at the due date of its part, else of its order; without any,
 * and while it or its order is suspended, it is not planned. Actual is every good piece of the reports that ended
 * today, whenever they were planned. The day is the factory's.
 */
export const planActualToday = defineReport<Row>()({
  name: 'planActualToday',
  path: '/mes/form/planActualToday',
  permission: 'REPORT_FORM_PLAN_ACTUAL_TODAY',
  parameters: {},
  columns: {
    groupKey: { field: text({ required: true, label: 'groupKey' }), label: 'groupKey' },
    groupName: { field: text({ label: 'workGroup' }), label: 'workGroup' },
    planned: { field: quantity({ required: true, label: 'plannedQuantity' }), label: 'plannedQuantity' },
    actual: { field: quantity({ required: true, label: 'actual' }), label: 'actual' },
    difference: { field: number({ required: true, label: 'difference' }), label: 'difference' },
  },
  rowKey: ['groupKey'],
  watches: ['workReport', 'process', 'part', 'workOrder', 'workGroup'],
  clock: 'day',
  chart: { label: 'groupName', bars: ['planned', 'actual'] },
  run: async (db, user) => {
    const { rows } = await sql<Row>`
      with day as (
        select today, today::timestamp at time zone ${user.zone} as opens,
               (today + 1)::timestamp at time zone ${user.zone} as closes
        from (select (now() at time zone ${user.zone})::date as today) d
      ), made as materialized (
        select process_id, sum(good) as good
        from work_report
        where factory_id = ${user.factoryId} and process_id is not null
          and ended_at >= (select opens from day) and ended_at < (select closes from day)
          and reversed_at is null and reverses_id is null
        group by process_id
      ), counted as (
        select p.work_group_id, p.planned_end, p.inherited_loss, p.accepted_loss, p.good, p.concession,
               coalesce(p.planned_quantity, part.quantity) as planned_quantity,
               coalesce(p.planned_end, part.due_date, o.due_date) as due, coalesce(made.good, 0) as today
        from work_order o
        join part on part.factory_id = o.factory_id and part.order_id = o.id and part.deleted_at is null
        join process p on p.factory_id = part.factory_id and p.part_id = part.id and p.deleted_at is null
        left join made on made.process_id = p.id
        where o.factory_id = ${user.factoryId} and o.deleted_at is null and o.state in ('released', 'inProgress')
          and p.state not in ('completed', 'specialAcceptance', 'scrapped', 'suspended')
          and (made.process_id is not null
            or coalesce(p.planned_end, part.due_date, o.due_date) <= (select today from day))
        union all
        -- What was made today and is done, suspended or closed since: no longer among the open ones.
        select p.work_group_id, p.planned_end, p.inherited_loss, p.accepted_loss, p.good, p.concession,
               coalesce(p.planned_quantity, part.quantity),
               case when p.state <> 'suspended' and o.state <> 'suspended'
                 then coalesce(p.planned_end, part.due_date, o.due_date) end, made.good
        from made
        -- "limit 1" keeps it to the few processes of today, however many the years have left.
        cross join lateral (
          select * from process where factory_id = ${user.factoryId} and id = made.process_id limit 1
        ) p
        join part on part.factory_id = p.factory_id and part.id = p.part_id
        join work_order o on o.factory_id = part.factory_id and o.id = part.order_id
        where o.state not in ('released', 'inProgress')
           or p.state in ('completed', 'specialAcceptance', 'scrapped', 'suspended')
      ), grouped as (
        select work_group_id, grouping(work_group_id) as is_total,
          coalesce(sum(greatest(planned_quantity - inherited_loss - accepted_loss - (good + concession - today), 0))
            filter (where due <= (select today from day)), 0) as planned,
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
