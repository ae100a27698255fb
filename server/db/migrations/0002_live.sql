-- The leases of the live sources of an upstream MES. Only the node that holds the lease polls the source.
create table poll_lease (
  source text primary key,
  node uuid not null,
  until timestamptz not null,
  -- The time of the last successful poll; null before the first one.
  good_at timestamptz,
  -- The digest of the rows of the last poll, by which another node notices that its own rows differ.
  digest text
);
create index on poll_lease (node);

-- For lists of the latest reports, which are sorted by end time. Open reports are sorted by start time.
create index work_report_latest on work_report (factory_id, coalesce(ended_at, started_at) desc, id desc)
  where reversed_at is null and reverses_id is null;
-- For the pieces that were made today, by process. The included columns avoid reading the table.
create index work_report_made on work_report (factory_id, ended_at) include (process_id, good)
  where reversed_at is null and reverses_id is null and process_id is not null;
-- For the open orders, which are few among all orders.
create index work_order_in_hand on work_order (factory_id, state)
  where deleted_at is null and state in ('released', 'inProgress', 'suspended');
create index work_order_ended on work_order (factory_id, ended_at)
  where deleted_at is null and state = 'completed';
-- For the processes of a part that are still to be done.
create index process_to_do on process (factory_id, part_id)
  where deleted_at is null and state not in ('completed', 'specialAcceptance', 'scrapped', 'suspended');
