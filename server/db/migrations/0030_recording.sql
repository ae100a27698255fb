-- The recorded rows of the sources of boards. A recording is one span of time in which a node recorded one source.
create table board_recording (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  source text not null,
  started_at timestamptz not null,
  -- The last time at which the recorded rows were known to be current. Between two recordings nothing is known.
  recorded_until timestamptz not null,
  -- Why the recording has no frames; null if it has.
  problem text,
  primary key (factory_id, id),
  constraint board_recording_problem_check check (problem in ('tooLarge'))
) with (fillfactor = 70);
create index on board_recording (factory_id, source, started_at);

-- A key frame holds all rows, any other frame the differences from the frame before: deflated JSON.
create table board_frame (
  factory_id bigint not null,
  recording_id bigint not null,
  at timestamptz not null,
  is_key boolean not null,
  content bytea not null,
  primary key (factory_id, recording_id, at),
  constraint board_frame_recording_id_fkey
    foreign key (factory_id, recording_id) references board_recording on delete cascade
);
create index board_frame_key on board_frame (factory_id, recording_id, at) where is_key;
-- The table is large, and its statistics hardly matter: the embedded database analyzes all tables every few seconds.
alter table board_frame
  alter column factory_id set statistics 10,
  alter column recording_id set statistics 10,
  alter column at set statistics 10,
  alter column is_key set statistics 10,
  alter column content set statistics 0;
