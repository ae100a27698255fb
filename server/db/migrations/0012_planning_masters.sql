-- Master plan nodes and templates, formulas, indirect tasks, settings for scheduling, material lists and cost
-- sharing, and documents with revisions: standard routings, inspection procedures and operating procedures.
create table master_plan_node (
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
  node_type text not null default 'manual',
  department_id bigint,
  estimated_hours numeric(14,4) not null default 0,
  predecessor_id bigint,
  relation text not null default 'finishToStart',
  postposition_days integer not null default 0,
  remark text,
  primary key (factory_id, id),
  constraint master_plan_node_node_type_check check (node_type in ('manual', 'departmentTask', 'boundToCrafts')),
  constraint master_plan_node_department_id_fkey foreign key (factory_id, department_id) references department,
  constraint master_plan_node_estimated_hours_check check (estimated_hours >= 0),
  constraint master_plan_node_predecessor_id_fkey foreign key (factory_id, predecessor_id) references master_plan_node,
  constraint master_plan_node_relation_check check (relation in ('finishToStart', 'startToStart', 'finishToFinish', 'startToFinish')),
  constraint master_plan_node_postposition_days_check check (postposition_days >= 0)
);
create unique index master_plan_node_code_unique on master_plan_node (factory_id, code) where deleted_at is null;
create index on master_plan_node (factory_id, department_id) where department_id is not null;
create index on master_plan_node (factory_id, predecessor_id) where predecessor_id is not null;
create table master_plan_node_craft_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint master_plan_node_craft_ids_owner_id_fkey foreign key (factory_id, owner_id) references master_plan_node on delete cascade,
  constraint master_plan_node_craft_ids_target_id_fkey foreign key (factory_id, target_id) references craft
);
create index on master_plan_node_craft_ids (factory_id, target_id);

create table master_plan_template (
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
  workday_hours numeric(14,4) not null default 8,
  remark text,
  primary key (factory_id, id),
  constraint master_plan_template_workday_hours_check check (workday_hours >= 1)
);
create unique index master_plan_template_code_unique on master_plan_template (factory_id, code) where deleted_at is null;
create table master_plan_template_nodes (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  seq integer not null,
  node_id bigint not null,
  estimated_hours numeric(14,4),
  after_seq integer,
  relation text,
  postposition_days integer,
  primary key (factory_id, owner_id, position),
  constraint master_plan_template_nodes_owner_id_fkey foreign key (factory_id, owner_id) references master_plan_template on delete cascade,
  constraint master_plan_template_nodes_seq_check check (seq >= 1),
  constraint master_plan_template_nodes_node_id_fkey foreign key (factory_id, node_id) references master_plan_node,
  constraint master_plan_template_nodes_estimated_hours_check check (estimated_hours >= 0),
  constraint master_plan_template_nodes_after_seq_check check (after_seq >= 1),
  constraint master_plan_template_nodes_relation_check check (relation in ('finishToStart', 'startToStart', 'finishToFinish', 'startToFinish')),
  constraint master_plan_template_nodes_postposition_days_check check (postposition_days >= 0)
);
create index on master_plan_template_nodes (factory_id, node_id);

create table formula (
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
  result_unit text,
  remark text,
  expression text not null,
  test_result numeric(14,4),
  primary key (factory_id, id),
  constraint formula_test_result_check check (test_result >= -9999999999)
);
create unique index formula_code_unique on formula (factory_id, code) where deleted_at is null;
create table formula_inputs (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  name text not null,
  unit text,
  test_value numeric(14,4) not null,
  meaning text,
  primary key (factory_id, owner_id, position),
  constraint formula_inputs_owner_id_fkey foreign key (factory_id, owner_id) references formula on delete cascade,
  constraint formula_inputs_test_value_check check (test_value >= -9999999999)
);

