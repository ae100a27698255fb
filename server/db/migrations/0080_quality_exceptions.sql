-- Pieces of a process that may be bad, and what is decided about them.
create table quality_exception (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  state text not null default 'waitingForInitiation',
  process_id bigint not null,
  source text not null,
  quantity numeric(14,4) not null,
  error_class_id bigint,
  description text,
  picture bigint,
  discovery_process_id bigint,
  discoverer_id bigint,
  responsible_process_id bigint,
  rework numeric(14,4) not null default 0,
  concession numeric(14,4) not null default 0,
  scrap numeric(14,4) not null default 0,
  root_cause text,
  preventive_action text,
  report_id bigint,
  card_id bigint,
  corrects_id bigint,
  raised_at timestamptz not null,
  raised_by_id bigint,
  round integer not null default 0,
  determined_at timestamptz,
  posted_at timestamptz,
  finished_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  primary key (factory_id, id),
  constraint quality_exception_state_check check (state in ('waitingForInitiation', 'remediesInCountersign', 'remediesRejected', 'tracingCountersign', 'finished', 'cancelled')),
  constraint quality_exception_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint quality_exception_source_check check (source in ('good', 'scrap', 'reworkOpen', 'machinable', 'concession', 'hold')),
  constraint quality_exception_quantity_check check (quantity >= 0.0001),
  constraint quality_exception_error_class_id_fkey foreign key (factory_id, error_class_id) references classification,
  constraint quality_exception_picture_fkey foreign key (factory_id, picture) references stored_file,
  constraint quality_exception_discovery_process_id_fkey foreign key (factory_id, discovery_process_id) references process,
  constraint quality_exception_discoverer_id_fkey foreign key (factory_id, discoverer_id) references employee,
  constraint quality_exception_responsible_process_id_fkey foreign key (factory_id, responsible_process_id) references process,
  constraint quality_exception_rework_check check (rework >= 0),
  constraint quality_exception_concession_check check (concession >= 0),
  constraint quality_exception_scrap_check check (scrap >= 0),
  constraint quality_exception_report_id_fkey foreign key (factory_id, report_id) references work_report,
  constraint quality_exception_card_id_fkey foreign key (factory_id, card_id) references card,
  constraint quality_exception_corrects_id_fkey foreign key (factory_id, corrects_id) references quality_exception,
  constraint quality_exception_raised_by_id_fkey foreign key (factory_id, raised_by_id) references employee,
  constraint quality_exception_round_check check (round >= 0),
  -- What is determined adds up to what is held.
  constraint quality_exception_handling_check check (round = 0 or rework + concession + scrap = quantity)
);
create unique index quality_exception_code_unique on quality_exception (factory_id, code) where deleted_at is null;
create index on quality_exception (factory_id, process_id) where process_id is not null;
create index on quality_exception (factory_id, error_class_id) where error_class_id is not null;
create index on quality_exception (factory_id, discovery_process_id) where discovery_process_id is not null;
create index on quality_exception (factory_id, discoverer_id) where discoverer_id is not null;
create index on quality_exception (factory_id, responsible_process_id) where responsible_process_id is not null;
create index on quality_exception (factory_id, report_id) where report_id is not null;
create index on quality_exception (factory_id, card_id) where card_id is not null;
create index on quality_exception (factory_id, corrects_id) where corrects_id is not null;
create index on quality_exception (factory_id, raised_by_id) where raised_by_id is not null;

create index on quality_exception (factory_id, state, raised_at) where deleted_at is null;

-- The movements of the pieces of an exception in the ledger of their process, and between the cards of their part.
alter table ledger_entry
  add column exception_id bigint,
  add constraint ledger_entry_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception;
create index on ledger_entry (factory_id, exception_id) where exception_id is not null;
alter table card_movement
  add column exception_id bigint,
  add constraint card_movement_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception;
create index on card_movement (factory_id, exception_id) where exception_id is not null;

