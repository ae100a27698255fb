-- The pictures that the tiles of a version of a board show.
create table board_version_file (
  factory_id bigint not null,
  board_id bigint not null,
  edition integer not null,
  file_id bigint not null,
  primary key (factory_id, board_id, edition, file_id),
  constraint board_version_file_version_fkey foreign key (factory_id, board_id, edition)
    references board_version (factory_id, board_id, edition) on delete cascade,
  constraint board_version_file_file_fkey foreign key (factory_id, file_id) references stored_file
);
create index on board_version_file (factory_id, file_id);
