-- The history of the states of processes. Each row is one change of the state that is derived from the ledger.
create table process_state_change (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  process_id bigint not null,
  from_state text not null,
  to_state text not null,
  at timestamptz not null default now(),
  -- The report that caused the change; null if no report did, for example if the process was suspended.
  report_id bigint,
  primary key (factory_id, id),
  check (from_state <> to_state),
  check (from_state in ('notStarted', 'partlyReceived', 'received', 'processing', 'unfinished', 'completed',
    'specialAcceptance', 'scrapped', 'suspended')),
  check (to_state in ('notStarted', 'partlyReceived', 'received', 'processing', 'unfinished', 'completed',
    'specialAcceptance', 'scrapped', 'suspended')),
  constraint process_state_change_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint process_state_change_report_id_fkey foreign key (factory_id, report_id) references work_report
);
create index on process_state_change (factory_id, process_id, id);
-- The states before this migration are not known. One change leads each process to its present state, at the
-- time of its latest report.
insert into process_state_change (factory_id, process_id, from_state, to_state, at)
select p.factory_id, p.id, 'notStarted', p.state, coalesce(max(coalesce(r.ended_at, r.started_at)), p.created_at)
from process p
left join work_report r on r.factory_id = p.factory_id and r.process_id = p.id and r.reversed_at is null and r.reverses_id is null
where p.state <> 'notStarted'
group by p.factory_id, p.id;
create trigger process_state_change_append_only before update or delete on process_state_change
  for each row execute function refuse_change();

create table wage_grade (
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
  primary key (factory_id, id)
);
create unique index wage_grade_code_unique on wage_grade (factory_id, code) where deleted_at is null;
create table wage_grade_rates (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  valid_from date not null,
  hour_rate numeric(14,4) not null,
  primary key (factory_id, owner_id, position),
  constraint wage_grade_rates_owner_id_fkey foreign key (factory_id, owner_id) references wage_grade on delete cascade,
  constraint wage_grade_rates_hour_rate_check check (hour_rate >= 0)
);
create table wage_setting (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  overtime_multiplier numeric(14,4) not null default 1.5,
  weekly_rest_multiplier numeric(14,4) not null default 2,
  rest_multiplier numeric(14,4) not null default 2,
  statutory_multiplier numeric(14,4) not null default 3,
  penalty_cap numeric(14,4) not null default 20,
  minimum_wage numeric(14,4),
  primary key (factory_id, id),
  constraint wage_setting_overtime_multiplier_check check (overtime_multiplier >= 1),
  constraint wage_setting_weekly_rest_multiplier_check check (weekly_rest_multiplier >= 1),
  constraint wage_setting_rest_multiplier_check check (rest_multiplier >= 1),
  constraint wage_setting_statutory_multiplier_check check (statutory_multiplier >= 1),
  constraint wage_setting_penalty_cap_check check (penalty_cap >= 0),
  constraint wage_setting_minimum_wage_check check (minimum_wage >= 0)
);
-- The wage grades were classifications without wages. They keep their ids, so that the employees keep their grades.
alter table employee drop constraint employee_wage_grade_id_fkey;
insert into wage_grade (factory_id, id, version, created_at, created_by, updated_at, updated_by, deleted_at, code, name)
select factory_id, id, version, created_at, created_by, updated_at, updated_by, deleted_at, code, name
from classification where class_id = 'wageGrade';
alter table employee
  add constraint employee_wage_grade_id_fkey foreign key (factory_id, wage_grade_id) references wage_grade;
delete from classification where class_id = 'wageGrade';
alter table classification
  drop constraint classification_class_id_check,
  add constraint classification_class_id_check check (class_id in ('errorClass', 'abnormalType', 'orderType', 'region',
    'deadlineClass', 'scrapReason', 'downtimeReason', 'jobLevel', 'producingArea'));

-- What a report keeps when it is closed, so that later changes of masters do not change its figures. A reversal keeps
-- the negative figures of the report that it reverses; the sums of both are 0.
create table work_report_snapshot (
  factory_id bigint not null,
  report_id bigint not null,
  -- The work day and shift of the first person, or of the device if the report names nobody.
  day date not null,
  shift_name text,
  day_kind text not null,
  -- The work day and shift of the device, and how long it could work on this day; null if unknown.
  device_day date,
  device_shift_name text,
  device_work_group_id bigint,
  device_capacity_seconds integer,
  -- The work group of the process, or else of the device, and its department.
  work_group_id bigint,
  department_id bigint,
  seconds integer not null,
  good numeric(14,4) not null,
  scrap numeric(14,4) not null,
  rework numeric(14,4) not null,
  hold numeric(14,4) not null,
  -- The standard times and the ratio of the process.
  preparation_minutes numeric(14,4),
  man_minutes numeric(14,4),
  device_minutes numeric(14,4),
  man_machine_ratio numeric(14,4),
  wage_calculation_type text,
  cost_type_id bigint,
  device_hour_rate numeric(14,4),
  device_cost numeric(14,4),
  primary key (factory_id, report_id),
  constraint work_report_snapshot_day_kind_check check (
    day_kind in ('workday', 'weeklyRest', 'rest', 'statutory', 'makeUpWorkday')),
  constraint work_report_snapshot_report_id_fkey foreign key (factory_id, report_id) references work_report,
  constraint work_report_snapshot_device_work_group_id_fkey foreign key (factory_id, device_work_group_id) references work_group,
  constraint work_report_snapshot_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint work_report_snapshot_department_id_fkey foreign key (factory_id, department_id) references department,
  constraint work_report_snapshot_cost_type_id_fkey foreign key (factory_id, cost_type_id) references cost_type
);
create index on work_report_snapshot (factory_id, device_day) where device_day is not null;
create index on work_report_snapshot (factory_id, day);