-- Who is responsible for an exception as it is determined now. What was signed is in quality_round.
create table quality_responsible (
  factory_id bigint not null,
  exception_id bigint not null,
  position integer not null,
  type text not null,
  employee_id bigint,
  supplier_id bigint,
  name text,
  ratio numeric(14,4) not null,
  primary key (factory_id, exception_id, position),
  constraint quality_responsible_type_check check (type in ('factoryStaff', 'generalFactoryStaff', 'supplier', 'supplierStaff')),
  constraint quality_responsible_ratio_check check (ratio > 0 and ratio <= 100),
  constraint quality_responsible_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception,
  constraint quality_responsible_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint quality_responsible_supplier_id_fkey foreign key (factory_id, supplier_id) references supplier
);
create index on quality_responsible (factory_id, employee_id) where employee_id is not null;
create index on quality_responsible (factory_id, supplier_id) where supplier_id is not null;

-- What was lost by an exception, and what the product proposed as the loss.
create table quality_loss (
  factory_id bigint not null,
  exception_id bigint not null,
  lost_hours numeric(14,4) not null check (lost_hours >= 0),
  lost_material_cost numeric(14,4) not null check (lost_material_cost >= 0),
  lost_manufacturing_cost numeric(14,4) not null check (lost_manufacturing_cost >= 0),
  proposed_hours numeric(14,4) not null,
  proposed_material_cost numeric(14,4) not null,
  proposed_manufacturing_cost numeric(14,4) not null,
  reason text,
  primary key (factory_id, exception_id),
  constraint quality_loss_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception
);

-- The rounds of a countersign: what is signed, and who is asked to sign it. Nothing of it is ever changed.
create table quality_round (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  exception_id bigint not null,
  stage text not null check (stage in ('remedies', 'tracing')),
  number integer not null check (number >= 1),
  document jsonb not null,
  -- The SHA-256 of the canonical JSON of the document.
  document_hash text not null,
  by_name text not null,
  at timestamptz not null,
  primary key (factory_id, id),
  unique (factory_id, exception_id, stage, number),
  constraint quality_round_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception
);
create table quality_round_signer (
  factory_id bigint not null,
  round_id bigint not null,
  position integer not null,
  employee_id bigint not null,
  primary key (factory_id, round_id, employee_id),
  constraint quality_round_signer_round_id_fkey foreign key (factory_id, round_id) references quality_round,
  constraint quality_round_signer_employee_id_fkey foreign key (factory_id, employee_id) references employee
);
create index on quality_round_signer (factory_id, employee_id);
create table quality_signature (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  round_id bigint not null,
  -- The signer, and the person who signed: the same person, or a deputy.
  signer_id bigint not null,
  signed_by_id bigint not null,
  result text not null check (result in ('passed', 'notPassed')),
  comment text,
  document_hash text not null,
  -- How the person confirmed who they are.
  method text not null check (method in ('password', 'pin')),
  account_id bigint not null,
  ip text not null,
  at timestamptz not null,
  primary key (factory_id, id),
  constraint quality_signature_round_id_fkey foreign key (factory_id, round_id) references quality_round,
  constraint quality_signature_signer_id_fkey foreign key (factory_id, round_id, signer_id) references quality_round_signer,
  constraint quality_signature_signed_by_id_fkey foreign key (factory_id, signed_by_id) references employee
);
create unique index quality_signature_signer_once on quality_signature (factory_id, round_id, signer_id);
create unique index quality_signature_person_once on quality_signature (factory_id, round_id, signed_by_id);

create table quality_comment (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  exception_id bigint not null,
  text text not null,
  by_name text not null,
  at timestamptz not null,
  primary key (factory_id, id),
  constraint quality_comment_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception
);
create index on quality_comment (factory_id, exception_id);

create trigger quality_round_append_only before update or delete on quality_round
  for each row execute function refuse_change();
create trigger quality_round_signer_append_only before update or delete on quality_round_signer
  for each row execute function refuse_change();
create trigger quality_signature_append_only before update or delete on quality_signature
  for each row execute function refuse_change();
create trigger quality_comment_append_only before update or delete on quality_comment
  for each row execute function refuse_change();

-- Who may countersign for a signer.
create table signing_deputy (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  employee_id bigint not null,
  deputy_id bigint not null,
  valid_from date not null,
  valid_until date not null,
  primary key (factory_id, id),
  constraint signing_deputy_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint signing_deputy_deputy_id_fkey foreign key (factory_id, deputy_id) references employee,
  constraint signing_deputy_days_check check (valid_from <= valid_until)
);
create index on signing_deputy (factory_id, employee_id) where employee_id is not null;
create index on signing_deputy (factory_id, deputy_id) where deputy_id is not null;

