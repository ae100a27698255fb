-- Custom columns, the settings of columns in lists, and projects.
create table custom_column (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  owner text not null,
  seq integer not null default 1,
  code text not null,
  name text not null,
  type text not null default 'text',
  width integer,
  attribute text,
  primary key (factory_id, id),
  constraint custom_column_owner_check check (owner in ('order', 'part', 'process', 'project', 'report')),
  constraint custom_column_seq_check check (seq >= 1),
  constraint custom_column_type_check check (type in ('text', 'number', 'date')),
  constraint custom_column_width_check check (width >= 56)
);
create unique index custom_column_code_unique on custom_column (factory_id, code) where deleted_at is null;
create index on custom_column (factory_id, owner) where deleted_at is null;

-- The settings of the columns of a list. A factory has one row (account_id is null), and so has each account
-- that has arranged the columns. A reset keeps the row, so that a version is never used twice.
create table column_setting (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  list text not null,
  account_id bigint,
  primary key (factory_id, id),
  constraint column_setting_account_id_fkey foreign key (factory_id, account_id) references account,
  constraint column_setting_unique unique nulls not distinct (factory_id, list, account_id)
);
create table column_setting_columns (
  factory_id bigint not null,
  owner_id bigint not null,
  column_order integer not null check (column_order >= 1),
  column_field text not null,
  align text not null default 'center' check (align in ('start', 'center', 'end')),
  column_width integer,
  is_grid_show integer not null default 1,
  primary key (factory_id, owner_id, column_order),
  unique (factory_id, owner_id, column_field),
  constraint column_setting_columns_owner_id_fkey foreign key (factory_id, owner_id) references column_setting on delete cascade
);

create table project (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  custom_values jsonb not null default '{}',
  code text not null,
  name text not null,
  parent_id bigint,
  customer_id bigint,
  leader_id bigint,
  contract_amount numeric(14,4),
  budget_amount numeric(14,4),
  due_date date,
  remark text,
  primary key (factory_id, id),
  constraint project_parent_id_fkey foreign key (factory_id, parent_id) references project,
  constraint project_customer_id_fkey foreign key (factory_id, customer_id) references customer,
  constraint project_leader_id_fkey foreign key (factory_id, leader_id) references employee,
  constraint project_contract_amount_check check (contract_amount >= 0),
  constraint project_budget_amount_check check (budget_amount >= 0)
);
create unique index project_code_unique on project (factory_id, code) where deleted_at is null;
create index on project (factory_id, parent_id) where parent_id is not null;
create index on project (factory_id, customer_id) where customer_id is not null;
create index on project (factory_id, leader_id) where leader_id is not null;

alter table work_order
  add column project_id bigint,
  add column custom_values jsonb not null default '{}',
  add constraint work_order_project_id_fkey foreign key (factory_id, project_id) references project;
create index on work_order (factory_id, project_id) where project_id is not null;
alter table part add column custom_values jsonb not null default '{}';
alter table process add column custom_values jsonb not null default '{}';
alter table work_report add column custom_values jsonb not null default '{}';
