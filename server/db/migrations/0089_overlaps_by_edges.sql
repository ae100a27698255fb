-- All functions of this file are parallel safe: a statement that calls another function runs in one process only, even
-- if PostgreSQL could read a month in several.

-- Divides the time of people among their reports that run at once. The five arrays describe one report of one person
-- at each index. The reports of a job count as one. The answer has the share of each report that is the person's own.
-- One pass over the starts and ends of the reports is enough: `worked` is the sum of the person's shares of time until
-- an edge, so a report has the difference between its end and its start.
create function divide_overlaps(
  reports bigint[], employees bigint[], starts timestamptz[], ends timestamptz[], jobs text[]
)
returns table (report_id bigint, employee_id bigint, part numeric)
language sql stable parallel safe as $$
  with given as (
    select * from unnest(reports, employees, starts, ends, jobs) as g (report_id, employee_id, started_at, ended_at, job)
  ), edges as (
    select g.report_id, g.employee_id, g.job, g.started_at as at, 1 as step from given g
    union all
    select g.report_id, g.employee_id, g.job, g.ended_at, -1 from given g
  ), of_jobs as (
    select e.*, sum(e.step) over (
      partition by e.employee_id, e.job order by e.at, e.step desc, e.report_id) as running
    from edges e
  ), counted as (
    select j.*, lead(j.at) over in_turn as until,
      sum(case when j.step = 1 and j.running = 1 then 1 when j.step = -1 and j.running = 0 then -1 else 0 end) over in_turn as at_once
    from of_jobs j
    window in_turn as (partition by j.employee_id order by j.at, j.step desc, j.report_id)
  ), summed as (
    select c.report_id, c.employee_id, c.at, coalesce(
      sum(case when c.at_once > 0 then extract(epoch from c.until - c.at) / c.at_once else 0 end) over (
        partition by c.employee_id order by c.at, c.step desc, c.report_id rows between unbounded preceding and 1 preceding), 0) as worked
    from counted c
  )
  select s.report_id, s.employee_id, (max(s.worked) - min(s.worked)) / extract(epoch from max(s.at) - min(s.at))
  from summed s group by s.report_id, s.employee_id
$$;

-- The same answers as before. Only the reports that overlap are divided.
create or replace function overlap_shares(in_factory bigint, from_at timestamptz, to_at timestamptz, in_employees bigint[] default null)
returns table (report_id bigint, employee_id bigint, part numeric)
language sql stable parallel safe as $$
  with live as (
    select r.id, w.employee_id, r.started_at, coalesce(r.ended_at, now()) as ended_at, r.batch_id
    from work_report r
    join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
    where r.factory_id = in_factory and r.source <> 'import' and r.kind <> 'receive'
      and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
      and r.started_at >= from_at - interval '2 days' and r.started_at < to_at + interval '2 days'
      and coalesce(r.ended_at, now()) > r.started_at
      and (in_employees is null or w.employee_id = any (in_employees))
  ), followed as (
    select l.*, max(l.ended_at) over earlier > l.started_at or lead(l.started_at) over earlier < l.ended_at as overlaps
    from live l
    window earlier as (partition by l.employee_id order by l.started_at, l.id rows between unbounded preceding and 1 preceding)
  ), gathered as (
    select array_agg(f.id) as reports, array_agg(f.employee_id) as employees, array_agg(f.started_at) as starts,
      array_agg(f.ended_at) as ends, array_agg(coalesce(f.batch_id, f.id::text)) as jobs
    from followed f where f.overlaps
  )
  select d.* from gathered g cross join lateral divide_overlaps(g.reports, g.employees, g.starts, g.ends, g.jobs) d
$$;

