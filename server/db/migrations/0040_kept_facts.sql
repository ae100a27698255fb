-- The history of the states of processes. Each row is one change of the state that is derived from the ledger.
create table process_state_change (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  process_id bigint not null,
  from_state text not null,
  to_state text not null,
  at timestamptz not null default now(),
  -- The report that caused the change; null if no report did, for example if the process was suspended.
  report_id bigint,
  primary key (factory_id, id),
  check (from_state <> to_state),
  check (from_state in ('notStarted', 'partlyReceived', 'received', 'processing', 'unfinished', 'completed',
    'specialAcceptance', 'scrapped', 'suspended')),
  check (to_state in ('notStarted', 'partlyReceived', 'received', 'processing', 'unfinished', 'completed',
    'specialAcceptance', 'scrapped', 'suspended')),
  constraint process_state_change_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint process_state_change_report_id_fkey foreign key (factory_id, report_id) references work_report
);
create index on process_state_change (factory_id, process_id, id);
-- The states before this migration are not known. One change leads each process to its present state, at the
-- time of its latest report.
insert into process_state_change (factory_id, process_id, from_state, to_state, at)
select p.factory_id, p.id, 'notStarted', p.state, coalesce(max(coalesce(r.ended_at, r.started_at)), p.created_at)
from process p
left join work_report r on r.factory_id = p.factory_id and r.process_id = p.id and r.reversed_at is null and r.reverses_id is null
where p.state <> 'notStarted'
group by p.factory_id, p.id;
create trigger process_state_change_append_only before update or delete on process_state_change
  for each row execute function refuse_change();
