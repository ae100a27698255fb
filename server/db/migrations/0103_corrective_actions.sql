-- Corrective actions in eight steps (8D): why a defect happens, and the measures that keep it from coming back.
create table corrective_action (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text,
  state text not null default 'correctiveOpen',
  error_class_id bigint not null,
  craft_id bigint,
  part_code text,
  problem text not null,
  leader_id bigint not null,
  containment text,
  root_cause text,
  preventive_action text,
  check_after_days integer not null default 30,
  check_due_on date,
  round integer not null default 1,
  raised_at timestamptz,
  check_begun_at timestamptz,
  closed_at timestamptz,
  closing_reason text,
  primary key (factory_id, id),
  constraint corrective_action_state_check check (state in ('correctiveOpen', 'correctiveChecking', 'correctiveEffective', 'correctiveCancelled')),
  constraint corrective_action_error_class_id_fkey foreign key (factory_id, error_class_id) references classification,
  constraint corrective_action_craft_id_fkey foreign key (factory_id, craft_id) references craft,
  constraint corrective_action_leader_id_fkey foreign key (factory_id, leader_id) references employee,
  constraint corrective_action_check_after_days_check check (check_after_days >= 0),
  constraint corrective_action_round_check check (round >= 1)
);
create unique index corrective_action_code_unique on corrective_action (factory_id, code) where deleted_at is null;
create index on corrective_action (factory_id, error_class_id) where error_class_id is not null;
create index on corrective_action (factory_id, craft_id) where craft_id is not null;
create index on corrective_action (factory_id, leader_id) where leader_id is not null;
create table corrective_action_member_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint corrective_action_member_ids_owner_id_fkey foreign key (factory_id, owner_id) references corrective_action on delete cascade,
  constraint corrective_action_member_ids_target_id_fkey foreign key (factory_id, target_id) references employee
);
create index on corrective_action_member_ids (factory_id, target_id);
create table corrective_action_exception_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint corrective_action_exception_ids_owner_id_fkey foreign key (factory_id, owner_id) references corrective_action on delete cascade,
  constraint corrective_action_exception_ids_target_id_fkey foreign key (factory_id, target_id) references quality_exception
);
create index on corrective_action_exception_ids (factory_id, target_id);
create table corrective_action_whys (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  why text not null,
  primary key (factory_id, owner_id, position),
  constraint corrective_action_whys_owner_id_fkey foreign key (factory_id, owner_id) references corrective_action on delete cascade
);

create index on corrective_action (factory_id, error_class_id, state) where deleted_at is null and state in ('correctiveChecking', 'correctiveEffective');

create table corrective_measure (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  corrective_id bigint not null,
  kind text not null default 'correcting',
  what text not null,
  owner_id bigint not null,
  due_on date not null,
  state text not null default 'measureOpen',
  done_on date,
  done_by text,
  result text,
  primary key (factory_id, id),
  constraint corrective_measure_corrective_id_fkey foreign key (factory_id, corrective_id) references corrective_action,
  constraint corrective_measure_kind_check check (kind in ('containing', 'correcting', 'preventing')),
  constraint corrective_measure_owner_id_fkey foreign key (factory_id, owner_id) references employee,
  constraint corrective_measure_state_check check (state in ('measureOpen', 'measureDone'))
);
create index on corrective_measure (factory_id, corrective_id) where corrective_id is not null;
create index on corrective_measure (factory_id, owner_id) where owner_id is not null;

create index on corrective_measure (factory_id, owner_id, due_on) where state = 'measureOpen' and deleted_at is null;

-- What happened to a corrective action after its measures were done. Nothing of it is ever changed.
create table corrective_event (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  corrective_id bigint not null,
  kind text not null check (kind in ('beginCheck', 'judgeEffective', 'judgeNotEffective', 'recurDefect', 'cancelCorrective')),
  -- The exception with which the defect came back.
  exception_id bigint,
  reason text,
  by_name text not null,
  at timestamptz not null,
  primary key (factory_id, id),
  constraint corrective_event_corrective_id_fkey foreign key (factory_id, corrective_id) references corrective_action,
  constraint corrective_event_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception,
  constraint corrective_event_exception_check check ((kind = 'recurDefect') = (exception_id is not null))
);
create index on corrective_event (factory_id, corrective_id, id);
create index on corrective_event (factory_id, exception_id) where exception_id is not null;
