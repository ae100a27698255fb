import { sql, type RawBuilder } from 'kysely';

/**
 * What had to be made on a day and what was made, by process: the tables `made` and `counted` for a query that has a
 * table `day (today, opens, closes)` before them.
 *
 * Planned is what was still missing when the day opened of every process due by then: its target less what was good
 * before. So it holds what was planned to end that day and what was carried over unfinished, and reporting does not
 * move it. A process is due at its planned end, else at the due date of its part, else of its order; without any, and
 * while it or its order is suspended, it is not planned. Made is every good piece of the reports that ended in the
 * day, whenever they were planned, and the scrap beside them.
 */
export const dayPlan = (factoryId: number): RawBuilder<unknown> => sql`
  made as materialized (
    select process_id, sum(good) as good, sum(scrap) as scrap
    from work_report
    where factory_id = ${factoryId} and process_id is not null
      and ended_at >= (select opens from day) and ended_at < (select closes from day)
      and reversed_at is null and reverses_id is null
    group by process_id
  ), counted as (
    select p.work_group_id, p.planned_end, p.inherited_loss, p.accepted_loss, p.good, p.concession,
           coalesce(p.planned_quantity, part.quantity) as planned_quantity,
           coalesce(p.planned_end, part.due_date, o.due_date) as due, coalesce(made.good, 0) as today,
           coalesce(made.scrap, 0) as scrap
    from work_order o
    join part on part.factory_id = o.factory_id and part.order_id = o.id and part.deleted_at is null
    join process p on p.factory_id = part.factory_id and p.part_id = part.id and p.deleted_at is null
    left join made on made.process_id = p.id
    where o.factory_id = ${factoryId} and o.deleted_at is null and o.state in ('released', 'inProgress')
      and p.state not in ('completed', 'specialAcceptance', 'scrapped', 'suspended')
      and (made.process_id is not null
        or coalesce(p.planned_end, part.due_date, o.due_date) <= (select today from day))
    union all
    -- What was made today and is done, suspended or closed since: no longer among the open ones.
    select p.work_group_id, p.planned_end, p.inherited_loss, p.accepted_loss, p.good, p.concession,
           coalesce(p.planned_quantity, part.quantity),
           case when p.state <> 'suspended' and o.state <> 'suspended'
             then coalesce(p.planned_end, part.due_date, o.due_date) end, made.good, made.scrap
    from made
    -- "limit 1" keeps it to the few processes of today, however many the years have left.
    cross join lateral (
      select * from process where factory_id = ${factoryId} and id = made.process_id limit 1
    ) p
    join part on part.factory_id = p.factory_id and part.id = p.part_id
    join work_order o on o.factory_id = part.factory_id and o.id = part.order_id
    where o.state not in ('released', 'inProgress')
       or p.state in ('completed', 'specialAcceptance', 'scrapped', 'suspended')
  )`;

/** The sum of what was planned over some rows of `counted`. */
export const plannedSum: RawBuilder<number> = sql`
  coalesce(sum(greatest(planned_quantity - inherited_loss - accepted_loss - (good + concession - today), 0))
    filter (where due <= (select today from day)), 0)`;

/** The calendar day of the factory that is now, as the table `day`. */
export const calendarDay = (zone: string): RawBuilder<unknown> => sql`
  day as (
    select today, today::timestamp at time zone ${zone} as opens,
           (today + 1)::timestamp at time zone ${zone} as closes
    from (select (now() at time zone ${zone})::date as today) d
  )`;
