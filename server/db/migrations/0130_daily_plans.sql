-- The released plans of days. A plan that is released again gets the next number; its lines are never changed.
create table daily_plan (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  day date not null,
  number integer not null,
  released_at timestamptz not null,
  released_by text not null,
  -- When a later release took its place, or it was withdrawn.
  replaced_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by text,
  primary key (factory_id, id),
  constraint daily_plan_number_check check (number >= 1),
  constraint daily_plan_end_check check (replaced_at is null or withdrawn_at is null),
  constraint daily_plan_withdrawn_check check ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index daily_plan_number_unique on daily_plan (factory_id, day, number);
create unique index daily_plan_current on daily_plan (factory_id, day) where replaced_at is null and withdrawn_at is null;

create table daily_plan_line (
  factory_id bigint not null,
  plan_id bigint not null,
  position integer not null,
  process_id bigint not null,
  work_group_id bigint,
  device_id bigint,
  starts_at timestamptz,
  ends_at timestamptz,
  -- What was to be made on this day, and what was left of the process.
  quantity numeric(14,4) not null,
  quantity_left numeric(14,4) not null,
  device_minutes integer,
  man_minutes integer,
  carried_from date,
  -- Whether work on it had begun before the release.
  was_started boolean not null,
  primary key (factory_id, plan_id, position),
  constraint daily_plan_line_plan_id_fkey foreign key (factory_id, plan_id) references daily_plan,
  constraint daily_plan_line_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint daily_plan_line_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint daily_plan_line_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint daily_plan_line_span_check check ((starts_at is null) = (ends_at is null) and starts_at <= ends_at)
);
create unique index on daily_plan_line (factory_id, plan_id, process_id);
create index on daily_plan_line (factory_id, process_id);
create index on daily_plan_line (factory_id, work_group_id) where work_group_id is not null;
create index on daily_plan_line (factory_id, device_id) where device_id is not null;

-- What a release changed in the plan that was released before, by group; for the notices of its people.
create table daily_plan_change (
  factory_id bigint not null,
  plan_id bigint not null,
  work_group_id bigint not null,
  added integer not null,
  moved integer not null,
  dropped integer not null,
  primary key (factory_id, plan_id, work_group_id),
  constraint daily_plan_change_plan_id_fkey foreign key (factory_id, plan_id) references daily_plan,
  constraint daily_plan_change_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group
);
create index on daily_plan_change (factory_id, work_group_id);

-- Who has read that a plan was changed or withdrawn.
create table daily_plan_reading (
  factory_id bigint not null,
  plan_id bigint not null,
  employee_id bigint not null,
  read_at timestamptz not null,
  primary key (factory_id, plan_id, employee_id),
  constraint daily_plan_reading_plan_id_fkey foreign key (factory_id, plan_id) references daily_plan,
  constraint daily_plan_reading_employee_id_fkey foreign key (factory_id, employee_id) references employee
);
create index on daily_plan_reading (factory_id, employee_id);

-- Why a report began something else than the next line of the released plan. The reason stays if its word is changed.
create table plan_skip (
  factory_id bigint not null,
  report_id bigint not null,
  plan_id bigint not null,
  -- The first line that was skipped.
  skipped_process_id bigint not null,
  reason_id bigint,
  -- Null if the report was made without network, where nobody could ask.
  reason text,
  primary key (factory_id, report_id),
  constraint plan_skip_report_id_fkey foreign key (factory_id, report_id) references work_report,
  constraint plan_skip_plan_id_fkey foreign key (factory_id, plan_id) references daily_plan,
  constraint plan_skip_skipped_process_id_fkey foreign key (factory_id, skipped_process_id) references process,
  constraint plan_skip_reason_id_fkey foreign key (factory_id, reason_id) references classification
);
create index on plan_skip (factory_id, plan_id);
create index on plan_skip (factory_id, skipped_process_id);
create index on plan_skip (factory_id, reason_id) where reason_id is not null;

alter table classification
  drop constraint classification_class_id_check,
  add constraint classification_class_id_check check (class_id in ('errorClass', 'abnormalType', 'orderType', 'region',
    'deadlineClass', 'scrapReason', 'downtimeReason', 'extraProcessReason', 'skipReason', 'jobLevel', 'producingArea', 'gaugeKind'));

alter table cycle_schedule_setting
  add column adherence_minutes integer not null default 30,
  add constraint cycle_schedule_setting_adherence_minutes_check check (adherence_minutes >= 0);
