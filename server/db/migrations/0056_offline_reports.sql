-- A device that had no network reports afterwards when a button was pressed. The time is marked if the clock of the
-- device was wrong or was set meanwhile, so that the time had to be worked out.
alter table work_report add column time_corrected boolean not null default false;
