-- Since when an order is late by what has become of the applied plan, until it is on time again.
create table order_delay (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  order_id bigint not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  -- What was told when it began: null if the order was late in the applied plan already, so that nobody was told.
  reason jsonb,
  primary key (factory_id, id),
  constraint order_delay_order_id_fkey foreign key (factory_id, order_id) references work_order
);
-- An order is late once at a time, so that nobody is told twice.
create unique index order_delay_open on order_delay (factory_id, order_id) where ended_at is null;
create index on order_delay (factory_id, order_id);

-- Who was told of a delay. It is shown until the person has seen it, or the order is on time again.
create table order_delay_notice (
  factory_id bigint not null references factory (id),
  delay_id bigint not null,
  account_id bigint not null,
  seen_at timestamptz,
  primary key (factory_id, delay_id, account_id),
  constraint order_delay_notice_delay_id_fkey foreign key (factory_id, delay_id) references order_delay,
  constraint order_delay_notice_account_id_fkey foreign key (factory_id, account_id) references account
);
create index on order_delay_notice (factory_id, account_id) where seen_at is null;

-- The applied plan whose delays were last looked for. The orders that are late in a new plan are known already.
create table order_delay_look (
  factory_id bigint primary key references factory (id),
  run_id bigint not null,
  looked_at timestamptz not null
);

alter table cycle_schedule_setting add column tells_customers boolean not null default false;
