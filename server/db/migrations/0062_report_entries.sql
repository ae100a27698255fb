-- What people enter when they report the work of a craft: measured values and barcodes of pieces.
alter table craft add column barcode_required boolean not null default false;
create table craft_production_parameters (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  code text not null,
  name text not null,
  unit text,
  lower_limit numeric(14,4),
  upper_limit numeric(14,4),
  required boolean not null default true,
  decimals integer not null default 2,
  primary key (factory_id, owner_id, position),
  constraint craft_production_parameters_owner_id_fkey foreign key (factory_id, owner_id) references craft on delete cascade,
  constraint craft_production_parameters_lower_limit_check check (lower_limit >= -9999999999),
  constraint craft_production_parameters_upper_limit_check check (upper_limit >= -9999999999),
  constraint craft_production_parameters_decimals_check check (decimals >= 0),
  constraint craft_production_parameters_limits_check check (lower_limit <= upper_limit)
);

-- A report keeps its values with the names and limits of that time. Rows are only added.
create table work_report_parameters (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  code text not null,
  name text not null,
  unit text,
  lower_limit numeric(14,4),
  upper_limit numeric(14,4),
  value numeric(14,4) not null,
  outside_limits boolean not null default false,
  primary key (factory_id, owner_id, position),
  constraint work_report_parameters_owner_id_fkey foreign key (factory_id, owner_id) references work_report on delete cascade,
  constraint work_report_parameters_lower_limit_check check (lower_limit >= -9999999999),
  constraint work_report_parameters_upper_limit_check check (upper_limit >= -9999999999),
  constraint work_report_parameters_value_check check (value >= -9999999999)
);
create table work_report_barcodes (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  barcode text not null,
  primary key (factory_id, owner_id, position),
  constraint work_report_barcodes_owner_id_fkey foreign key (factory_id, owner_id) references work_report on delete cascade
);
create index work_report_barcodes_of_piece on work_report_barcodes (factory_id, barcode);

create trigger work_report_parameters_append_only before update or delete on work_report_parameters
  for each row execute function refuse_change();
create trigger work_report_barcodes_append_only before update or delete on work_report_barcodes
  for each row execute function refuse_change();
