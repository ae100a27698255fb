-- How long after a frame the next one is written at the earliest, in seconds. It is longer for large sources.
alter table board_frame add interval_seconds smallint not null default 2;
alter table board_frame alter column interval_seconds set statistics 10;

-- The bytes that the frames of a factory take in the database, by hour. Above a limit, the oldest hours are deleted.
create table board_recording_hour (
  factory_id bigint not null references factory (id),
  hour timestamptz not null,
  byte_count bigint not null,
  primary key (factory_id, hour)
) with (fillfactor = 70);
insert into board_recording_hour (factory_id, hour, byte_count)
  select factory_id, date_trunc('hour', at, 'UTC'), sum(octet_length(content) + 100)
  from board_frame
  group by factory_id, date_trunc('hour', at, 'UTC');
