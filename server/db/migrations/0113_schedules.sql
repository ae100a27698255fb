-- Cycle scheduling. A run is a proposal of a plan of all open processes that the planner computes.
create table schedule_run (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  state text not null default 'computing',
  keep text not null,
  goal text not null,
  level text not null,
  horizon_days integer not null,
  requested_at timestamptz not null default now(),
  requested_by text not null,
  -- The node that computes the plan; null until one has taken it.
  node uuid,
  -- When that node last said that it computes.
  alive_at timestamptz,
  progress jsonb,
  ended_at timestamptz,
  -- Why it failed, for the log of the node.
  failure text,
  figures jsonb,
  before_figures jsonb,
  moved integer,
  machine_changed integer,
  passes integer,
  stopped_by text,
  input_hash text,
  -- What the plan was made from, and the plan: compressed JSON.
  basis bytea,
  plan bytea,
  applied_at timestamptz,
  applied_by text,
  replaced_at timestamptz,
  primary key (factory_id, id),
  constraint schedule_run_state_check check (state in ('computing', 'ready', 'failed', 'cancelled', 'applied', 'outdated')),
  constraint schedule_run_keep_check check (keep in ('repairPlan', 'keepOrder', 'planAfresh')),
  constraint schedule_run_goal_check check (goal in ('tardiness', 'makespan')),
  constraint schedule_run_level_check check (level in ('quickSearch', 'fullSearch')),
  constraint schedule_run_ready_check check (state not in ('ready', 'applied') or (basis is not null and plan is not null)),
  constraint schedule_run_applied_check check ((state = 'applied') = (applied_at is not null))
);
-- A factory computes one plan at a time, and has one present plan.
create unique index schedule_run_computing on schedule_run (factory_id) where state = 'computing';
create unique index schedule_run_present on schedule_run (factory_id) where state = 'applied' and replaced_at is null;
create index schedule_run_open on schedule_run (state) where state = 'computing';

-- The present plan: where the applied run puts each process. The rows are replaced as a whole.
create table planned_operation (
  factory_id bigint not null,
  process_id bigint not null,
  run_id bigint not null,
  -- Null for work that needs no machine.
  device_id bigint,
  lane integer not null,
  work_group_id bigint,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- When it has to end at the latest, so that its order is on time without any queue.
  need_by timestamptz,
  -- What bound its start, and the process that it waits for, if any.
  bound text not null,
  bound_process_id bigint,
  -- The appointment that the process had; if it has another one now, this place counts no longer.
  appointment_start timestamptz,
  -- Its work minutes on each day from `first_day` on. The work of a night shift belongs to the day on which the shift begins.
  first_day date not null,
  day_minutes integer[] not null,
  primary key (factory_id, process_id),
  constraint planned_operation_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint planned_operation_run_id_fkey foreign key (factory_id, run_id) references schedule_run,
  constraint planned_operation_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint planned_operation_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint planned_operation_span_check check (starts_at <= ends_at),
  constraint planned_operation_days_check check (cardinality(day_minutes) > 0)
);
create index on planned_operation (factory_id, device_id, starts_at) where device_id is not null;
create index on planned_operation (factory_id, run_id);
create index on planned_operation (factory_id, work_group_id) where work_group_id is not null;
