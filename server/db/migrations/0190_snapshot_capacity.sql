-- The capacity of a device was computed anew for each pair of a report and a device, if the tables had no statistics yet:
-- 250 reports of one day took 15 s, and a first start on PostgreSQL could reach the time limit. `materialized` computes it
-- once for each report.
create or replace function write_report_snapshots(in_factory bigint, in_reports bigint[]) returns void
language plpgsql as $$
declare
  in_zone text := (select f.zone from factory f where f.id = in_factory);
begin
  with report as materialized (
    select r.id, r.phase, r.device_id, r.started_at, r.ended_at, r.seconds, r.good, r.scrap, r.rework, r.hold,
      (r.started_at at time zone in_zone)::date as on_date, d.work_group_id as device_group_id, d.normal_capacity,
      g.id as work_group_id, g.department_id, p.preparation_minutes, p.man_minutes, p.device_minutes,
      p.man_machine_ratio, p.craft_id, coalesce(c.cost_type_id, t.cost_type_id) as cost_type_id,
      case when t.id is null then c.wage_calculation_type when t.paid_work then 'byTime' else 'noWage' end as wage_calculation_type,
      t.paid_work is false as is_unpaid_task
    from work_report r
    left join process p on p.factory_id = r.factory_id and p.id = r.process_id
    left join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    left join task t on t.factory_id = r.factory_id and t.id = r.task_id
    left join extra_process x on x.factory_id = r.factory_id and x.task_id = r.task_id
    left join device d on d.factory_id = r.factory_id and d.id = r.device_id
    left join work_group g on g.factory_id = r.factory_id and g.id = coalesce(p.work_group_id, x.work_group_id, d.work_group_id,
      case when r.task_id is not null then (
        select e.work_group_id from work_report_people w
        join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
        where w.factory_id = r.factory_id and w.owner_id = r.id
        order by w.position limit 1
      ) end)
    where r.factory_id = in_factory and r.id = any (in_reports)
  ), person as materialized (
    select w.owner_id as report_id, w.position, w.employee_id, coalesce(w.seconds, 0) as seconds, e.work_group_id,
      e.department_id, e.wage_grade_id, w.ratio, sum(w.ratio) over (partition by w.owner_id order by w.position) as upto,
      sum(w.ratio) over (partition by w.owner_id) as whole
    from work_report_people w
    join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
    where w.factory_id = in_factory and w.owner_id = any (in_reports)
  ), windows as materialized (
    select w.* from (select min(r.on_date) - 1 as from_day, max(r.on_date) + 1 as to_day from report r) span
    cross join lateral shift_windows_of(
      in_factory, in_zone, span.from_day, span.to_day, false, (select array_agg(distinct p.employee_id) from person p),
      (select array_agg(distinct r.device_id) from report r),
      (select array_agg(distinct g.id) from (
        select p.work_group_id as id from person p union select r.device_group_id from report r) g)) w
  ), person_day as materialized (
    select p.*, coalesce(s.day, r.on_date) as day, s.shift_name, s.starts_at, s.ends_at, coalesce(s.shift_rate, 1) as shift_rate,
      kind_of_day(in_factory, coalesce(s.day, r.on_date)) as day_kind,
      case when s.day is not null then false else exists (
        select 1 from windows w where w.device_id is null and w.day = r.on_date
          and (w.employee_id = p.employee_id or w.work_group_id = p.work_group_id or w.level = 3)) end as has_other_shift
    from person p
    join report r on r.id = p.report_id
    left join lateral (
      select w.* from windows w
      where w.device_id is null and (w.employee_id = p.employee_id or w.work_group_id = p.work_group_id or w.level = 3)
        and w.opens_at <= r.started_at and r.started_at < w.ends_at
      order by w.level limit 1
    ) s on true
  ), device_day as materialized (
    select r.id as report_id, coalesce(s.day, r.on_date) as day, s.shift_name,
      kind_of_day(in_factory, coalesce(s.day, r.on_date)) as day_kind
    from report r
    left join lateral (
      select w.* from windows w
      where w.employee_id is null and (w.device_id = r.device_id or w.work_group_id = r.device_group_id or w.level = 3)
        and w.opens_at <= r.started_at and r.started_at < w.ends_at
      order by w.level limit 1
    ) s on true
    where r.device_id is not null
  ), device_shifts as materialized (
    select d.report_id, w.level, (sum(extract(epoch from w.ends_at - w.starts_at)) - coalesce(sum(b.seconds), 0))::integer as seconds
    from device_day d
    join report r on r.id = d.report_id
    join windows w on w.employee_id is null and w.day = d.day
      and (w.device_id = r.device_id or w.work_group_id = r.device_group_id or w.level = 3)
    cross join lateral (
      select sum(extract(epoch from b.ends_at - b.starts_at)) as seconds
      from shift_breaks(in_factory, in_zone, w.class_table_id, w.day, w.starts_at, w.ends_at) b
    ) b
    group by d.report_id, w.level
  ), device_capacity as materialized (
    -- A device with a roster that has no shift on this day can do nothing on it.
    select d.report_id, least(
      coalesce(
        (select s.seconds from device_shifts s where s.report_id = d.report_id order by s.level limit 1),
        case when exists (
          select 1 from roster o where o.factory_id = in_factory and o.deleted_at is null and o.employee_id is null
            and (o.device_id = r.device_id or o.work_group_id = r.device_group_id or num_nonnulls(o.device_id, o.work_group_id) = 0)
            and d.day between o.valid_from and coalesce(o.valid_until, 'infinity')) then 0 end),
      round(r.normal_capacity * 3600)::integer) as seconds
    from device_day d join report r on r.id = d.report_id
  ), first_day as materialized (
    select distinct on (p.report_id) p.report_id, p.day, p.shift_name, p.day_kind
    from person_day p order by p.report_id, p.position
  ), kept as (
    insert into work_report_snapshot (factory_id, report_id, day, shift_name, day_kind, device_day, device_shift_name,
      device_work_group_id, device_capacity_seconds, work_group_id, department_id, seconds, good, scrap, rework, hold,
      preparation_minutes, man_minutes, device_minutes, man_machine_ratio, wage_calculation_type, cost_type_id,
      device_hour_rate, device_cost)
    select in_factory, r.id, coalesce(f.day, d.day, r.on_date), case when f.report_id is null then d.shift_name else f.shift_name end,
      coalesce(f.day_kind, d.day_kind, kind_of_day(in_factory, r.on_date)), d.day, d.shift_name, r.device_group_id, c.seconds,
      r.work_group_id, r.department_id, r.seconds, r.good, r.scrap, r.rework, r.hold, r.preparation_minutes, r.man_minutes,
      r.device_minutes, r.man_machine_ratio, r.wage_calculation_type, r.cost_type_id, t.device_hour_rate,
      case when r.device_id is null then 0 else round(r.seconds * t.device_hour_rate / 3600, 4) end
    from report r
    left join first_day f on f.report_id = r.id
    left join device_day d on d.report_id = r.id
    left join device_capacity c on c.report_id = r.id
    left join lateral (
      select t.device_hour_rate from cost_type_rates t
      where t.factory_id = in_factory and t.owner_id = r.cost_type_id and t.valid_from <= d.day
      order by t.valid_from desc limit 1
    ) t on true
  ), priced as (
    select p.*, r.phase, r.wage_calculation_type, r.is_unpaid_task, coalesce(r.man_minutes, r.device_minutes * r.man_machine_ratio) as piece_minutes,
      share_of(r.good, p.upto - p.ratio, p.upto, p.whole) as good,
      share_of(r.scrap, p.upto - p.ratio, p.upto, p.whole) as scrap,
      share_of(r.rework, p.upto - p.ratio, p.upto, p.whole) as rework,
      share_of(r.hold, p.upto - p.ratio, p.upto, p.whole) as hold,
      case when p.shift_name is not null then least(p.seconds, (
          extract(epoch from greatest(r.ended_at - p.ends_at, interval '0'))
          + extract(epoch from greatest(least(p.starts_at, r.ended_at) - r.started_at, interval '0')))::integer)
        when p.has_other_shift or p.day_kind not in ('workday', 'makeUpWorkday') then p.seconds
        else 0 end as overtime_seconds,
      g.hour_rate as wage_hour_rate, t.man_hour_rate, c.price as piece_price
    from person_day p
    join report r on r.id = p.report_id
    left join lateral (
      select g.hour_rate from wage_grade_rates g
      where g.factory_id = in_factory and g.owner_id = p.wage_grade_id and g.valid_from <= p.day
      order by g.valid_from desc limit 1
    ) g on true
    left join lateral (
      select t.man_hour_rate from cost_type_rates t
      where t.factory_id = in_factory and t.owner_id = r.cost_type_id and t.valid_from <= p.day
      order by t.valid_from desc limit 1
    ) t on true
    left join lateral (
      select c.price from craft_piece_prices c
      where c.factory_id = in_factory and c.owner_id = r.craft_id and c.valid_from <= p.day
      order by c.valid_from desc limit 1
    ) c on true
  )
  insert into work_report_person_snapshot (factory_id, report_id, position, employee_id, day, shift_name, day_kind, shift_rate,
    work_group_id, department_id, wage_grade_id, seconds, overtime_seconds, good, scrap, rework, hold, wage_hour_rate,
    man_hour_rate, piece_price, labour_cost)
  select in_factory, p.report_id, p.position, p.employee_id, p.day, p.shift_name, p.day_kind, p.shift_rate, p.work_group_id, p.department_id,
    p.wage_grade_id, p.seconds, p.overtime_seconds, p.good, p.scrap, p.rework, p.hold, p.wage_hour_rate, p.man_hour_rate,
    p.piece_price, round(case
      when p.is_unpaid_task then 0
      when p.phase = 'run' and p.wage_calculation_type = 'byPiece' then p.good * p.piece_price
      when p.phase = 'run' and p.wage_calculation_type = 'byStandardHours' then p.good * p.piece_minutes / 60 * p.man_hour_rate
      else p.seconds * p.man_hour_rate / 3600 end, 4)
  from priced p;
end $$;
