-- Inspection procedures say when pieces are inspected and how many; a characteristic says how it is checked.
alter table sip_characteristics
  add column decimals integer not null default 3,
  add column method text,
  add constraint sip_characteristics_decimals_check check (decimals >= 0);
create table sip_inspections (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  inspection_kind text not null default 'firstArticle',
  every_pieces integer,
  every_minutes integer,
  sampling text not null default 'sampleAll',
  sample_count integer,
  sample_percent numeric(14,4),
  accept_number integer,
  aql numeric(14,4),
  inspection_level text,
  reduced_approved boolean not null default false,
  primary key (factory_id, owner_id, position),
  constraint sip_inspections_owner_id_fkey foreign key (factory_id, owner_id) references sip on delete cascade,
  constraint sip_inspections_inspection_kind_check check (inspection_kind in ('firstArticle', 'inProcess', 'finalInspection', 'incoming', 'returned')),
  constraint sip_inspections_every_pieces_check check (every_pieces >= 1),
  constraint sip_inspections_every_minutes_check check (every_minutes >= 1),
  constraint sip_inspections_sampling_check check (sampling in ('sampleAll', 'sampleFixed', 'samplePercentage', 'sampleAql')),
  constraint sip_inspections_sample_count_check check (sample_count >= 1),
  constraint sip_inspections_sample_percent_check check (sample_percent >= 0.01),
  constraint sip_inspections_accept_number_check check (accept_number >= 0),
  constraint sip_inspections_aql_check check (aql >= 0.01),
  constraint sip_inspections_inspection_level_check check (inspection_level in ('levelS1', 'levelS2', 'levelS3', 'levelS4', 'levelI', 'levelII', 'levelIII'))
);
-- What a procedure recorded every n pieces becomes an inspection in process of the smallest n.
insert into sip_inspections (factory_id, owner_id, position, inspection_kind, every_pieces, sampling, sample_count)
  select factory_id, owner_id, 0, 'inProcess', min(record_every), 'sampleFixed', 1
  from sip_characteristics where record_every is not null group by factory_id, owner_id;
alter table sip_characteristics drop column record_every;

-- An inspection of pieces of a process.
create table inspection (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  state text not null default 'inspecting',
  inspection_kind text not null,
  process_id bigint not null,
  part_code text not null,
  sip_id bigint not null,
  device_id bigint,
  card_id bigint,
  supplier_id bigint,
  lot text,
  batch_quantity numeric(14,4) not null,
  sample_count integer not null,
  accept_number integer not null,
  sampling text not null,
  aql numeric(14,4),
  severity text,
  made_quantity numeric(14,4) not null,
  bad_count integer not null default 0,
  raised_at timestamptz not null,
  inspector_id bigint,
  concluded_at timestamptz,
  remark text,
  picture bigint,
  released_at timestamptz,
  released_by text,
  reason text,
  primary key (factory_id, id),
  constraint inspection_state_check check (state in ('inspecting', 'inspectionPassed', 'inspectionFailed', 'inspectionReleased', 'inspectionCancelled')),
  constraint inspection_inspection_kind_check check (inspection_kind in ('firstArticle', 'inProcess', 'finalInspection', 'incoming', 'returned')),
  constraint inspection_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint inspection_sip_id_fkey foreign key (factory_id, sip_id) references sip,
  constraint inspection_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint inspection_card_id_fkey foreign key (factory_id, card_id) references card,
  constraint inspection_supplier_id_fkey foreign key (factory_id, supplier_id) references supplier,
  constraint inspection_batch_quantity_check check (batch_quantity >= 1),
  constraint inspection_sample_count_check check (sample_count >= 1),
  constraint inspection_accept_number_check check (accept_number >= 0),
  constraint inspection_sampling_check check (sampling in ('sampleAll', 'sampleFixed', 'samplePercentage', 'sampleAql')),
  constraint inspection_aql_check check (aql >= 0.01),
  constraint inspection_severity_check check (severity in ('normalInspection', 'tightenedInspection', 'reducedInspection')),
  constraint inspection_made_quantity_check check (made_quantity >= 0),
  constraint inspection_bad_count_check check (bad_count >= 0),
  constraint inspection_inspector_id_fkey foreign key (factory_id, inspector_id) references employee,
  constraint inspection_picture_fkey foreign key (factory_id, picture) references stored_file,
  constraint inspection_sample_in_batch_check check (sample_count <= batch_quantity)
);
create unique index inspection_code_unique on inspection (factory_id, code) where deleted_at is null;
create index on inspection (factory_id, process_id, inspection_kind);
create index on inspection (factory_id, sip_id, inspection_kind, concluded_at) where sip_id is not null;
create index on inspection (factory_id, state, raised_at) where deleted_at is null;
create index on inspection (factory_id, part_code, raised_at) where deleted_at is null;
create index on inspection (factory_id, device_id) where device_id is not null;
create index on inspection (factory_id, card_id) where card_id is not null;
create index on inspection (factory_id, supplier_id) where supplier_id is not null;
create index on inspection (factory_id, inspector_id) where inspector_id is not null;

-- The values of inspections, with the names and limits that they had. The values of a characteristic of a part code are
-- read in time order by the index below.
create table inspection_value (
  factory_id bigint not null,
  inspection_id bigint not null,
  seq integer not null,
  sample_number integer not null check (sample_number >= 1),
  part_code text not null,
  characteristic text not null,
  kind text not null check (kind in ('measured', 'judged')),
  -- The measured value; null for a judgement.
  value numeric(14,4),
  is_ok boolean not null,
  nominal numeric(14,4),
  lower_limit numeric(14,4),
  upper_limit numeric(14,4),
  unit text,
  gauge text,
  process_id bigint not null,
  craft_id bigint not null,
  device_id bigint,
  employee_id bigint,
  at timestamptz not null,
  primary key (factory_id, inspection_id, seq, sample_number),
  constraint inspection_value_kind_value_check check ((kind = 'measured') = (value is not null)),
  constraint inspection_value_inspection_id_fkey foreign key (factory_id, inspection_id) references inspection,
  constraint inspection_value_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint inspection_value_craft_id_fkey foreign key (factory_id, craft_id) references craft,
  constraint inspection_value_device_id_fkey foreign key (factory_id, device_id) references device,
  constraint inspection_value_employee_id_fkey foreign key (factory_id, employee_id) references employee
);
create index inspection_value_in_time on inspection_value (factory_id, part_code, characteristic, at)
  include (value, is_ok, craft_id, sample_number);
create index on inspection_value (factory_id, process_id);
create index on inspection_value (factory_id, device_id, at) where device_id is not null;

-- The failed inspection that an exception was raised for.
alter table quality_exception
  add column inspection_id bigint,
  add constraint quality_exception_inspection_id_fkey foreign key (factory_id, inspection_id) references inspection;
create index on quality_exception (factory_id, inspection_id) where inspection_id is not null;
