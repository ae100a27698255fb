-- The shares of operations that planners have split over machines. A process without open shares is not split. The row of
-- a share stays when the operation is joined again, because old plans name it.
create table process_share (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  process_id bigint not null,
  device_id bigint not null,
  position integer not null,
  -- What the device had to make, and what its reports had made already, when a planner last set the share.
  quantity numeric(14,4) not null,
  good_before numeric(14,4) not null,
  appointment_start timestamptz,
  appointment_end timestamptz,
  created_at timestamptz not null default now(),
  created_by text not null,
  joined_at timestamptz,
  primary key (factory_id, id),
  constraint process_share_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint process_share_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint process_share_quantity_check check (quantity > 0),
  constraint process_share_appointment_check check ((appointment_start is null) = (appointment_end is null) and appointment_start <= appointment_end)
);
create index on process_share (factory_id, process_id);
create index on process_share (factory_id, device_id);

-- The share that a row of the plan places; 0 for a process that was not split.
alter table planned_operation
  add column share_id bigint not null default 0,
  drop constraint planned_operation_pkey,
  add constraint planned_operation_pkey primary key (factory_id, process_id, share_id);
alter table daily_plan_line add column share_id bigint not null default 0;
drop index daily_plan_line_factory_id_plan_id_process_id_idx;
create unique index on daily_plan_line (factory_id, plan_id, process_id, share_id);
