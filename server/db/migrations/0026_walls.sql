-- Playlists and screens. A screen has an account of its own, to which the sessions of its device belong.
create table playlist (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  call_board_id bigint,
  primary key (factory_id, id),
  constraint playlist_call_board_id_fkey foreign key (factory_id, call_board_id) references board
);
create unique index playlist_name_unique on playlist (factory_id, name) where deleted_at is null;
create index on playlist (factory_id, call_board_id) where call_board_id is not null;
create table playlist_items (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  board_id bigint,
  preset text not null default 'mainHall',
  seconds integer not null default 30,
  primary key (factory_id, owner_id, position),
  constraint playlist_items_owner_id_fkey foreign key (factory_id, owner_id) references playlist on delete cascade,
  constraint playlist_items_board_id_fkey foreign key (factory_id, board_id) references board,
  constraint playlist_items_preset_check check (preset in ('mainHall', 'mainHallUpright')),
  constraint playlist_items_seconds_check check (seconds >= 5)
);
create index on playlist_items (factory_id, board_id) where board_id is not null;

create table wall_screen (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  place text,
  playlist_id bigint,
  board_id bigint,
  preset text not null default 'mainHall',
  state text not null default 'notPaired',
  seen_at timestamptz,
  build text,
  resolution text,
  lag integer,
  size_inches numeric(14,4),
  viewing_distance numeric(14,4),
  dim_level integer not null default 0,
  primary key (factory_id, id),
  constraint wall_screen_playlist_id_fkey foreign key (factory_id, playlist_id) references playlist,
  constraint wall_screen_board_id_fkey foreign key (factory_id, board_id) references board,
  constraint wall_screen_preset_check check (preset in ('mainHall', 'mainHallUpright')),
  constraint wall_screen_state_check check (state in ('online', 'dark', 'notPaired')),
  constraint wall_screen_lag_check check (lag >= 0),
  constraint wall_screen_size_inches_check check (size_inches >= 0),
  constraint wall_screen_viewing_distance_check check (viewing_distance >= 0),
  constraint wall_screen_dim_level_check check (dim_level >= 0)
);
create unique index wall_screen_name_unique on wall_screen (factory_id, name) where deleted_at is null;
create index on wall_screen (factory_id, playlist_id) where playlist_id is not null;
create index on wall_screen (factory_id, board_id) where board_id is not null;
create index on wall_screen (seen_at) where state = 'online';

alter table account
  add column wall_screen_id bigint,
  add constraint account_wall_screen_id_fkey foreign key (factory_id, wall_screen_id) references wall_screen,
  drop constraint account_kind_check,
  add constraint account_kind_check check (kind in ('employee', 'customer', 'supplier', 'terminal', 'screen'));
create unique index account_wall_screen_unique on account (factory_id, wall_screen_id) where wall_screen_id is not null;

-- The browsers that show a pairing code. They belong to no factory before somebody confirms the code.
create table wall_pairing (
  token_hash text primary key,
  code text not null,
  ip text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index on wall_pairing (code);
create index on wall_pairing (ip);
create index on wall_pairing (expires_at);

-- The sources of the tiles, as far as the person who saved the version may see them. A paired screen may watch no others.
alter table board_version add column sources jsonb not null default '[]';

-- The boards of before have only widgets whose type is the name of their report.
update board_version set sources = (
  select coalesce(jsonb_agg(distinct jsonb_build_object(
      'path', '/mes/form/' || (tile ->> 'type'),
      'params', case tile ->> 'type' when 'latestReports' then '{"limit": "20"}'::jsonb else '{}'::jsonb end)), '[]')
  from jsonb_array_elements(content::jsonb -> 'tiles') tile
  where tile ->> 'type' in ('planActualToday', 'orderProgress', 'latestReports', 'openCalls', 'deviceStates',
    'outputByGroup', 'currentShift')
);