-- Returns the work of people: each closed report, once for each person in it, as the report kept it. Receipts,
-- reversals and reversed reports are left out.
-- The time of a person on several machines at once is divided among the reports. The cost of time follows it. What
-- overlaps is found in the same pass that reads the reports, so the reports of three days around the period are read, too.
-- A report that is still open overlaps everything of its people that ended after its start.
-- earned_seconds is the standard time of the good pieces; null if no standard time is known. standard_seconds
-- is the running time that is compared with it. in_employee limits the answer to one person; null means everybody.
drop function people_work(bigint, text, date, date);
create function people_work(in_factory bigint, in_zone text, from_day date, to_day date, in_employee bigint default null)
returns table (
  report_id bigint, employee_id bigint, work_group_id bigint, department_id bigint, day date, shift_name text,
  device_id bigint, process_id bigint, kind text, phase text, started_at timestamptz, ended_at timestamptz, seconds integer,
  overtime_seconds integer, good numeric, scrap numeric, rework numeric, hold numeric, earned_seconds bigint,
  standard_seconds integer, man_hour_rate numeric, piece_price numeric, labour_cost numeric
)
language sql stable parallel safe as $$
  with work as (
    select s.report_id, s.employee_id, s.work_group_id, s.department_id, s.day, s.shift_name, s.seconds, s.overtime_seconds,
      s.good, s.scrap, s.rework, s.hold, s.man_hour_rate, s.piece_price, s.labour_cost,
      r.device_id, r.process_id, r.kind, r.phase, r.started_at, r.ended_at, r.batch_id,
      coalesce(k.man_minutes, k.device_minutes * k.man_machine_ratio) as piece_minutes,
      r.phase = 'run' and k.wage_calculation_type in ('byPiece', 'byStandardHours') as is_by_pieces,
      r.source <> 'import' and r.ended_at > r.started_at
        and r.started_at >= (from_day - 2)::timestamp at time zone in_zone
        and r.started_at < (to_day + 3)::timestamp at time zone in_zone as is_shared,
      max(r.ended_at) over earlier > r.started_at or lead(r.started_at) over earlier < r.ended_at as overlaps
    from work_report_person_snapshot s
    join work_report r on r.factory_id = s.factory_id and r.id = s.report_id
    join work_report_snapshot k on k.factory_id = s.factory_id and k.report_id = s.report_id
    where s.factory_id = in_factory and s.day between from_day - 3 and to_day + 3
      and (in_employee is null or s.employee_id = in_employee)
      and r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
    window earlier as (
      partition by s.employee_id, r.source <> 'import' and r.ended_at > r.started_at
      order by r.started_at, s.report_id rows between unbounded preceding and 1 preceding)
  ), open as (
    select r.id as report_id, w.employee_id, r.started_at, now() as ended_at, r.batch_id
    from work_report r
    join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
    where r.factory_id = in_factory and r.ended_at is null and r.source <> 'import' and r.kind <> 'receive'
      and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
      and r.started_at >= (from_day - 2)::timestamp at time zone in_zone
      and r.started_at < (to_day + 3)::timestamp at time zone in_zone and r.started_at < now()
      and (in_employee is null or w.employee_id = in_employee)
  ), busy as (
    select o.employee_id, min(o.started_at) as since from open o group by o.employee_id
  ), crowded as (
    select w.report_id, w.employee_id, w.started_at, w.ended_at, w.batch_id
    from work w left join busy b on b.employee_id = w.employee_id
    where w.is_shared and (w.overlaps or w.ended_at > b.since)
    union all
    select o.report_id, o.employee_id, o.started_at, o.ended_at, o.batch_id from open o
  ), gathered as (
    select array_agg(c.report_id) as reports, array_agg(c.employee_id) as employees, array_agg(c.started_at) as starts,
      array_agg(c.ended_at) as ends, array_agg(coalesce(c.batch_id, c.report_id::text)) as jobs
    from crowded c
  ), divided as (
    select d.* from gathered g cross join lateral divide_overlaps(g.reports, g.employees, g.starts, g.ends, g.jobs) d
  )
  select w.report_id, w.employee_id, w.work_group_id, w.department_id, w.day, w.shift_name, w.device_id, w.process_id,
    w.kind, w.phase, w.started_at, w.ended_at,
    case when d.part is null then w.seconds else round(w.seconds * d.part)::integer end,
    case when d.part is null then w.overtime_seconds else round(w.overtime_seconds * d.part)::integer end,
    w.good, w.scrap, w.rework, w.hold, round(w.good * w.piece_minutes * 60)::bigint,
    case when w.phase = 'run' and w.piece_minutes is not null
      then case when d.part is null then w.seconds else round(w.seconds * d.part)::integer end end,
    w.man_hour_rate, w.piece_price,
    case when w.is_by_pieces or d.part is null then w.labour_cost else round(w.labour_cost * d.part, 4) end
  from work w left join divided d on d.report_id = w.report_id and d.employee_id = w.employee_id
  where w.day between from_day and to_day
$$;

alter function device_work(bigint, text, date, date) parallel safe;
