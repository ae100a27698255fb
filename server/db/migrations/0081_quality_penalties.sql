-- What somebody has to pay for a finished quality exception.
create table quality_penalty (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  exception_id bigint not null,
  responsible_type text not null,
  employee_id bigint,
  supplier_id bigint,
  person_name text,
  ratio numeric(14,4) not null,
  month date not null,
  proposed_amount numeric(14,4) not null,
  amount numeric(14,4) not null,
  state text not null default 'penaltyProposed',
  reason text,
  decided_at timestamptz,
  decided_by text,
  primary key (factory_id, id),
  constraint quality_penalty_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception,
  constraint quality_penalty_responsible_type_check check (responsible_type in ('factoryStaff', 'generalFactoryStaff', 'supplier', 'supplierStaff')),
  constraint quality_penalty_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint quality_penalty_supplier_id_fkey foreign key (factory_id, supplier_id) references supplier,
  constraint quality_penalty_ratio_check check (ratio >= 0.01),
  constraint quality_penalty_proposed_amount_check check (proposed_amount >= 0),
  constraint quality_penalty_amount_check check (amount >= 0),
  constraint quality_penalty_state_check check (state in ('penaltyProposed', 'penaltyApproved', 'penaltyRefused'))
);
create index on quality_penalty (factory_id, exception_id) where exception_id is not null;
create index on quality_penalty (factory_id, employee_id) where employee_id is not null;
create index on quality_penalty (factory_id, supplier_id) where supplier_id is not null;