-- The same for each person of a report. The ratio shares the pieces; the time is the person's own.
create table work_report_person_snapshot (
  factory_id bigint not null,
  report_id bigint not null,
  position integer not null,
  employee_id bigint not null,
  day date not null,
  shift_name text,
  day_kind text not null,
  shift_rate numeric(14,4) not null,
  work_group_id bigint,
  department_id bigint,
  wage_grade_id bigint,
  seconds integer not null,
  -- The part of the time that lies outside the shift of the person.
  overtime_seconds integer not null,
  good numeric(14,4) not null,
  scrap numeric(14,4) not null,
  rework numeric(14,4) not null,
  hold numeric(14,4) not null,
  -- The hourly wage of the person's grade; the hourly cost rate of the craft; the piece price of the craft.
  wage_hour_rate numeric(14,4),
  man_hour_rate numeric(14,4),
  piece_price numeric(14,4),
  labour_cost numeric(14,4),
  primary key (factory_id, report_id, position),
  constraint work_report_person_snapshot_day_kind_check check (
    day_kind in ('workday', 'weeklyRest', 'rest', 'statutory', 'makeUpWorkday')),
  constraint work_report_person_snapshot_report_id_fkey foreign key (factory_id, report_id) references work_report_snapshot,
  constraint work_report_person_snapshot_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint work_report_person_snapshot_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint work_report_person_snapshot_department_id_fkey foreign key (factory_id, department_id) references department,
  constraint work_report_person_snapshot_wage_grade_id_fkey foreign key (factory_id, wage_grade_id) references wage_grade
);
create index on work_report_person_snapshot (factory_id, day);
create index on work_report_person_snapshot (factory_id, employee_id, day);

create trigger work_report_snapshot_append_only before update or delete on work_report_snapshot
  for each row execute function refuse_change();
create trigger work_report_person_snapshot_append_only before update or delete on work_report_person_snapshot
  for each row execute function refuse_change();

