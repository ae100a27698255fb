create table class_table (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  name text not null,
  remark text,
  primary key (factory_id, id)
);
create unique index class_table_code_unique on class_table (factory_id, code) where deleted_at is null;
create table class_table_shifts (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  name text not null,
  -- The times of day are in the time zone of the factory: 'HH:mm'. An end that is not later than the start is
  -- on the next day.
  starts_at text not null,
  ends_at text not null,
  monday boolean not null default true,
  tuesday boolean not null default true,
  wednesday boolean not null default true,
  thursday boolean not null default true,
  friday boolean not null default true,
  saturday boolean not null default true,
  sunday boolean not null default true,
  rate numeric(14,4) not null default 1,
  primary key (factory_id, owner_id, position),
  constraint class_table_shifts_owner_id_fkey foreign key (factory_id, owner_id) references class_table on delete cascade,
  constraint class_table_shifts_starts_at_check check (starts_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint class_table_shifts_ends_at_check check (ends_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint class_table_shifts_rate_check check (rate >= 0)
);
create table class_table_breaks (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  starts_at text not null,
  ends_at text not null,
  primary key (factory_id, owner_id, position),
  constraint class_table_breaks_owner_id_fkey foreign key (factory_id, owner_id) references class_table on delete cascade,
  constraint class_table_breaks_starts_at_check check (starts_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint class_table_breaks_ends_at_check check (ends_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);

create table roster (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  class_table_id bigint not null,
  shift_name text,
  valid_from date not null,
  valid_until date,
  employee_id bigint,
  work_group_id bigint,
  device_id bigint,
  remark text,
  primary key (factory_id, id),
  constraint roster_class_table_id_fkey foreign key (factory_id, class_table_id) references class_table,
  constraint roster_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint roster_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint roster_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint roster_one_target_check check (num_nonnulls(employee_id, work_group_id, device_id) <= 1),
  constraint roster_validity_check check (valid_until >= valid_from)
);
create index on roster (factory_id, class_table_id) where class_table_id is not null;
create index on roster (factory_id, employee_id) where employee_id is not null;
create index on roster (factory_id, work_group_id) where work_group_id is not null;
create index on roster (factory_id, device_id) where device_id is not null;

create table holiday (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  kind text not null,
  weekday text,
  date date,
  name text not null,
  primary key (factory_id, id),
  constraint holiday_kind_check check (kind in ('weeklyRest', 'rest', 'statutory', 'makeUpWorkday')),
  constraint holiday_weekday_check check (weekday in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  constraint holiday_one_day_check check ((kind = 'weeklyRest') = (weekday is not null) and (kind = 'weeklyRest') = (date is null))
);
create index on holiday (factory_id, date) where deleted_at is null;

-- Returns the shifts of the rosters between two days. The day of a shift is the day on which the shift
-- starts.
-- The level is 1 for the roster of a person or device, 2 for that of a work group, and 3 for that of the
-- factory. The shift with the lowest level applies.
-- A shift window begins 60 minutes before the shift (opens_at), but not before the previous shift of the same
-- roster target has ended. The windows of one target therefore never overlap.
-- Rest days have no shifts. A dated holiday takes precedence over the weekly rest day. A make-up workday has
-- the shifts that are ticked for any day from Monday to Friday.
-- With `everyone`, the function returns the shifts of all rosters. Otherwise it returns those of one person
-- or device, of one group, and of the factory.
create function shift_windows_for(
  in_factory bigint, in_zone text, from_day date, to_day date,
  everyone boolean, only_employee bigint, only_device bigint, only_group bigint
)
returns table (
  level integer, employee_id bigint, device_id bigint, work_group_id bigint, day date, shift_name text,
  starts_at timestamptz, ends_at timestamptz, opens_at timestamptz, class_table_id bigint, shift_rate numeric
)
language sql stable as $$
  with weekly as (
    select distinct array_position(
      array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], h.weekday) as isodow
    from holiday h where h.factory_id = in_factory and h.kind = 'weeklyRest' and h.deleted_at is null
  ), days as (
    -- The days begin two days earlier, because an earlier shift may still run when the first shift opens.
    select d.day, extract(isodow from d.day)::integer as isodow,
      coalesce(
        (select h.kind from holiday h
          where h.factory_id = in_factory and h.date = d.day and h.deleted_at is null order by h.id limit 1),
        case when extract(isodow from d.day)::integer in (select w.isodow from weekly w) then 'weeklyRest' else 'workday' end
      ) as kind
    from (select from_day + n as day from generate_series(-2, to_day - from_day) as n) d
  ), shifts as (
    select s.owner_id, s.name, s.starts_at::time as starts, s.ends_at::time as ends,
      case when s.ends_at <= s.starts_at then 1 else 0 end as nights, s.rate,
      array[s.monday, s.tuesday, s.wednesday, s.thursday, s.friday, s.saturday, s.sunday] as ticked
    from class_table_shifts s where s.factory_id = in_factory
  ), windows as (
    select
      case when r.employee_id is not null or r.device_id is not null then 1
        when r.work_group_id is not null then 2 else 3 end as level,
      r.employee_id, r.device_id, r.work_group_id, d.day, s.name as shift_name,
      (d.day + s.starts) at time zone in_zone as starts_at,
      (d.day + s.nights + s.ends) at time zone in_zone as ends_at,
      r.class_table_id, s.rate as shift_rate
    from roster r
    join days d on d.day >= r.valid_from and d.day <= coalesce(r.valid_until, 'infinity')
    join shifts s on s.owner_id = r.class_table_id and s.name = coalesce(r.shift_name, s.name)
    where r.factory_id = in_factory and r.deleted_at is null
      and (everyone or r.employee_id = only_employee or r.device_id = only_device or r.work_group_id = only_group
        or num_nonnulls(r.employee_id, r.device_id, r.work_group_id) = 0)
      and case d.kind
        when 'workday' then s.ticked[d.isodow]
        when 'makeUpWorkday' then true = any (s.ticked[1:5])
        else false end
  ), opened as (
    select w.*, greatest(
      w.starts_at - interval '60 minutes',
      max(w.ends_at) over (
        partition by w.employee_id, w.device_id, w.work_group_id order by w.starts_at, w.ends_at
        rows between unbounded preceding and 1 preceding)
    ) as opens_at
    from windows w
  )
  select o.level, o.employee_id, o.device_id, o.work_group_id, o.day, o.shift_name, o.starts_at, o.ends_at, o.opens_at,
    o.class_table_id, o.shift_rate
  from opened o
  where o.day >= from_day and o.opens_at < o.ends_at
$$;

create function shift_windows(in_factory bigint, in_zone text, from_day date, to_day date)
returns table (
  level integer, employee_id bigint, device_id bigint, work_group_id bigint, day date, shift_name text,
  starts_at timestamptz, ends_at timestamptz, opens_at timestamptz, class_table_id bigint, shift_rate numeric
)
language sql stable as $$
  select * from shift_windows_for(in_factory, in_zone, from_day, to_day, true, null, null, null)
$$;

-- Returns each shift window once for each calendar day that it touches, so that a start can be joined with
-- its windows by the calendar day.
create function shift_windows_by_date(in_factory bigint, in_zone text, from_day date, to_day date)
returns table (
  employee_id bigint, device_id bigint, work_group_id bigint, on_date date, opens_at timestamptz, ends_at timestamptz,
  starts_at timestamptz, day date, shift_name text, class_table_id bigint
)
language sql stable as $$
  select w.employee_id, w.device_id, w.work_group_id, t.on_date, w.opens_at, w.ends_at, w.starts_at, w.day,
    w.shift_name, w.class_table_id
  from shift_windows(in_factory, in_zone, from_day, to_day) w
  cross join lateral (
    select (w.opens_at at time zone in_zone)::date + n as on_date
    from generate_series(0, ((w.ends_at - interval '1 microsecond') at time zone in_zone)::date
      - (w.opens_at at time zone in_zone)::date) as n
  ) t
$$;

-- Returns the shift to which an instant belongs, for a person, or for a device if no person is given. There
-- is no row if no shift is rostered.
create function shift_at(in_factory bigint, in_zone text, in_employee bigint, in_device bigint, in_at timestamptz)
returns table (
  level integer, day date, shift_name text, starts_at timestamptz, ends_at timestamptz, opens_at timestamptz,
  class_table_id bigint
)
language sql stable as $$
  select w.level, w.day, w.shift_name, w.starts_at, w.ends_at, w.opens_at, w.class_table_id
  from (
    select case when in_employee is null then in_device end as device_id,
      case when in_employee is not null
        then (select e.work_group_id from employee e where e.factory_id = in_factory and e.id = in_employee)
        else (select d.work_group_id from device d where d.factory_id = in_factory and d.id = in_device) end as group_id
  ) whose
  cross join lateral shift_windows_for(
    in_factory, in_zone, (in_at at time zone in_zone)::date - 1, (in_at at time zone in_zone)::date + 1,
    false, in_employee, whose.device_id, whose.group_id) w
  where w.opens_at <= in_at and in_at < w.ends_at
  order by w.level
  limit 1
$$;

-- Returns the breaks of a shift as instants. A break begins when its time of day first comes at or after the
-- start of the shift.
create function shift_breaks(in_factory bigint, in_zone text, in_class_table bigint, in_day date, shift_starts timestamptz, shift_ends timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz)
language sql stable as $$
  select b.starts_at, least(b.ends_at, shift_ends)
  from (
    select (in_day + l.next + b.starts_at::time) at time zone in_zone as starts_at,
      (in_day + l.next + case when b.ends_at <= b.starts_at then 1 else 0 end + b.ends_at::time) at time zone in_zone as ends_at
    from class_table_breaks b
    cross join lateral (
      select case when b.starts_at::time < (shift_starts at time zone in_zone)::time then 1 else 0 end as next
    ) l
    where b.factory_id = in_factory and b.owner_id = in_class_table
  ) b
  where b.starts_at < shift_ends
$$;

-- Returns how many seconds of a piece of work are breaks of the shift to which the work belongs.
create function break_seconds(in_factory bigint, in_zone text, in_employee bigint, in_device bigint, from_at timestamptz, to_at timestamptz)
returns integer
language sql stable as $$
  select coalesce(sum(extract(epoch from least(b.ends_at, to_at) - greatest(b.starts_at, from_at))), 0)::integer
  from shift_at(in_factory, in_zone, in_employee, in_device, from_at) s
  cross join lateral shift_breaks(in_factory, in_zone, s.class_table_id, s.day, s.starts_at, s.ends_at) b
  where b.starts_at < to_at and b.ends_at > from_at
$$;

-- Returns a share of a quantity that is shared by ratios. Running sums are rounded, so that the shares add up
-- to the quantity.
create function share_of(quantity numeric, before numeric, upto numeric, whole numeric) returns numeric
language sql immutable as $$
  select case when upto - before = whole then quantity
    else round(quantity * upto / whole, 4) - round(quantity * before / whole, 4) end
$$;

-- Returns which share of the time of a report is a person's own, if the person had several reports open at
-- once. Each instant is shared equally among the reports that are open then. Imported reports are not shared.
create function overlap_shares(in_factory bigint, from_at timestamptz, to_at timestamptz)
returns table (report_id bigint, employee_id bigint, part numeric)
language sql stable as $$
  with live as (
    select r.id, w.employee_id, r.started_at, coalesce(r.ended_at, now()) as ended_at
    from work_report r
    join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
    where r.factory_id = in_factory and r.source <> 'import' and r.kind <> 'receive'
      and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
      and r.started_at >= from_at - interval '2 days' and r.started_at < to_at + interval '2 days'
      and coalesce(r.ended_at, now()) > r.started_at
  ), followed as (
    select l.*, max(l.ended_at) over (
      partition by l.employee_id order by l.started_at, l.id rows between unbounded preceding and 1 preceding) as busy_until
    from live l
  ), gathered as (
    select f.*, count(*) filter (where f.busy_until is null or f.started_at >= f.busy_until) over (
      partition by f.employee_id order by f.started_at, f.id) as stretch
    from followed f
  ), crowded as (
    select g.* from (select g.*, count(*) over (partition by g.employee_id, g.stretch) as pieces from gathered g) g
    where g.pieces > 1
  ), spans as (
    select p.employee_id, p.stretch, p.at,
      lead(p.at) over (partition by p.employee_id, p.stretch order by p.at) as until
    from (
      select c.employee_id, c.stretch, c.started_at as at from crowded c
      union select c.employee_id, c.stretch, c.ended_at from crowded c
    ) p
  ), inside as (
    select c.id, c.employee_id, extract(epoch from s.until - s.at) as span, extract(epoch from c.ended_at - c.started_at) as whole,
      count(*) over (partition by s.employee_id, s.stretch, s.at) as at_once
    from spans s
    join crowded c on c.employee_id = s.employee_id and c.stretch = s.stretch and c.started_at <= s.at and c.ended_at >= s.until
  )
  select i.id, i.employee_id, sum(i.span / i.at_once) / i.whole from inside i group by i.id, i.employee_id, i.whole
$$;

-- Returns the work of people: each closed report, once for each person in it. Receipts, reversals and
-- reversed reports are left out.
-- A report belongs to the work day of the shift in whose window it starts. A shift of the person takes
-- precedence over a shift of the group, and that one over a shift of the factory. Without a shift, the work
-- day is the calendar day of the start.
-- Quantities are shared by ratio. Time on several machines at once is divided among the reports.
-- earned_seconds is the standard time of the good pieces; null if no standard time is known. standard_seconds
-- is the running time that is compared with it.
create function people_work(in_factory bigint, in_zone text, from_day date, to_day date)
returns table (
  report_id bigint, employee_id bigint, work_group_id bigint, day date, shift_name text, device_id bigint, process_id bigint,
  kind text, phase text, started_at timestamptz, ended_at timestamptz, seconds integer,
  good numeric, scrap numeric, rework numeric, hold numeric, earned_seconds bigint, standard_seconds integer
)
language sql stable as $$
  with windows as materialized (
    select * from shift_windows_by_date(in_factory, in_zone, from_day - 2, to_day + 2) w where w.device_id is null
  ), tended as materialized (
    select * from overlap_shares(in_factory, from_day::timestamp at time zone in_zone, (to_day + 1)::timestamp at time zone in_zone)
  ), work as (
    select r.id, r.device_id, r.process_id, r.kind, r.phase, r.started_at, r.ended_at, r.good, r.scrap, r.rework, r.hold,
      (r.started_at at time zone in_zone)::date as on_date, w.employee_id, w.seconds, w.ratio,
      sum(w.ratio) over (partition by r.id order by w.position) as upto,
      sum(w.ratio) over (partition by r.id) as whole
    from work_report r
    join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
    where r.factory_id = in_factory and r.ended_at is not null and r.kind <> 'receive'
      and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
      and r.started_at >= (from_day - 1)::timestamp at time zone in_zone
      and r.started_at < (to_day + 2)::timestamp at time zone in_zone
  ), shared as (
    select k.*, e.work_group_id,
      coalesce(own.day, grp.day, fac.day, k.on_date) as day,
      coalesce(own.shift_name, grp.shift_name, fac.shift_name) as shift_name,
      case when o.part is null then k.seconds else round(k.seconds * o.part)::integer end as own_seconds,
      share_of(k.good, k.upto - k.ratio, k.upto, k.whole) as own_good,
      coalesce(p.man_minutes, p.device_minutes * p.man_machine_ratio) as piece_minutes
    from work k
    join employee e on e.factory_id = in_factory and e.id = k.employee_id
    left join windows own on own.employee_id = k.employee_id and own.on_date = k.on_date
      and own.opens_at <= k.started_at and own.ends_at > k.started_at
    left join windows grp on grp.work_group_id = e.work_group_id and grp.on_date = k.on_date
      and grp.opens_at <= k.started_at and grp.ends_at > k.started_at
    left join windows fac on fac.employee_id is null and fac.work_group_id is null and fac.on_date = k.on_date
      and fac.opens_at <= k.started_at and fac.ends_at > k.started_at
    left join tended o on o.report_id = k.id and o.employee_id = k.employee_id
    left join process p on p.factory_id = in_factory and p.id = k.process_id
  )
  select s.id, s.employee_id, s.work_group_id, s.day, s.shift_name, s.device_id, s.process_id, s.kind, s.phase,
    s.started_at, s.ended_at, s.own_seconds, s.own_good,
    share_of(s.scrap, s.upto - s.ratio, s.upto, s.whole),
    share_of(s.rework, s.upto - s.ratio, s.upto, s.whole),
    share_of(s.hold, s.upto - s.ratio, s.upto, s.whole),
    round(s.own_good * s.piece_minutes * 60)::bigint,
    case when s.phase = 'run' and s.piece_minutes is not null then s.own_seconds end
  from shared s
  where s.day between from_day and to_day
$$;

-- Returns the work of devices: each closed report, on the work day of the device. Receipts, reversals and
-- reversed reports are left out. earned_seconds is computed from the standard device time.
create function device_work(in_factory bigint, in_zone text, from_day date, to_day date)
returns table (
  report_id bigint, device_id bigint, work_group_id bigint, day date, shift_name text, process_id bigint,
  kind text, phase text, started_at timestamptz, ended_at timestamptz, seconds integer,
  good numeric, scrap numeric, rework numeric, hold numeric, earned_seconds bigint, standard_seconds integer
)
language sql stable as $$
  with windows as materialized (
    select * from shift_windows_by_date(in_factory, in_zone, from_day - 2, to_day + 2) w where w.employee_id is null
  ), work as (
    select r.*, (r.started_at at time zone in_zone)::date as on_date
    from work_report r
    where r.factory_id = in_factory and r.device_id is not null and r.ended_at is not null and r.kind <> 'receive'
      and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
      and r.started_at >= (from_day - 1)::timestamp at time zone in_zone
      and r.started_at < (to_day + 2)::timestamp at time zone in_zone
  ), dated as (
    select k.*, d.work_group_id, p.device_minutes,
      coalesce(own.day, grp.day, fac.day, k.on_date) as day,
      coalesce(own.shift_name, grp.shift_name, fac.shift_name) as shift_name
    from work k
    join device d on d.factory_id = in_factory and d.id = k.device_id
    left join windows own on own.device_id = k.device_id and own.on_date = k.on_date
      and own.opens_at <= k.started_at and own.ends_at > k.started_at
    left join windows grp on grp.work_group_id = d.work_group_id and grp.on_date = k.on_date
      and grp.opens_at <= k.started_at and grp.ends_at > k.started_at
    left join windows fac on fac.device_id is null and fac.work_group_id is null and fac.on_date = k.on_date
      and fac.opens_at <= k.started_at and fac.ends_at > k.started_at
    left join process p on p.factory_id = in_factory and p.id = k.process_id
  )
  select s.id, s.device_id, s.work_group_id, s.day, s.shift_name, s.process_id, s.kind, s.phase, s.started_at, s.ended_at,
    s.seconds, s.good, s.scrap, s.rework, s.hold, round(s.good * s.device_minutes * 60)::bigint,
    case when s.phase = 'run' and s.device_minutes is not null then s.seconds end
  from dated s
  where s.day between from_day and to_day
$$;

-- Returns the net shift time of devices on each work day, without breaks. Only the shifts with the lowest
-- level of the day count.
create function device_shift_seconds(in_factory bigint, in_zone text, from_day date, to_day date)
returns table (device_id bigint, day date, seconds integer)
language sql stable as $$
  with windows as materialized (
    select w.*, extract(epoch from w.ends_at - w.starts_at) - coalesce((
      select sum(extract(epoch from b.ends_at - b.starts_at))
      from shift_breaks(in_factory, in_zone, w.class_table_id, w.day, w.starts_at, w.ends_at) b), 0) as net
    from shift_windows(in_factory, in_zone, from_day, to_day) w where w.employee_id is null
  ), levels as (
    select d.id, w.day, w.level, sum(w.net) as net
    from device d
    join windows w on w.device_id = d.id or w.work_group_id = d.work_group_id or w.level = 3
    where d.factory_id = in_factory and d.deleted_at is null
    group by d.id, w.day, w.level
  )
  select distinct on (l.id, l.day) l.id, l.day, l.net::integer from levels l order by l.id, l.day, l.level
$$;
