-- Calls for help from the shop floor, and their escalation rules.
create table abnormal_call (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  type_id bigint not null,
  stops boolean not null default false,
  process_id bigint,
  device_id bigint,
  work_group_id bigint,
  description text,
  picture bigint,
  state text not null default 'raised',
  raised_at timestamptz not null,
  raised_by_id bigint,
  acknowledged_at timestamptz,
  acknowledged_by_id bigint,
  arrived_at timestamptz,
  arrived_by_id bigint,
  solved_at timestamptz,
  solved_by_id bigint,
  solution text,
  cancelled_at timestamptz,
  cancel_reason text,
  primary key (factory_id, id),
  constraint abnormal_call_type_id_fkey foreign key (factory_id, type_id) references classification,
  constraint abnormal_call_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint abnormal_call_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint abnormal_call_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint abnormal_call_picture_fkey foreign key (factory_id, picture) references stored_file,
  constraint abnormal_call_state_check check (state in ('raised', 'acknowledged', 'onSite', 'solved', 'cancelled')),
  constraint abnormal_call_raised_by_id_fkey foreign key (factory_id, raised_by_id) references employee,
  constraint abnormal_call_acknowledged_by_id_fkey foreign key (factory_id, acknowledged_by_id) references employee,
  constraint abnormal_call_arrived_by_id_fkey foreign key (factory_id, arrived_by_id) references employee,
  constraint abnormal_call_solved_by_id_fkey foreign key (factory_id, solved_by_id) references employee
);
create unique index abnormal_call_code_unique on abnormal_call (factory_id, code) where deleted_at is null;
create index on abnormal_call (factory_id, type_id);
create index on abnormal_call (factory_id, process_id) where process_id is not null;
create index on abnormal_call (factory_id, device_id) where device_id is not null;
create index on abnormal_call (factory_id, work_group_id) where work_group_id is not null;

create table call_rule (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  type_id bigint,
  stops_only boolean not null default false,
  step text not null,
  after_minutes integer not null,
  level integer not null,
  asked text not null default 'workGroupHead',
  role_id bigint,
  primary key (factory_id, id),
  constraint call_rule_type_id_fkey foreign key (factory_id, type_id) references classification,
  constraint call_rule_step_check check (step in ('acknowledge', 'arrive', 'solve')),
  constraint call_rule_after_minutes_check check (after_minutes >= 0),
  constraint call_rule_level_check check (level >= 1),
  constraint call_rule_asked_check check (asked in ('workGroupHead', 'role')),
  constraint call_rule_role_id_fkey foreign key (factory_id, role_id) references role
);

-- For the open calls, which are few among all calls.
create index abnormal_call_open on abnormal_call (factory_id, raised_at)
  where deleted_at is null and state in ('raised', 'acknowledged', 'onSite');
create index on abnormal_call (factory_id, raised_at desc);

-- For the reports that run on a device, and for the time since which a device is idle.
create index work_report_open_at_device on work_report (factory_id, device_id)
  where ended_at is null and reversed_at is null and reverses_id is null and device_id is not null;
create index work_report_ended_at_device on work_report (factory_id, device_id, ended_at desc)
  where ended_at is not null and reversed_at is null and reverses_id is null and device_id is not null;

-- The index now also includes the scrap.
drop index work_report_made;
create index work_report_made on work_report (factory_id, ended_at) include (process_id, good, scrap)
  where reversed_at is null and reverses_id is null and process_id is not null;