-- Returns the kind of a day in the calendar of a factory. A dated holiday takes precedence over the weekly rest day.
create function kind_of_day(in_factory bigint, in_day date) returns text
language sql stable as $$
  select coalesce(
    (select h.kind from holiday h
      where h.factory_id = in_factory and h.date = in_day and h.deleted_at is null order by h.id limit 1),
    (select h.kind from holiday h
      where h.factory_id = in_factory and h.kind = 'weeklyRest' and h.deleted_at is null
        and h.weekday = (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[extract(isodow from in_day)]
      limit 1),
    'workday')
$$;

-- Returns the shifts as shift_windows_for does, for the rosters of several people, devices and work groups at once.
create function shift_windows_of(
  in_factory bigint, in_zone text, from_day date, to_day date,
  everyone boolean, employees bigint[], devices bigint[], work_groups bigint[]
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
    select d.day, extract(isodow from d.day)::integer as isodow,
      coalesce(
        (select h.kind from holiday h
          where h.factory_id = in_factory and h.date = d.day and h.deleted_at is null order by h.id limit 1),
        case when extract(isodow from d.day)::integer in (select w.isodow from weekly w) then 'weeklyRest' else 'workday' end
      ) as kind
    from (select from_day + n as day from generate_series(-2, to_day - from_day) as n) d
  ), windows as (
    select
      case when r.employee_id is not null or r.device_id is not null then 1
        when r.work_group_id is not null then 2 else 3 end as level,
      r.employee_id, r.device_id, r.work_group_id, d.day, s.name as shift_name,
      (d.day + s.starts_at::time) at time zone in_zone as starts_at,
      (d.day + case when s.ends_at <= s.starts_at then 1 else 0 end + s.ends_at::time) at time zone in_zone as ends_at,
      r.class_table_id, s.rate as shift_rate
    from roster r
    join days d on d.day >= r.valid_from and d.day <= coalesce(r.valid_until, 'infinity')
    join class_table_shifts s on s.factory_id = in_factory and s.owner_id = r.class_table_id
      and s.name = coalesce(r.shift_name, s.name)
    where r.factory_id = in_factory and r.deleted_at is null
      and (everyone or r.employee_id = any (employees) or r.device_id = any (devices) or r.work_group_id = any (work_groups)
        or num_nonnulls(r.employee_id, r.device_id, r.work_group_id) = 0)
      and case d.kind
        when 'workday' then (array[s.monday, s.tuesday, s.wednesday, s.thursday, s.friday, s.saturday, s.sunday])[d.isodow]
        when 'makeUpWorkday' then s.monday or s.tuesday or s.wednesday or s.thursday or s.friday
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

create or replace function shift_windows_for(
  in_factory bigint, in_zone text, from_day date, to_day date,
  everyone boolean, only_employee bigint, only_device bigint, only_group bigint
)
returns table (
  level integer, employee_id bigint, device_id bigint, work_group_id bigint, day date, shift_name text,
  starts_at timestamptz, ends_at timestamptz, opens_at timestamptz, class_table_id bigint, shift_rate numeric
)
language sql stable as $$
  select * from shift_windows_of(
    in_factory, in_zone, from_day, to_day, everyone, array[only_employee], array[only_device], array[only_group])
$$;

-- Writes the snapshots of closed reports from what the masters say now. The reports should lie close to each other in
-- time, because each is compared with every shift of their days.
-- The labour cost of a person is pieces × piece price, or standard time of the pieces × rate, or time × rate, by the
-- wage calculation type of the craft. Preparation and stops are always paid by time.
create function write_report_snapshots(in_factory bigint, in_reports bigint[]) returns void
language plpgsql as $$
declare
  in_zone text := (select f.zone from factory f where f.id = in_factory);
begin
  with report as materialized (
    select r.id, r.phase, r.device_id, r.started_at, r.ended_at, r.seconds, r.good, r.scrap, r.rework, r.hold,
      (r.started_at at time zone in_zone)::date as on_date, d.work_group_id as device_group_id, d.normal_capacity,
      g.id as work_group_id, g.department_id, p.preparation_minutes, p.man_minutes, p.device_minutes,
      p.man_machine_ratio, p.craft_id, c.wage_calculation_type, c.cost_type_id
    from work_report r
    left join process p on p.factory_id = r.factory_id and p.id = r.process_id
    left join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    left join device d on d.factory_id = r.factory_id and d.id = r.device_id
    left join work_group g on g.factory_id = r.factory_id and g.id = coalesce(p.work_group_id, d.work_group_id)
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
  ), device_shifts as (
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
  ), device_capacity as (
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
  ), first_day as (
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
    select p.*, r.phase, r.wage_calculation_type, coalesce(r.man_minutes, r.device_minutes * r.man_machine_ratio) as piece_minutes,
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
      when p.phase = 'run' and p.wage_calculation_type = 'byPiece' then p.good * p.piece_price
      when p.phase = 'run' and p.wage_calculation_type = 'byStandardHours' then p.good * p.piece_minutes / 60 * p.man_hour_rate
      else p.seconds * p.man_hour_rate / 3600 end, 4)
  from priced p;
end $$;

-- Writes the snapshots of reversals: the negative figures of the reports that they reverse. A reversed report that was
-- never closed has no figures.
create function write_reversal_snapshots(in_factory bigint, in_reversals bigint[]) returns void
language plpgsql as $$
begin
  with kept as (
    insert into work_report_snapshot (factory_id, report_id, day, shift_name, day_kind, device_day, device_shift_name,
      device_work_group_id, device_capacity_seconds, work_group_id, department_id, seconds, good, scrap, rework, hold,
      preparation_minutes, man_minutes, device_minutes, man_machine_ratio, wage_calculation_type, cost_type_id,
      device_hour_rate, device_cost)
    select s.factory_id, r.id, s.day, s.shift_name, s.day_kind, s.device_day, s.device_shift_name,
      s.device_work_group_id, s.device_capacity_seconds, s.work_group_id, s.department_id, -s.seconds, -s.good, -s.scrap,
      -s.rework, -s.hold, s.preparation_minutes, s.man_minutes, s.device_minutes, s.man_machine_ratio,
      s.wage_calculation_type, s.cost_type_id, s.device_hour_rate, -s.device_cost
    from work_report r
    join work_report_snapshot s on s.factory_id = r.factory_id and s.report_id = r.reverses_id
    where r.factory_id = in_factory and r.id = any (in_reversals)
  )
  insert into work_report_person_snapshot (factory_id, report_id, position, employee_id, day, shift_name, day_kind, shift_rate,
    work_group_id, department_id, wage_grade_id, seconds, overtime_seconds, good, scrap, rework, hold, wage_hour_rate,
    man_hour_rate, piece_price, labour_cost)
  select s.factory_id, r.id, s.position, s.employee_id, s.day, s.shift_name, s.day_kind, s.shift_rate,
    s.work_group_id, s.department_id, s.wage_grade_id, -s.seconds, -s.overtime_seconds, -s.good, -s.scrap, -s.rework, -s.hold,
    s.wage_hour_rate, s.man_hour_rate, s.piece_price, -s.labour_cost
  from work_report r
  join work_report_person_snapshot s on s.factory_id = r.factory_id and s.report_id = r.reverses_id
  where r.factory_id = in_factory and r.id = any (in_reversals);
end $$;

-- Until now a ratio also shared the time of a report. The time is each person's own.
update work_report_people w set seconds = r.seconds
from work_report r
where r.factory_id = w.factory_id and r.id = w.owner_id and r.ended_at is not null and w.seconds <> r.seconds;

-- The reports that are closed already keep what the masters say at this time. They are written day by day.
do $$
declare
  done record;
begin
  for done in
    select r.factory_id, array_agg(r.id) as ids
    from work_report r
    join factory f on f.id = r.factory_id
    where r.ended_at is not null and r.reverses_id is null
    group by r.factory_id, (r.started_at at time zone f.zone)::date
  loop
    perform write_report_snapshots(done.factory_id, done.ids);
  end loop;
  for done in
    select r.factory_id, array_agg(r.id) as ids from work_report r where r.reverses_id is not null group by r.factory_id
  loop
    perform write_reversal_snapshots(done.factory_id, done.ids);
  end loop;
end $$;

-- Returns the work of people: each closed report, once for each person in it, as the report kept it. Receipts,
-- reversals and reversed reports are left out.
-- The time of a person on several machines at once is divided among the reports. The cost of time follows it.
-- earned_seconds is the standard time of the good pieces; null if no standard time is known. standard_seconds
-- is the running time that is compared with it.
drop function people_work(bigint, text, date, date);
create function people_work(in_factory bigint, in_zone text, from_day date, to_day date)
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
    select s.*, r.device_id, r.process_id, r.kind, r.phase, r.started_at, r.ended_at, coalesce(o.part, 1) as part,
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
    w.kind, w.phase, w.started_at, w.ended_at, round(w.seconds * w.part)::integer, round(w.overtime_seconds * w.part)::integer,
    w.good, w.scrap, w.rework, w.hold, round(w.good * w.piece_minutes * 60)::bigint,
    case when w.phase = 'run' and w.piece_minutes is not null then round(w.seconds * w.part)::integer end,
    w.man_hour_rate, w.piece_price, case when w.is_by_pieces then w.labour_cost else round(w.labour_cost * w.part, 4) end
  from work w
$$;

-- Returns the work of devices: each closed report, on the work day of the device, as the report kept it. Receipts,
-- reversals and reversed reports are left out. earned_seconds is computed from the standard device time.
drop function device_work(bigint, text, date, date);
create function device_work(in_factory bigint, in_zone text, from_day date, to_day date)
returns table (
  report_id bigint, device_id bigint, work_group_id bigint, day date, shift_name text, process_id bigint,
  kind text, phase text, started_at timestamptz, ended_at timestamptz, seconds integer, capacity_seconds integer,
  good numeric, scrap numeric, rework numeric, hold numeric, device_minutes numeric, earned_seconds bigint,
  standard_seconds integer, device_cost numeric
)
language sql stable as $$
  select s.report_id, r.device_id, s.device_work_group_id, s.device_day, s.device_shift_name, r.process_id, r.kind, r.phase,
    r.started_at, r.ended_at, s.seconds, s.device_capacity_seconds, s.good, s.scrap, s.rework, s.hold, s.device_minutes,
    round(s.good * s.device_minutes * 60)::bigint,
    case when r.phase = 'run' and s.device_minutes is not null then s.seconds end, s.device_cost
  from work_report_snapshot s
  join work_report r on r.factory_id = s.factory_id and r.id = s.report_id
  where s.factory_id = in_factory and s.device_day between from_day and to_day
    and r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
$$;

-- The same as before, but PostgreSQL keeps the plan: each report that is closed calls the function.
create or replace function break_seconds(in_factory bigint, in_zone text, in_employee bigint, in_device bigint, from_at timestamptz, to_at timestamptz)
returns integer
language plpgsql stable as $$
begin
  return (
    select coalesce(sum(extract(epoch from least(b.ends_at, to_at) - greatest(b.starts_at, from_at))), 0)::integer
    from shift_at(in_factory, in_zone, in_employee, in_device, from_at) s
    cross join lateral shift_breaks(in_factory, in_zone, s.class_table_id, s.day, s.starts_at, s.ends_at) b
    where b.starts_at < to_at and b.ends_at > from_at
  );
end $$;
