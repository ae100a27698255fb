-- The sequence from which rows get their ids. The endpoint /mes/system/base/query/id allocates ids from it
-- too.
create sequence id_sequence;

create table factory (
  id bigint primary key default nextval('id_sequence'),
  code text not null unique,
  name text not null,
  zone text not null default 'Asia/Shanghai',
  language text not null default 'zh_CN',
  currency text not null default 'CNY',
  -- Whether the factory contains demonstration data. Screens mark such a factory.
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table stored_file (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  name text not null,
  media_type text not null,
  bytes integer not null check (bytes >= 0),
  sha256 text not null,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  primary key (factory_id, id)
);

create table department (
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
  parent_id bigint,
  working_status text not null default 'enabled',
  primary key (factory_id, id),
  constraint department_parent_id_fkey foreign key (factory_id, parent_id) references department,
  constraint department_working_status_check check (working_status in ('enabled', 'discontinued'))
);
create unique index department_code_unique on department (factory_id, code) where deleted_at is null;
create index on department (factory_id, parent_id) where parent_id is not null;

create table work_group (
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
  efficiency numeric(14,4) not null default 100,
  remark text,
  primary key (factory_id, id),
  constraint work_group_efficiency_check check (efficiency >= 1)
);
create unique index work_group_code_unique on work_group (factory_id, code) where deleted_at is null;

create table role (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  role_type text not null default 'custom',
  remark text,
  primary key (factory_id, id),
  constraint role_role_type_check check (role_type in ('custom', 'system'))
);
create unique index role_name_unique on role (factory_id, name) where deleted_at is null;
create table role_permissions (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  permission text not null,
  primary key (factory_id, owner_id, position),
  constraint role_permissions_owner_id_fkey foreign key (factory_id, owner_id) references role on delete cascade
);

create table employee (
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
  department_id bigint,
  work_group_id bigint,
  departmental_role text not null default 'staff',
  working_status text not null default 'onJob',
  org_number text,
  normal_capacity numeric(14,4),
  budget_capacity numeric(14,4),
  id_number text,
  phone text,
  mail text,
  we_link_code text,
  wage_grade text,
  primary key (factory_id, id),
  constraint employee_department_id_fkey foreign key (factory_id, department_id) references department,
  constraint employee_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint employee_departmental_role_check check (departmental_role in ('staff', 'head')),
  constraint employee_working_status_check check (working_status in ('onJob', 'vacation', 'quit')),
  constraint employee_normal_capacity_check check (normal_capacity >= 0),
  constraint employee_budget_capacity_check check (budget_capacity >= 0)
);
create unique index employee_code_unique on employee (factory_id, code) where deleted_at is null;
create index on employee (factory_id, department_id) where department_id is not null;
create index on employee (factory_id, work_group_id) where work_group_id is not null;
create unique index employee_we_link_code_unique on employee (factory_id, we_link_code) where deleted_at is null;
create table employee_role_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint employee_role_ids_owner_id_fkey foreign key (factory_id, owner_id) references employee on delete cascade,
  constraint employee_role_ids_target_id_fkey foreign key (factory_id, target_id) references role
);
create index on employee_role_ids (factory_id, target_id);
create table employee_absences (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  absent_from timestamptz not null,
  absent_until timestamptz not null,
  reason text,
  primary key (factory_id, owner_id, position),
  constraint employee_absences_owner_id_fkey foreign key (factory_id, owner_id) references employee on delete cascade
);

create table device (
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
  brand text,
  producing_area text,
  work_group_id bigint,
  normal_capacity numeric(14,4),
  maximum_capacity numeric(14,4),
  budget_capacity numeric(14,4),
  status text not null default 'normal',
  primary key (factory_id, id),
  constraint device_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint device_normal_capacity_check check (normal_capacity >= 0),
  constraint device_maximum_capacity_check check (maximum_capacity >= 0),
  constraint device_budget_capacity_check check (budget_capacity >= 0),
  constraint device_status_check check (status in ('normal', 'repair', 'scrapped'))
);
create unique index device_code_unique on device (factory_id, code) where deleted_at is null;
create index on device (factory_id, work_group_id) where work_group_id is not null;

