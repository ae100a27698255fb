-- Terminals, at which people report on the shop floor. A terminal has an account of its own.
create table terminal (
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
  keep_minutes integer not null default 480,
  remark text,
  primary key (factory_id, id),
  constraint terminal_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint terminal_keep_minutes_check check (keep_minutes >= 1)
);
create unique index terminal_code_unique on terminal (factory_id, code) where deleted_at is null;
create index on terminal (factory_id, work_group_id) where work_group_id is not null;

alter table account
  add column terminal_id bigint,
  -- The hash of the PIN with which a person without a badge identifies at a terminal.
  add column pin_hash text,
  add constraint account_terminal_id_fkey foreign key (factory_id, terminal_id) references terminal;
create unique index account_terminal_unique on account (factory_id, terminal_id) where terminal_id is not null;

alter table session
  -- The terminal at which the person of the session was identified. Such a session may only do what is
  -- allowed at terminals.
  add column terminal_id bigint,
  add constraint session_terminal_id_fkey foreign key (factory_id, terminal_id) references terminal;
create index on session (factory_id, terminal_id) where terminal_id is not null and revoked_at is null;

-- The process cards of parts.
create table card (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  part_id bigint not null,
  quantity numeric(14,4) not null,
  state text not null default 'active',
  primary key (factory_id, id),
  constraint card_part_id_fkey foreign key (factory_id, part_id) references part,
  constraint card_quantity_check check (quantity >= 0),
  constraint card_state_check check (state in ('active', 'outsourced', 'completed', 'split', 'combined', 'scrapped'))
);
create unique index card_code_unique on card (factory_id, code) where deleted_at is null;
create index on card (factory_id, part_id);

insert into card (factory_id, code, part_id, quantity)
select p.factory_id, o.code || '-' || lpad(row_number() over (partition by p.factory_id, p.order_id order by p.id)::text, 2, '0'),
       p.id, p.quantity
from part p join work_order o on o.factory_id = p.factory_id and o.id = p.order_id
where p.deleted_at is null and o.deleted_at is null;

-- For the open reports of a process.
create index work_report_open on work_report (factory_id, process_id) where ended_at is null and reversed_at is null;