create table cycle_schedule_setting (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  horizon_days integer not null default 60,
  frozen_days integer not null default 2,
  default_transfer_minutes integer not null default 0,
  direction text not null default 'forwards',
  overtime_allowed boolean not null default false,
  primary key (factory_id, id),
  constraint cycle_schedule_setting_horizon_days_check check (horizon_days >= 1),
  constraint cycle_schedule_setting_frozen_days_check check (frozen_days >= 0),
  constraint cycle_schedule_setting_default_transfer_minutes_check check (default_transfer_minutes >= 0),
  constraint cycle_schedule_setting_direction_check check (direction in ('forwards', 'backwards'))
);
create table cycle_schedule_setting_work_group_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint cycle_schedule_setting_work_group_ids_owner_id_fkey foreign key (factory_id, owner_id) references cycle_schedule_setting on delete cascade,
  constraint cycle_schedule_setting_work_group_ids_target_id_fkey foreign key (factory_id, target_id) references work_group
);
create index on cycle_schedule_setting_work_group_ids (factory_id, target_id);
create table cycle_schedule_setting_rules (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  rule text not null,
  primary key (factory_id, owner_id, position),
  constraint cycle_schedule_setting_rules_owner_id_fkey foreign key (factory_id, owner_id) references cycle_schedule_setting on delete cascade,
  constraint cycle_schedule_setting_rules_rule_check check (rule in ('byDeadlineClass', 'byDueDate', 'byPriority', 'byAge'))
);

create table material_column_mapping (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  customer_id bigint,
  supplier_id bigint,
  remark text,
  primary key (factory_id, id),
  constraint material_column_mapping_customer_id_fkey foreign key (factory_id, customer_id) references customer,
  constraint material_column_mapping_supplier_id_fkey foreign key (factory_id, supplier_id) references supplier
);
create unique index material_column_mapping_name_unique on material_column_mapping (factory_id, name) where deleted_at is null;
create index on material_column_mapping (factory_id, customer_id) where customer_id is not null;
create index on material_column_mapping (factory_id, supplier_id) where supplier_id is not null;
create table material_column_mapping_columns (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  material_field text not null,
  column_header text,
  default_value text,
  factor numeric(14,4),
  primary key (factory_id, owner_id, position),
  constraint material_column_mapping_columns_owner_id_fkey foreign key (factory_id, owner_id) references material_column_mapping on delete cascade,
  constraint material_column_mapping_columns_material_field_check check (material_field in ('code', 'name', 'defaultSpec', 'unit', 'defaultQuantity', 'standardPrice')),
  constraint material_column_mapping_columns_factor_check check (factor >= 0.0001)
);

create table cost_share_setting (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  cost_type_id bigint not null,
  department_id bigint,
  share_key text not null default 'earnedHours',
  valid_from date not null,
  active boolean not null default true,
  remark text,
  primary key (factory_id, id),
  constraint cost_share_setting_cost_type_id_fkey foreign key (factory_id, cost_type_id) references cost_type,
  constraint cost_share_setting_department_id_fkey foreign key (factory_id, department_id) references department,
  constraint cost_share_setting_share_key_check check (share_key in ('earnedHours', 'actualHours', 'madeQuantity', 'directCost'))
);
create index on cost_share_setting (factory_id, cost_type_id) where cost_type_id is not null;
create index on cost_share_setting (factory_id, department_id) where department_id is not null;

create table task (
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
  paid_work boolean not null default true,
  counts_as_load boolean not null default true,
  cost_type_id bigint,
  active boolean not null default true,
  remark text,
  primary key (factory_id, id),
  constraint task_cost_type_id_fkey foreign key (factory_id, cost_type_id) references cost_type
);
create unique index task_code_unique on task (factory_id, code) where deleted_at is null;
create index on task (factory_id, cost_type_id) where cost_type_id is not null;