create table cost_type (
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
  parent_id bigint,
  primary key (factory_id, id),
  constraint cost_type_parent_id_fkey foreign key (factory_id, parent_id) references cost_type
);
create unique index cost_type_code_unique on cost_type (factory_id, code) where deleted_at is null;
create index on cost_type (factory_id, parent_id) where parent_id is not null;
create table cost_type_rates (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  valid_from date not null,
  device_hour_rate numeric(14,4),
  man_hour_rate numeric(14,4),
  primary key (factory_id, owner_id, position),
  constraint cost_type_rates_owner_id_fkey foreign key (factory_id, owner_id) references cost_type on delete cascade,
  constraint cost_type_rates_device_hour_rate_check check (device_hour_rate >= 0),
  constraint cost_type_rates_man_hour_rate_check check (man_hour_rate >= 0)
);

create table craft (
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
  craft_type text not null default 'machining',
  report_way text not null default 'byPerson',
  scheduling_attribute text not null default 'finite',
  cost_type_id bigint,
  preparation_minutes numeric(14,4),
  device_minutes numeric(14,4),
  manpower_minutes numeric(14,4),
  man_machine_ratio numeric(14,4),
  transfer_minutes integer,
  preset_days numeric(14,4),
  needs_receive boolean not null default false,
  leapfrog_allowed boolean not null default false,
  over_report_tolerance numeric(14,4) not null default 0,
  wage_calculation_type text not null default 'byTime',
  primary key (factory_id, id),
  constraint craft_craft_type_check check (craft_type in ('machining', 'assembly', 'inspection', 'outsourcing', 'design')),
  constraint craft_report_way_check check (report_way in ('byPerson', 'byDevice', 'byGroup', 'byBarcode', 'byProductionParameters', 'byMaterialOutBarcode')),
  constraint craft_scheduling_attribute_check check (scheduling_attribute in ('finite', 'infinite', 'fixedDays')),
  constraint craft_cost_type_id_fkey foreign key (factory_id, cost_type_id) references cost_type,
  constraint craft_preparation_minutes_check check (preparation_minutes >= 0),
  constraint craft_device_minutes_check check (device_minutes >= 0),
  constraint craft_manpower_minutes_check check (manpower_minutes >= 0),
  constraint craft_man_machine_ratio_check check (man_machine_ratio >= 0.01),
  constraint craft_transfer_minutes_check check (transfer_minutes >= 0),
  constraint craft_preset_days_check check (preset_days >= 0),
  constraint craft_over_report_tolerance_check check (over_report_tolerance >= 0),
  constraint craft_wage_calculation_type_check check (wage_calculation_type in ('byTime', 'byPiece', 'byStandardHours', 'noWage'))
);
create unique index craft_code_unique on craft (factory_id, code) where deleted_at is null;
create index on craft (factory_id, cost_type_id) where cost_type_id is not null;

create table classification (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  class_id text not null,
  code text not null,
  name text not null,
  parent_id bigint,
  primary key (factory_id, id),
  constraint classification_class_id_check check (class_id in ('errorClass', 'abnormalType', 'orderType', 'region')),
  constraint classification_parent_id_fkey foreign key (factory_id, parent_id) references classification
);
create unique index classification_code_unique on classification (factory_id, code) where deleted_at is null;
create index on classification (factory_id, parent_id) where parent_id is not null;

create table customer (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  short_name text not null,
  full_name text,
  address text,
  region text,
  telephone text,
  fax text,
  mail text,
  primary key (factory_id, id)
);
create unique index customer_code_unique on customer (factory_id, code) where deleted_at is null;

