-- The same answers as before. A stretch of reports that overlap begins with a report that starts after all earlier ones
-- of the person have ended; a report is alone if the next one begins a stretch, too. So one sort of the reports is
-- enough, and only those that are not alone are looked at more closely.
create or replace function overlap_shares(in_factory bigint, from_at timestamptz, to_at timestamptz, in_employees bigint[] default null)
returns table (report_id bigint, employee_id bigint, part numeric)
language sql stable as $$
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
    select l.*, coalesce(l.started_at >= max(l.ended_at) over (
      partition by l.employee_id order by l.started_at, l.id rows between unbounded preceding and 1 preceding), true) as is_first
    from live l
  ), gathered as (
    select f.*, count(*) filter (where f.is_first) over in_turn as stretch, lead(f.is_first, 1, true) over in_turn as is_last
    from followed f
    window in_turn as (partition by f.employee_id order by f.started_at, f.id)
  ), crowded as (
    select g.id, g.employee_id, g.started_at, g.ended_at, g.stretch, coalesce(g.batch_id, g.id::text) as job
    from gathered g where not (g.is_first and g.is_last)
  ), spans as (
    select p.employee_id, p.stretch, p.at,
      lead(p.at) over (partition by p.employee_id, p.stretch order by p.at) as until
    from (
      select c.employee_id, c.stretch, c.started_at as at from crowded c
      union select c.employee_id, c.stretch, c.ended_at from crowded c
    ) p
  ), inside as (
    select c.id, c.employee_id, c.stretch, c.job, s.at, extract(epoch from s.until - s.at) as span,
      extract(epoch from c.ended_at - c.started_at) as whole
    from spans s
    join crowded c on c.employee_id = s.employee_id and c.stretch = s.stretch and c.started_at <= s.at and c.ended_at >= s.until
  ), counted as (
    select i.employee_id, i.stretch, i.at, count(distinct i.job) as at_once from inside i group by i.employee_id, i.stretch, i.at
  )
  select i.id, i.employee_id, sum(i.span / n.at_once) / i.whole
  from inside i join counted n on n.employee_id = i.employee_id and n.stretch = i.stretch and n.at = i.at
  group by i.id, i.employee_id, i.whole
$$;

-- The same answers as before. Only the time of reports that overlap is multiplied.
create or replace function people_work(in_factory bigint, in_zone text, from_day date, to_day date)
returns table (
  report_id bigint, employee_id bigint, work_group_id bigint, department_id bigint, day date, shift_name text,
  device_id bigint, process_id bigint, kind text, phase text, started_at timestamptz, ended_at timestamptz, seconds integer,
  overtime_seconds integer, good numeric, scrap numeric, rework numeric, hold numeric, earned_seconds bigint,
  standard_seconds integer, man_hour_rate numeric, piece_price numeric, labour_cost numeric
)
language sql stable as $$
  with tended as materialized (
    select * from overlap_shares(in_factory, from_day::timestamp at time zone in_zone, (to_day + 1)::timestamp at time zone in_zone)
  ), work as (
    select s.*, r.device_id, r.process_id, r.kind, r.phase, r.started_at, r.ended_at, o.part,
      coalesce(k.man_minutes, k.device_minutes * k.man_machine_ratio) as piece_minutes,
      r.phase = 'run' and k.wage_calculation_type in ('byPiece', 'byStandardHours') as is_by_pieces
    from work_report_person_snapshot s
    join work_report r on r.factory_id = s.factory_id and r.id = s.report_id
    join work_report_snapshot k on k.factory_id = s.factory_id and k.report_id = s.report_id
    left join tended o on o.report_id = s.report_id and o.employee_id = s.employee_id
    where s.factory_id = in_factory and s.day between from_day and to_day
      and r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
  )
  select w.report_id, w.employee_id, w.work_group_id, w.department_id, w.day, w.shift_name, w.device_id, w.process_id,
    w.kind, w.phase, w.started_at, w.ended_at,
    case when w.part is null then w.seconds else round(w.seconds * w.part)::integer end,
    case when w.part is null then w.overtime_seconds else round(w.overtime_seconds * w.part)::integer end,
    w.good, w.scrap, w.rework, w.hold, round(w.good * w.piece_minutes * 60)::bigint,
    case when w.phase = 'run' and w.piece_minutes is not null
      then case when w.part is null then w.seconds else round(w.seconds * w.part)::integer end end,
    w.man_hour_rate, w.piece_price,
    case when w.is_by_pieces or w.part is null then w.labour_cost else round(w.labour_cost * w.part, 4) end
  from work w
$$;