create table process_library (
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
  edition integer not null default 1,
  state text not null default 'draft',
  edition_note text,
  published_at timestamptz,
  remark text,
  primary key (factory_id, id),
  constraint process_library_edition_check check (edition >= 1),
  constraint process_library_state_check check (state in ('draft', 'published', 'withdrawn'))
);
create table process_library_processes (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  seq integer not null,
  craft_id bigint not null,
  name text,
  work_group_id bigint,
  device_id bigint,
  preparation_minutes numeric(14,4),
  device_minutes numeric(14,4),
  man_minutes numeric(14,4),
  transfer_minutes integer,
  planned_people integer,
  primary key (factory_id, owner_id, position),
  constraint process_library_processes_owner_id_fkey foreign key (factory_id, owner_id) references process_library on delete cascade,
  constraint process_library_processes_seq_check check (seq >= 1),
  constraint process_library_processes_craft_id_fkey foreign key (factory_id, craft_id) references craft,
  constraint process_library_processes_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint process_library_processes_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint process_library_processes_preparation_minutes_check check (preparation_minutes >= 0),
  constraint process_library_processes_device_minutes_check check (device_minutes >= 0),
  constraint process_library_processes_man_minutes_check check (man_minutes >= 0),
  constraint process_library_processes_transfer_minutes_check check (transfer_minutes >= 0),
  constraint process_library_processes_planned_people_check check (planned_people >= 1)
);
create index on process_library_processes (factory_id, craft_id);
create index on process_library_processes (factory_id, work_group_id);
create index on process_library_processes (factory_id, device_id);

create table sip (
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
  edition integer not null default 1,
  state text not null default 'draft',
  edition_note text,
  published_at timestamptz,
  craft_id bigint not null,
  part_code text,
  file bigint,
  primary key (factory_id, id),
  constraint sip_edition_check check (edition >= 1),
  constraint sip_state_check check (state in ('draft', 'published', 'withdrawn')),
  constraint sip_craft_id_fkey foreign key (factory_id, craft_id) references craft,
  constraint sip_file_fkey foreign key (factory_id, file) references stored_file
);
create index on sip (factory_id, craft_id) where craft_id is not null;
create table sip_characteristics (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  seq integer not null,
  name text not null,
  kind text not null default 'measured',
  nominal numeric(14,4),
  lower numeric(14,4),
  upper numeric(14,4),
  unit text,
  tool text,
  sample_per_batch integer,
  record_every integer,
  primary key (factory_id, owner_id, position),
  constraint sip_characteristics_owner_id_fkey foreign key (factory_id, owner_id) references sip on delete cascade,
  constraint sip_characteristics_seq_check check (seq >= 1),
  constraint sip_characteristics_kind_check check (kind in ('measured', 'judged')),
  constraint sip_characteristics_nominal_check check (nominal >= -9999999999),
  constraint sip_characteristics_lower_check check (lower >= -9999999999),
  constraint sip_characteristics_upper_check check (upper >= -9999999999),
  constraint sip_characteristics_sample_per_batch_check check (sample_per_batch >= 1),
  constraint sip_characteristics_record_every_check check (record_every >= 1)
);

create table sop (
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
  edition integer not null default 1,
  state text not null default 'draft',
  edition_note text,
  published_at timestamptz,
  craft_id bigint not null,
  part_code text,
  file bigint,
  primary key (factory_id, id),
  constraint sop_edition_check check (edition >= 1),
  constraint sop_state_check check (state in ('draft', 'published', 'withdrawn')),
  constraint sop_craft_id_fkey foreign key (factory_id, craft_id) references craft,
  constraint sop_file_fkey foreign key (factory_id, file) references stored_file
);
create index on sop (factory_id, craft_id) where craft_id is not null;
create table sop_steps (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  seq integer not null,
  instruction text not null,
  seconds integer,
  picture bigint,
  primary key (factory_id, owner_id, position),
  constraint sop_steps_owner_id_fkey foreign key (factory_id, owner_id) references sop on delete cascade,
  constraint sop_steps_seq_check check (seq >= 1),
  constraint sop_steps_seconds_check check (seconds >= 0),
  constraint sop_steps_picture_fkey foreign key (factory_id, picture) references stored_file
);

-- The planned downtimes of devices.
create table device_downtimes (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  down_from timestamptz not null,
  down_until timestamptz not null,
  reason text,
  primary key (factory_id, owner_id, position),
  constraint device_downtimes_owner_id_fkey foreign key (factory_id, owner_id) references device on delete cascade
);

-- The number of people with which a process is planned.
alter table process
  add column planned_people integer,
  add constraint process_planned_people_check check (planned_people >= 1);
