-- Who signs by default, by the department of the responsible process and the lost amount.
create table signing_rule (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  department_id bigint,
  loss_from numeric(14,4) not null default 0,
  primary key (factory_id, id),
  constraint signing_rule_department_id_fkey foreign key (factory_id, department_id) references department,
  constraint signing_rule_loss_from_check check (loss_from >= 0)
);
create index on signing_rule (factory_id, department_id) where department_id is not null;
create table signing_rule_signer_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint signing_rule_signer_ids_owner_id_fkey foreign key (factory_id, owner_id) references signing_rule on delete cascade,
  constraint signing_rule_signer_ids_target_id_fkey foreign key (factory_id, target_id) references employee
);
create index on signing_rule_signer_ids (factory_id, target_id);