create table work_order (
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
  state text not null default 'draft',
  customer_id bigint,
  purchasing_order text,
  order_type_id bigint,
  quantity numeric(14,4) not null,
  completed_quantity numeric(14,4) not null default 0,
  progress numeric(14,4) not null default 0,
  priority integer not null default 5,
  planned_start date,
  due_date date,
  promised_date date,
  started_at timestamptz,
  ended_at timestamptz,
  remark text,
  primary key (factory_id, id),
  constraint work_order_state_check check (state in ('draft', 'released', 'inProgress', 'completed', 'closed', 'suspended', 'cancelled')),
  constraint work_order_customer_id_fkey foreign key (factory_id, customer_id) references customer,
  constraint work_order_order_type_id_fkey foreign key (factory_id, order_type_id) references classification,
  constraint work_order_quantity_check check (quantity >= 0.0001),
  constraint work_order_completed_quantity_check check (completed_quantity >= 0),
  constraint work_order_progress_check check (progress >= 0),
  constraint work_order_priority_check check (priority >= 1)
);
create unique index work_order_code_unique on work_order (factory_id, code) where deleted_at is null;
create index on work_order (factory_id, customer_id) where customer_id is not null;
create index on work_order (factory_id, order_type_id) where order_type_id is not null;

create table part (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  order_id bigint not null,
  parent_id bigint,
  code text not null,
  name text not null,
  quantity numeric(14,4) not null,
  quantity_per numeric(14,4) not null default 1,
  material_name text,
  spec text,
  size text,
  source text not null default 'make',
  due_date date,
  drawing bigint,
  warehouse_status text not null default 'notIn',
  primary key (factory_id, id),
  constraint part_order_id_fkey foreign key (factory_id, order_id) references work_order,
  constraint part_parent_id_fkey foreign key (factory_id, parent_id) references part,
  constraint part_quantity_check check (quantity >= 0.0001),
  constraint part_quantity_per_check check (quantity_per >= 0.0001),
  constraint part_source_check check (source in ('make', 'buy', 'outsource')),
  constraint part_drawing_fkey foreign key (factory_id, drawing) references stored_file,
  constraint part_warehouse_status_check check (warehouse_status in ('notIn', 'partlyIn', 'allIn'))
);
create index on part (factory_id, order_id) where order_id is not null;
create index on part (factory_id, parent_id) where parent_id is not null;

create table process (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  part_id bigint not null,
  seq integer not null,
  craft_id bigint not null,
  name text,
  work_group_id bigint,
  device_id bigint,
  planned_quantity numeric(14,4),
  preparation_minutes numeric(14,4),
  device_minutes numeric(14,4),
  man_minutes numeric(14,4),
  man_machine_ratio numeric(14,4),
  transfer_minutes integer,
  leapfrog boolean not null default false,
  external boolean not null default false,
  planned_start date,
  planned_end date,
  need_by date,
  state text not null default 'notStarted',
  arrived numeric(14,4) not null default 0,
  received numeric(14,4) not null default 0,
  machinable numeric(14,4) not null default 0,
  in_work numeric(14,4) not null default 0,
  good numeric(14,4) not null default 0,
  concession numeric(14,4) not null default 0,
  rework_open numeric(14,4) not null default 0,
  scrap numeric(14,4) not null default 0,
  hold numeric(14,4) not null default 0,
  outsourced numeric(14,4) not null default 0,
  excess numeric(14,4) not null default 0,
  inherited_loss numeric(14,4) not null default 0,
  accepted_loss numeric(14,4) not null default 0,
  open_reports integer not null default 0,
  has_run boolean not null default false,
  suspend_reason text,
  suspended_by text,
  suspended_at timestamptz,
  primary key (factory_id, id),
  constraint process_part_id_fkey foreign key (factory_id, part_id) references part,
  constraint process_seq_check check (seq >= 1),
  constraint process_craft_id_fkey foreign key (factory_id, craft_id) references craft,
  constraint process_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint process_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint process_planned_quantity_check check (planned_quantity >= 0.0001),
  constraint process_preparation_minutes_check check (preparation_minutes >= 0),
  constraint process_device_minutes_check check (device_minutes >= 0),
  constraint process_man_minutes_check check (man_minutes >= 0),
  constraint process_man_machine_ratio_check check (man_machine_ratio >= 0.01),
  constraint process_transfer_minutes_check check (transfer_minutes >= 0),
  constraint process_state_check check (state in ('notStarted', 'partlyReceived', 'received', 'processing', 'unfinished', 'completed', 'specialAcceptance', 'scrapped', 'suspended')),
  constraint process_arrived_check check (arrived >= 0),
  constraint process_received_check check (received >= 0),
  constraint process_machinable_check check (machinable >= 0),
  constraint process_in_work_check check (in_work >= 0),
  constraint process_good_check check (good >= 0),
  constraint process_concession_check check (concession >= 0),
  constraint process_rework_open_check check (rework_open >= 0),
  constraint process_scrap_check check (scrap >= 0),
  constraint process_hold_check check (hold >= 0),
  constraint process_outsourced_check check (outsourced >= 0),
  constraint process_excess_check check (excess >= 0),
  constraint process_inherited_loss_check check (inherited_loss >= 0),
  constraint process_accepted_loss_check check (accepted_loss >= 0),
  constraint process_open_reports_check check (open_reports >= 0)
);
create index on process (factory_id, part_id) where part_id is not null;
create index on process (factory_id, craft_id) where craft_id is not null;
create index on process (factory_id, work_group_id) where work_group_id is not null;
create index on process (factory_id, device_id) where device_id is not null;

