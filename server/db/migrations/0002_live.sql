-- Which node polls a watched source of an upstream MES, and what it found: of N nodes one polls each source.
create table poll_lease (
  source text primary key,
  node uuid not null,
  until timestamptz not null,
  -- The last good answer of the upstream; null before the first.
  good_at timestamptz,
  -- Of the rows that were found, so that another node notices when it shows something else.
  digest text
);
create index on poll_lease (node);

-- The latest reports, by when they ended or, while they are open, started.
create index work_report_latest on work_report (factory_id, coalesce(ended_at, started_at) desc, id desc)
  where reversed_at is null and reverses_id is null;
-- What was made today: the pieces by process, read from the index alone.
create index work_report_made on work_report (factory_id, ended_at) include (process_id, good)
  where reversed_at is null and reverses_id is null and process_id is not null;
-- Orders in hand are few among all orders of the years.
create index work_order_in_hand on work_order (factory_id, state)
  where deleted_at is null and state in ('released', 'inProgress', 'suspended');
create index work_order_ended on work_order (factory_id, ended_at)
  where deleted_at is null and state = 'completed';
-- The processes that are still to be done, by part.
create index process_to_do on process (factory_id, part_id)
  where deleted_at is null and state not in ('completed', 'specialAcceptance', 'scrapped', 'suspended');
