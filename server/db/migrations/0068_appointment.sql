-- A process can be booked on a device or group from – to. A booked or pinned process keeps its place when work is planned.
alter table process
  add column appointment_start timestamptz,
  add column appointment_end timestamptz,
  add column pinned boolean not null default false,
  add constraint process_appointment_check check (
    (appointment_start is null) = (appointment_end is null) and appointment_start <= appointment_end
  );
create index on process (factory_id, device_id, appointment_start) where appointment_start is not null and deleted_at is null;

-- Processes with the same key are synchronised: they are planned together, and are started and finished together.
alter table process add column sync_key text;
create index on process (factory_id, sync_key) where sync_key is not null and deleted_at is null;
