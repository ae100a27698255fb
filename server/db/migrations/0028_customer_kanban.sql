-- Boards for customers, and the links with which they are shared. A link has an account of its own, to which the
-- sessions of its visitors belong.
create table customer_kanban (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  customer_id bigint not null,
  layout text not null default 'ordersByState',
  heading text,
  note text,
  logo bigint,
  completed_days integer not null default 14,
  for_customer_users boolean not null default false,
  primary key (factory_id, id),
  constraint customer_kanban_customer_id_fkey foreign key (factory_id, customer_id) references customer,
  constraint customer_kanban_logo_fkey foreign key (factory_id, logo) references stored_file,
  constraint customer_kanban_layout_check check (layout in ('ordersByState', 'ordersByMilestone', 'deliveryCountdown')),
  constraint customer_kanban_completed_days_check check (completed_days >= 0)
);
create unique index customer_kanban_name_unique on customer_kanban (factory_id, name) where deleted_at is null;
create index on customer_kanban (factory_id, customer_id);
create index on customer_kanban (factory_id, logo) where logo is not null;
create table customer_kanban_shown_fields (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  field text not null,
  caption text,
  primary key (factory_id, owner_id, position),
  constraint customer_kanban_shown_fields_owner_id_fkey foreign key (factory_id, owner_id)
    references customer_kanban on delete cascade,
  constraint customer_kanban_shown_fields_field_check check (field in
    ('purchasingOrder', 'name', 'orderState', 'quantity', 'completed', 'progress', 'dueDate', 'expectedDay'))
);
create table customer_kanban_milestone_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint customer_kanban_milestone_ids_owner_id_fkey foreign key (factory_id, owner_id)
    references customer_kanban on delete cascade,
  constraint customer_kanban_milestone_ids_target_id_fkey foreign key (factory_id, target_id) references master_plan_node
);
create index on customer_kanban_milestone_ids (factory_id, target_id);

create table kanban_link (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  kanban_id bigint not null,
  recipient text not null,
  valid_until date not null,
  language text,
  has_password boolean not null default false,
  view_count integer not null default 0,
  viewed_at timestamptz,
  revoked_at timestamptz,
  primary key (factory_id, id),
  constraint kanban_link_kanban_id_fkey foreign key (factory_id, kanban_id) references customer_kanban,
  constraint kanban_link_language_check check (language in ('zh_CN', 'en_US', 'zh_TW', 'ja_JP')),
  constraint kanban_link_view_count_check check (view_count >= 0)
);
create index on kanban_link (factory_id, kanban_id);
create table kanban_link_secret (
  factory_id bigint not null,
  link_id bigint not null,
  token_hash text not null,
  password_hash text,
  primary key (factory_id, link_id),
  constraint kanban_link_secret_link_id_fkey foreign key (factory_id, link_id) references kanban_link on delete cascade
);
create unique index on kanban_link_secret (token_hash);

alter table account
  add column kanban_link_id bigint,
  add constraint account_kanban_link_id_fkey foreign key (factory_id, kanban_link_id) references kanban_link,
  drop constraint account_kind_check,
  add constraint account_kind_check check (kind in ('employee', 'customer', 'supplier', 'terminal', 'screen', 'link'));
create unique index account_kanban_link_unique on account (factory_id, kanban_link_id) where kanban_link_id is not null;

-- A kanban reads the open orders of its customer and those that ended last, out of all the orders that it ever gave.
create index work_order_of_customer_open on work_order (factory_id, customer_id)
  where deleted_at is null and state in ('released', 'inProgress', 'suspended');
create index work_order_of_customer_ended on work_order (factory_id, customer_id, ended_at)
  where deleted_at is null and state in ('completed', 'closed');
