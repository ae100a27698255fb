-- The home page with which the holders of a role begin.
alter table role add column home_preset text;
alter table role add constraint role_home_preset_check
  check (home_preset in ('managerHome', 'plannerHome', 'qualityHome', 'groupHeadHome', 'workerHome'));

-- The home pages that people have made for themselves. A reset keeps the row without content, so that a version is
-- never used twice.
create table home_board (
  factory_id bigint not null references factory (id),
  account_id bigint not null,
  version integer not null default 0,
  content text,
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  primary key (factory_id, account_id),
  constraint home_board_account_id_fkey foreign key (factory_id, account_id) references account
);
