-- Gauges, the records of their calibrations, and the gauge of each inspected value.
alter table classification
  drop constraint classification_class_id_check,
  add constraint classification_class_id_check check (class_id in ('errorClass', 'abnormalType', 'orderType', 'region',
    'deadlineClass', 'scrapReason', 'downtimeReason', 'extraProcessReason', 'jobLevel', 'producingArea', 'gaugeKind'));
create table gauge (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  name text not null,
  gauge_kind_id bigint not null,
  state text not null default 'gaugeInUse',
  range_from numeric(14,4),
  range_to numeric(14,4),
  resolution numeric(14,4),
  unit text,
  serial_number text,
  location text,
  calibration_months integer not null default 12,
  last_calibrated_on date,
  due_on date,
  certificate bigint,
  remark text,
  primary key (factory_id, id),
  constraint gauge_gauge_kind_id_fkey foreign key (factory_id, gauge_kind_id) references classification,
  constraint gauge_state_check check (state in ('gaugeInUse', 'gaugeInCalibration', 'gaugeBlocked', 'gaugeScrapped')),
  constraint gauge_range_from_check check (range_from >= -9999999999),
  constraint gauge_range_to_check check (range_to >= -9999999999),
  constraint gauge_resolution_check check (resolution >= 0),
  constraint gauge_calibration_months_check check (calibration_months >= 1),
  constraint gauge_certificate_fkey foreign key (factory_id, certificate) references stored_file
);
create unique index gauge_code_unique on gauge (factory_id, code) where deleted_at is null;
create index on gauge (factory_id, gauge_kind_id) where gauge_kind_id is not null;

-- The gauges whose calibration is due soon are read by this index.
create index on gauge (factory_id, due_on) where deleted_at is null;

-- A calibration is recorded once; there is no way to change or delete it.
create table gauge_calibration (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  gauge_id bigint not null,
  calibrated_on date not null,
  calibration_result text not null,
  calibrated_by text,
  certificate_number text not null,
  certificate bigint,
  next_due_on date,
  recorded_by text not null,
  remark text,
  primary key (factory_id, id),
  constraint gauge_calibration_gauge_id_fkey foreign key (factory_id, gauge_id) references gauge,
  constraint gauge_calibration_calibration_result_check check (calibration_result in ('calibrationPassed', 'calibrationAdjusted', 'calibrationFailed')),
  constraint gauge_calibration_certificate_fkey foreign key (factory_id, certificate) references stored_file
);
create index on gauge_calibration (factory_id, gauge_id) where gauge_id is not null;

-- A characteristic can ask for a gauge of a kind.
alter table sip_characteristics
  add column gauge_kind_id bigint,
  add constraint sip_characteristics_gauge_kind_id_fkey foreign key (factory_id, gauge_kind_id) references classification;
create index on sip_characteristics (factory_id, gauge_kind_id) where gauge_kind_id is not null;

-- The gauge of a value, and why it was not fit when somebody used it by permission.
alter table inspection_value
  add column gauge_id bigint,
  add column gauge_problem text,
  add constraint inspection_value_gauge_id_fkey foreign key (factory_id, gauge_id) references gauge,
  add constraint inspection_value_gauge_problem_check check (gauge_problem in ('gaugeScrapped', 'gaugeBlocked',
    'gaugeInCalibration', 'gaugeNotCalibrated', 'gaugeOverdue'));
-- The values that a gauge has measured are read in time order, when a calibration finds it out of tolerance.
create index on inspection_value (factory_id, gauge_id, at) where gauge_id is not null;
