create table plan_import (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  file_name text not null,
  imported_at timestamptz not null,
  imported_by text not null,
  order_count integer not null,
  part_count integer not null,
  process_count integer not null,
  undone_at timestamptz,
  undone_by text,
  primary key (factory_id, id),
  constraint plan_import_order_count_check check (order_count >= 0),
  constraint plan_import_part_count_check check (part_count >= 0),
  constraint plan_import_process_count_check check (process_count >= 0)
);


-- A work order that came with a plan import refers to it.
alter table work_order
  add column plan_import_id bigint,
  add constraint work_order_plan_import_id_fkey foreign key (factory_id, plan_import_id) references plan_import;
create index on work_order (factory_id, plan_import_id) where plan_import_id is not null;
