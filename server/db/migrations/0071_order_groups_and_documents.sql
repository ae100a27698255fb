-- Orders that belong together, such as those of one delivery or campaign.
create table order_group (
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
  customer_id bigint,
  delivery_date date,
  remark text,
  primary key (factory_id, id),
  constraint order_group_customer_id_fkey foreign key (factory_id, customer_id) references customer
);
create unique index order_group_code_unique on order_group (factory_id, code) where deleted_at is null;
create index on order_group (factory_id, customer_id) where customer_id is not null;

alter table work_order
  add column order_group_id bigint,
  add constraint work_order_order_group_id_fkey foreign key (factory_id, order_group_id) references order_group;
create index on work_order (factory_id, order_group_id) where order_group_id is not null;

-- Files attached to orders.
create table order_document (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  order_id bigint not null,
  name text not null,
  file bigint,
  primary key (factory_id, id),
  constraint order_document_order_id_fkey foreign key (factory_id, order_id) references work_order,
  constraint order_document_file_fkey foreign key (factory_id, file) references stored_file
);
create index on order_document (factory_id, order_id) where order_id is not null;
