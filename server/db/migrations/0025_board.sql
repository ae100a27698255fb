-- Boards with their versions, and what the large screens show.
create table board (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  owner_id bigint,
  sharing text not null default 'ownerOnly',
  preset text,
  edition integer not null default 1,
  tile_count integer not null default 0,
  primary key (factory_id, id),
  constraint board_owner_id_fkey foreign key (factory_id, owner_id) references employee,
  constraint board_sharing_check check (sharing in ('ownerOnly', 'theseRoles', 'everyone')),
  constraint board_preset_check check (preset in ('mainHall', 'mainHallUpright')),
  constraint board_edition_check check (edition >= 1),
  constraint board_tile_count_check check (tile_count >= 0)
);
create index on board (factory_id, name) where deleted_at is null;
create index on board (factory_id, owner_id) where owner_id is not null;
create table board_role_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint board_role_ids_owner_id_fkey foreign key (factory_id, owner_id) references board on delete cascade,
  constraint board_role_ids_target_id_fkey foreign key (factory_id, target_id) references role
);
create index on board_role_ids (factory_id, target_id);

create table large_screen (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  screen text not null,
  board_id bigint,
  preset text not null default 'mainHall',
  primary key (factory_id, id),
  constraint large_screen_screen_check check (screen in ('largeScreen1', 'largeScreen2')),
  constraint large_screen_board_id_fkey foreign key (factory_id, board_id) references board,
  constraint large_screen_preset_check check (preset in ('mainHall', 'mainHallUpright'))
);
create unique index large_screen_screen_unique on large_screen (factory_id, screen) where deleted_at is null;
create index on large_screen (factory_id, board_id) where board_id is not null;

-- The content of a board in each of its kept versions, as JSON text.
create table board_version (
  factory_id bigint not null,
  board_id bigint not null,
  edition integer not null,
  content text not null,
  tile_count integer not null,
  restored_from integer,
  saved_at timestamptz not null default now(),
  saved_by text not null,
  primary key (factory_id, board_id, edition),
  constraint board_version_board_id_fkey foreign key (factory_id, board_id) references board on delete cascade
);
