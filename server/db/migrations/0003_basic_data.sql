-- Units, materials and suppliers; production lines and shelves; the resources of work groups; the fields of
-- factories.
create table supplier (
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
  contact text,
  address text,
  region text,
  telephone text,
  fax text,
  mail text,
  primary key (factory_id, id)
);
create unique index supplier_code_unique on supplier (factory_id, code) where deleted_at is null;

create table unit (
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
  decimals integer not null default 0,
  primary key (factory_id, id),
  constraint unit_decimals_check check (decimals >= 0)
);
create unique index unit_code_unique on unit (factory_id, code) where deleted_at is null;

create table material (
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
  default_spec text,
  unit_id bigint,
  default_quantity numeric(14,4),
  standard_price numeric(14,4),
  primary key (factory_id, id),
  constraint material_unit_id_fkey foreign key (factory_id, unit_id) references unit,
  constraint material_default_quantity_check check (default_quantity >= 0),
  constraint material_standard_price_check check (standard_price >= 0)
);
create unique index material_code_unique on material (factory_id, code) where deleted_at is null;
create index on material (factory_id, unit_id) where unit_id is not null;

create table production_line (
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
create unique index production_line_code_unique on production_line (factory_id, code) where deleted_at is null;

create table shelf (
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
  work_group_id bigint,
  remark text,
  primary key (factory_id, id),
  constraint shelf_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group
);
create unique index shelf_code_unique on shelf (factory_id, code) where deleted_at is null;
create index on shelf (factory_id, work_group_id) where work_group_id is not null;

alter table work_group
  add column normal_capacity numeric(14,4),
  add column maximum_capacity numeric(14,4),
  add column budget_capacity numeric(14,4),
  add constraint work_group_normal_capacity_check check (normal_capacity >= 0),
  add constraint work_group_maximum_capacity_check check (maximum_capacity >= 0),
  add constraint work_group_budget_capacity_check check (budget_capacity >= 0);
create table work_group_craft_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint work_group_craft_ids_owner_id_fkey foreign key (factory_id, owner_id) references work_group on delete cascade,
  constraint work_group_craft_ids_target_id_fkey foreign key (factory_id, target_id) references craft
);
create index on work_group_craft_ids (factory_id, target_id);
create table work_group_production_line_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint work_group_production_line_ids_owner_id_fkey foreign key (factory_id, owner_id) references work_group on delete cascade,
  constraint work_group_production_line_ids_target_id_fkey foreign key (factory_id, target_id) references production_line
);
create index on work_group_production_line_ids (factory_id, target_id);
create table work_group_staff (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  employee_id bigint not null,
  job_level text,
  work_attribute text not null default 'fullTime',
  craft_id bigint,
  primary key (factory_id, owner_id, position),
  constraint work_group_staff_owner_id_fkey foreign key (factory_id, owner_id) references work_group on delete cascade,
  constraint work_group_staff_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint work_group_staff_work_attribute_check check (work_attribute in ('fullTime', 'partTime')),
  constraint work_group_staff_craft_id_fkey foreign key (factory_id, craft_id) references craft
);
create index on work_group_staff (factory_id, employee_id);
create index on work_group_staff (factory_id, craft_id);
create table work_group_equipment (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  device_id bigint not null,
  craft_id bigint,
  primary key (factory_id, owner_id, position),
  constraint work_group_equipment_owner_id_fkey foreign key (factory_id, owner_id) references work_group on delete cascade,
  constraint work_group_equipment_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint work_group_equipment_craft_id_fkey foreign key (factory_id, craft_id) references craft
);
create index on work_group_equipment (factory_id, device_id);
create index on work_group_equipment (factory_id, craft_id);
create table work_group_shelf_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint work_group_shelf_ids_owner_id_fkey foreign key (factory_id, owner_id) references work_group on delete cascade,
  constraint work_group_shelf_ids_target_id_fkey foreign key (factory_id, target_id) references shelf
);
create index on work_group_shelf_ids (factory_id, target_id);

-- Persons and devices become resources of their home groups.
insert into work_group_staff (factory_id, owner_id, position, employee_id)
select factory_id, work_group_id, row_number() over (partition by factory_id, work_group_id order by code, id) - 1, id
from employee where work_group_id is not null and deleted_at is null;
insert into work_group_equipment (factory_id, owner_id, position, device_id)
select factory_id, work_group_id, row_number() over (partition by factory_id, work_group_id order by code, id) - 1, id
from device where work_group_id is not null and deleted_at is null;

alter table craft
  add column attributes text,
  add column default_part_size text,
  add column material_retrieval_code text,
  add column barcode_content text;
create table craft_piece_prices (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  valid_from date not null,
  price numeric(14,4) not null,
  primary key (factory_id, owner_id, position),
  constraint craft_piece_prices_owner_id_fkey foreign key (factory_id, owner_id) references craft on delete cascade,
  constraint craft_piece_prices_price_check check (price >= 0)
);

-- The code on the badge of an employee, by which a terminal identifies the employee.
alter table employee add column badge_code text;
create unique index employee_badge_code_unique on employee (factory_id, badge_code) where deleted_at is null;

-- The columns that other entities have too. `factory_id` equals `id`, so that a factory is a row of itself.
alter table factory
  add column factory_id bigint not null generated always as (id) stored,
  add column version integer not null default 1,
  add column created_by text not null default '',
  add column updated_at timestamptz not null default now(),
  add column updated_by text not null default '',
  add column deleted_at timestamptz,
  add constraint factory_language_check check (language in ('zh_CN', 'en_US', 'zh_TW', 'ja_JP'));
alter table factory rename constraint factory_code_key to factory_code_unique;

-- Whether the simulator of a demonstration factory is switched on. Without a row, it is on.
create table demo_simulator (
  factory_id bigint primary key references factory (id),
  is_running boolean not null,
  updated_at timestamptz not null default now(),
  updated_by text not null default ''
);
