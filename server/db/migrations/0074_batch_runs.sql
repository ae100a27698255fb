-- A batch of many rows that a node writes in the background. The account that began it reads its progress and the verdicts.
create table batch_run (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  account_id bigint not null,
  request_id uuid not null,
  path text not null,
  input_hash text not null,
  lang text not null,
  row_count integer not null,
  done_count integer not null default 0,
  refused_count integer not null default 0,
  created_at timestamptz not null default now(),
  -- When the node that writes the batch last said so; null if no node writes it.
  alive_at timestamptz,
  cancelled_at timestamptz,
  ended_at timestamptz,
  primary key (factory_id, id),
  constraint batch_run_account_id_fkey foreign key (factory_id, account_id) references account
);
create unique index batch_run_request on batch_run (factory_id, request_id);
create index batch_run_account on batch_run (factory_id, account_id, id);
create index batch_run_created on batch_run (created_at);

-- The rows of a batch, and the answer to each; null before it is written.
create table batch_run_row (
  factory_id bigint not null,
  run_id bigint not null,
  row_id bigint not null,
  position integer not null,
  fields jsonb not null,
  answer jsonb,
  primary key (factory_id, run_id, row_id),
  constraint batch_run_row_run_id_fkey foreign key (factory_id, run_id) references batch_run on delete cascade
);
