-- Users of customers and suppliers, guests from other factories, sessions that their users can see and end,
-- and downloads.
alter table role
  add column for_accounts text not null default 'employee',
  add column usage_count integer not null default 0,
  add constraint role_usage_count_check check (usage_count >= 0),
  add constraint role_for_accounts_check check (for_accounts in ('employee', 'customer', 'supplier'));

create table customer_user (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  customer_id bigint not null,
  code text not null,
  name text not null,
  mail text,
  phone text,
  language text,
  enabled boolean not null default true,
  primary key (factory_id, id),
  constraint customer_user_customer_id_fkey foreign key (factory_id, customer_id) references customer,
  constraint customer_user_language_check check (language in ('zh_CN', 'en_US', 'zh_TW', 'ja_JP'))
);
create unique index customer_user_code_unique on customer_user (factory_id, code) where deleted_at is null;
create index on customer_user (factory_id, customer_id);
create table customer_user_role_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint customer_user_role_ids_owner_id_fkey foreign key (factory_id, owner_id) references customer_user on delete cascade,
  constraint customer_user_role_ids_target_id_fkey foreign key (factory_id, target_id) references role
);
create index on customer_user_role_ids (factory_id, target_id);

create table supplier_user (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  supplier_id bigint not null,
  code text not null,
  name text not null,
  mail text,
  phone text,
  language text,
  enabled boolean not null default true,
  primary key (factory_id, id),
  constraint supplier_user_supplier_id_fkey foreign key (factory_id, supplier_id) references supplier,
  constraint supplier_user_language_check check (language in ('zh_CN', 'en_US', 'zh_TW', 'ja_JP'))
);
create unique index supplier_user_code_unique on supplier_user (factory_id, code) where deleted_at is null;
create index on supplier_user (factory_id, supplier_id);
create table supplier_user_role_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint supplier_user_role_ids_owner_id_fkey foreign key (factory_id, owner_id) references supplier_user on delete cascade,
  constraint supplier_user_role_ids_target_id_fkey foreign key (factory_id, target_id) references role
);
create index on supplier_user_role_ids (factory_id, target_id);

create table guest (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  home_factory_code text not null,
  code text not null,
  name text not null,
  enabled boolean not null default true,
  accepted_at timestamptz,
  remark text,
  primary key (factory_id, id)
);
-- For the open invitations of a user of another factory.
create index on guest (home_factory_code, code) where deleted_at is null and accepted_at is null;
create table guest_role_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint guest_role_ids_owner_id_fkey foreign key (factory_id, owner_id) references guest on delete cascade,
  constraint guest_role_ids_target_id_fkey foreign key (factory_id, target_id) references role
);
create index on guest_role_ids (factory_id, target_id);

alter table account
  add column supplier_id bigint,
  add column customer_user_id bigint,
  add column supplier_user_id bigint,
  add column guest_id bigint,
  -- For a guest: the account in the home factory. Without it, the guest cannot enter.
  add column home_factory_id bigint references factory (id),
  add column home_account_id bigint,
  add constraint account_supplier_id_fkey foreign key (factory_id, supplier_id) references supplier,
  add constraint account_customer_user_id_fkey foreign key (factory_id, customer_user_id) references customer_user,
  add constraint account_supplier_user_id_fkey foreign key (factory_id, supplier_user_id) references supplier_user,
  add constraint account_guest_id_fkey foreign key (factory_id, guest_id) references guest,
  add constraint account_home_check check ((home_account_id is null) = (home_factory_id is null));
create unique index account_customer_user_unique on account (factory_id, customer_user_id) where customer_user_id is not null;
create unique index account_supplier_user_unique on account (factory_id, supplier_user_id) where supplier_user_id is not null;
create unique index account_guest_unique on account (factory_id, guest_id) where guest_id is not null;
create index on account (home_factory_id, home_account_id) where home_account_id is not null;

-- The roles of the accounts of all kinds.
create view account_role as
  select a.factory_id, a.id as account_id, h.target_id as role_id
    from account a join employee_role_ids h on h.factory_id = a.factory_id and h.owner_id = a.employee_id
  union all
  select a.factory_id, a.id, h.target_id
    from account a join customer_user_role_ids h on h.factory_id = a.factory_id and h.owner_id = a.customer_user_id
  union all
  select a.factory_id, a.id, h.target_id
    from account a join supplier_user_role_ids h on h.factory_id = a.factory_id and h.owner_id = a.supplier_user_id
  union all
  select a.factory_id, a.id, h.target_id
    from account a join guest_role_ids h on h.factory_id = a.factory_id and h.owner_id = a.guest_id;

update role r set usage_count = (select count(*) from employee_role_ids h
  join employee e on e.factory_id = h.factory_id and e.id = h.owner_id and e.deleted_at is null
  where h.factory_id = r.factory_id and h.target_id = r.id);

alter table session
  -- The id by which the user of the session refers to the session.
  add column id bigint not null default nextval('id_sequence'),
  -- The hash of the session from which a guest entered this factory. Both sessions end together.
  add column login_hash text;
create index on session (login_hash) where login_hash is not null and revoked_at is null;

-- The account that uploaded the file. Until a row refers to the file, only this account may read it.
alter table stored_file add column account_id bigint;

alter table process
  add column supplier_id bigint,
  add constraint process_supplier_id_fkey foreign key (factory_id, supplier_id) references supplier;
create index on process (factory_id, supplier_id) where supplier_id is not null;

create table download (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  version_name text,
  note text,
  file_id bigint,
  file_name text,
  bytes integer not null default 0,
  sha256 text,
  primary key (factory_id, id),
  constraint download_file_id_fkey foreign key (factory_id, file_id) references stored_file,
  constraint download_bytes_check check (bytes >= 0)
);
create unique index download_name_unique on download (factory_id, name) where deleted_at is null;
create index on download (factory_id, file_id) where file_id is not null;

-- For the latest entries of the log, of an entity or of an account.
create index log_entity_newest on log (factory_id, entity, at desc);
create index log_account_newest on log (factory_id, account_id, at desc);