create table work_report (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  kind text not null,
  phase text not null default 'run',
  process_id bigint,
  device_id bigint,
  started_at timestamptz not null,
  ended_at timestamptz,
  seconds integer not null default 0,
  received numeric(14,4) not null default 0,
  started numeric(14,4) not null default 0,
  good numeric(14,4) not null default 0,
  scrap numeric(14,4) not null default 0,
  rework numeric(14,4) not null default 0,
  hold numeric(14,4) not null default 0,
  excess numeric(14,4) not null default 0,
  error_class_id bigint,
  source text not null default 'screen',
  reverses_id bigint,
  reversed_by text,
  reversed_at timestamptz,
  remark text,
  primary key (factory_id, id),
  constraint work_report_kind_check check (kind in ('receive', 'start', 'unfinished', 'finish', 'outsidePlan')),
  constraint work_report_phase_check check (phase in ('preparation', 'run', 'stop')),
  constraint work_report_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint work_report_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint work_report_seconds_check check (seconds >= 0),
  constraint work_report_received_check check (received >= 0),
  constraint work_report_started_check check (started >= 0),
  constraint work_report_good_check check (good >= 0),
  constraint work_report_scrap_check check (scrap >= 0),
  constraint work_report_rework_check check (rework >= 0),
  constraint work_report_hold_check check (hold >= 0),
  constraint work_report_excess_check check (excess >= 0),
  constraint work_report_error_class_id_fkey foreign key (factory_id, error_class_id) references classification,
  constraint work_report_source_check check (source in ('screen', 'barcode', 'kiosk', 'offline', 'import', 'api')),
  constraint work_report_reverses_id_fkey foreign key (factory_id, reverses_id) references work_report
);
create index on work_report (factory_id, process_id) where process_id is not null;
create index on work_report (factory_id, device_id) where device_id is not null;
create index on work_report (factory_id, error_class_id) where error_class_id is not null;
create index on work_report (factory_id, reverses_id) where reverses_id is not null;
create table work_report_people (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  employee_id bigint not null,
  ratio numeric(14,4),
  seconds integer,
  primary key (factory_id, owner_id, position),
  constraint work_report_people_owner_id_fkey foreign key (factory_id, owner_id) references work_report on delete cascade,
  constraint work_report_people_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint work_report_people_ratio_check check (ratio >= 0),
  constraint work_report_people_seconds_check check (seconds >= 0)
);
create index on work_report_people (factory_id, employee_id);

create index on process (factory_id, part_id, seq);

-- The ledger of the processes, kept by double entry. The balances of its accounts are stored in the
-- processes.
create table ledger_entry (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  process_id bigint not null,
  from_account text not null,
  to_account text not null,
  quantity numeric(14,4) not null check (quantity > 0),
  report_id bigint,
  reverses_id bigint,
  at timestamptz not null default now(),
  primary key (factory_id, id),
  check (from_account <> to_account),
  check (from_account in ('supply', 'surplus', 'machinable', 'inWork', 'good', 'concession', 'reworkOpen', 'scrap', 'hold', 'outsourced')),
  check (to_account in ('supply', 'surplus', 'machinable', 'inWork', 'good', 'concession', 'reworkOpen', 'scrap', 'hold', 'outsourced')),
  constraint ledger_entry_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint ledger_entry_report_id_fkey foreign key (factory_id, report_id) references work_report,
  constraint ledger_entry_reverses_id_fkey foreign key (factory_id, reverses_id) references ledger_entry
);
create index on ledger_entry (factory_id, process_id);
create index on ledger_entry (factory_id, report_id) where report_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();

