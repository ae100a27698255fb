-- Studies of measurement systems (gauge R&R).
create table gauge_study (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  state text not null default 'studyOpen',
  gauge_id bigint not null,
  characteristic text not null,
  unit text,
  decimals integer not null default 3,
  lower_limit numeric(14,4),
  upper_limit numeric(14,4),
  part_count integer not null,
  trial_count integer not null,
  grr_percent numeric(14,4),
  tolerance_percent numeric(14,4),
  ndc integer,
  raised_at timestamptz not null,
  concluded_at timestamptz,
  reason text,
  primary key (factory_id, id),
  constraint gauge_study_state_check check (state in ('studyOpen', 'studyConcluded', 'studyCancelled')),
  constraint gauge_study_gauge_id_fkey foreign key (factory_id, gauge_id) references gauge,
  constraint gauge_study_decimals_check check (decimals >= 0),
  constraint gauge_study_lower_limit_check check (lower_limit >= -9999999999),
  constraint gauge_study_upper_limit_check check (upper_limit >= -9999999999),
  constraint gauge_study_part_count_check check (part_count >= 2),
  constraint gauge_study_trial_count_check check (trial_count >= 2),
  constraint gauge_study_grr_percent_check check (grr_percent >= 0),
  constraint gauge_study_tolerance_percent_check check (tolerance_percent >= 0),
  constraint gauge_study_ndc_check check (ndc >= 0)
);
create unique index gauge_study_code_unique on gauge_study (factory_id, code) where deleted_at is null;
create index on gauge_study (factory_id, gauge_id) where gauge_id is not null;
create table gauge_study_appraiser_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint gauge_study_appraiser_ids_owner_id_fkey foreign key (factory_id, owner_id) references gauge_study on delete cascade,
  constraint gauge_study_appraiser_ids_target_id_fkey foreign key (factory_id, target_id) references employee
);
create index on gauge_study_appraiser_ids (factory_id, target_id);

-- The measurements of a study. They are planned in random order when the study begins; the value follows.
create table gauge_study_run (
  factory_id bigint not null,
  study_id bigint not null,
  appraiser integer not null check (appraiser >= 1),
  trial integer not null check (trial >= 1),
  part integer not null check (part >= 1),
  run_order integer not null check (run_order >= 1),
  value numeric(14,4),
  entered_by_id bigint,
  at timestamptz,
  primary key (factory_id, study_id, appraiser, trial, part),
  constraint gauge_study_run_study_id_fkey foreign key (factory_id, study_id) references gauge_study,
  constraint gauge_study_run_entered_by_id_fkey foreign key (factory_id, entered_by_id) references employee,
  constraint gauge_study_run_entered_check check (value is null or at is not null)
);
create unique index on gauge_study_run (factory_id, study_id, appraiser, run_order);
create index on gauge_study_run (factory_id, entered_by_id) where entered_by_id is not null;