-- The imported reports. The key of source and line prevents that a line is imported twice.
create table imported_line (
  factory_id bigint not null,
  source text not null,
  line integer not null,
  report_id bigint not null,
  warnings jsonb not null,
  primary key (factory_id, source, line),
  constraint imported_line_report_id_fkey foreign key (factory_id, report_id) references work_report
);

create index on work_report (factory_id, started_at desc);
create index on work_report (factory_id, process_id, ended_at) where reversed_at is null;
create index on work_report (factory_id, ended_at desc);

-- The accounts, which can log in. The account of an employee is created together with the employee.
create table account (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  kind text not null check (kind in ('employee', 'customer', 'supplier', 'terminal')),
  employee_id bigint,
  customer_id bigint,
  code text not null,
  password_hash text,
  must_change boolean not null default true,
  language text,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  primary key (factory_id, id),
  constraint account_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint account_customer_id_fkey foreign key (factory_id, customer_id) references customer
);
create unique index account_employee_unique on account (factory_id, employee_id) where employee_id is not null;

create table session (
  token_hash text primary key,
  factory_id bigint not null,
  account_id bigint not null,
  remembered boolean not null,
  ip text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint session_account_id_fkey foreign key (factory_id, account_id) references account
);
create index on session (factory_id, account_id) where revoked_at is null;
create index on session (expires_at);

-- The verification codes for log-ins. Each code can be tried once, within five minutes.
create table login_code (
  id text primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);

-- The failed log-ins, by account and by address. Unknown accounts are counted too.
create table login_attempt (
  key text primary key,
  failures integer not null,
  first_at timestamptz not null,
  locked_until timestamptz
);

-- The key pairs of the parameter header. A retired key stays valid for a while.
create table wire_key (
  id text primary key,
  private_key text not null,
  public_key text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- The first answers to calls with a request id, so that a repeated call does not write again.
create table request_once (
  factory_id bigint not null references factory (id),
  request_id uuid not null,
  account_id bigint not null,
  path text not null,
  input_hash text not null,
  answer jsonb not null,
  at timestamptz not null default now(),
  primary key (factory_id, request_id)
);
create index on request_once (at);

-- The audit log.
create table log (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  at timestamptz not null default now(),
  account_id bigint,
  by_name text not null,
  ip text not null,
  entity text not null,
  entity_id bigint,
  action text not null,
  before jsonb,
  after jsonb,
  primary key (factory_id, id)
);
create index on log (factory_id, entity, entity_id);
create index on log (factory_id, at desc);
create trigger log_append_only before update or delete on log for each row execute function refuse_change();

-- The change feed. The position is assigned during the commit, so that positions have no gaps and follow the
-- sequence of the commits.
create table feed_head (
  factory_id bigint primary key references factory (id),
  pos bigint not null default 0
);
create table feed (
  id bigint generated always as identity primary key,
  factory_id bigint not null,
  pos bigint,
  at timestamptz not null default clock_timestamp(),
  topic text not null,
  entity text not null,
  ids bigint[],
  by_name text,
  data jsonb,
  unique (factory_id, pos)
);
create index on feed (at);
create table feed_meta (
  single boolean primary key default true check (single),
  epoch text not null default gen_random_uuid()::text
);
insert into feed_meta default values;

create function feed_take_position() returns trigger language plpgsql as $$
declare
  taken bigint;
begin
  update feed_head set pos = pos + 1 where factory_id = new.factory_id returning pos into taken;
  if taken is null then
    insert into feed_head (factory_id, pos) values (new.factory_id, 1)
      on conflict (factory_id) do update set pos = feed_head.pos + 1 returning pos into taken;
  end if;
  update feed set pos = taken where id = new.id;
  return null;
end $$;
create constraint trigger feed_position after insert on feed deferrable initially deferred
  for each row execute function feed_take_position();
