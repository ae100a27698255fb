-- Orders to suppliers to do processes, with the processes and quantities.
create table outsourcing_order (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  supplier_id bigint not null,
  expected_date date,
  confirmed_date date,
  state text not null default 'draft',
  ended_at timestamptz,
  remark text,
  primary key (factory_id, id),
  constraint outsourcing_order_supplier_id_fkey foreign key (factory_id, supplier_id) references supplier,
  constraint outsourcing_order_state_check check (state in ('draft', 'partlySent', 'sent', 'partlyReturned', 'completed', 'cancelled'))
);
create unique index outsourcing_order_code_unique on outsourcing_order (factory_id, code) where deleted_at is null;
create index on outsourcing_order (factory_id, supplier_id) where supplier_id is not null;
create table outsourcing_order_items (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  process_id bigint not null,
  quantity numeric(14,4) not null,
  remark text,
  primary key (factory_id, owner_id, position),
  constraint outsourcing_order_items_owner_id_fkey foreign key (factory_id, owner_id) references outsourcing_order on delete cascade,
  constraint outsourcing_order_items_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint outsourcing_order_items_quantity_check check (quantity >= 0.0001)
);
create index on outsourcing_order_items (factory_id, process_id);


-- A shipment of pieces to a supplier, or a return of pieces. A reversal is a movement with the opposite quantities.
create table outsourcing_movement (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  order_id bigint not null,
  kind text not null,
  at timestamptz not null default now(),
  by_name text not null,
  delivery_note text,
  remark text,
  reverses_id bigint,
  primary key (factory_id, id),
  constraint outsourcing_movement_kind_check check (kind in ('sendPieces', 'returnPieces', 'takeBackPieces')),
  constraint outsourcing_movement_order_id_fkey foreign key (factory_id, order_id) references outsourcing_order,
  constraint outsourcing_movement_reverses_id_fkey foreign key (factory_id, reverses_id) references outsourcing_movement
);
create index on outsourcing_movement (factory_id, order_id);
create unique index outsourcing_movement_reversed_once on outsourcing_movement (factory_id, reverses_id)
  where reverses_id is not null;

create table outsourcing_movement_line (
  factory_id bigint not null,
  movement_id bigint not null,
  process_id bigint not null,
  sent numeric(14,4) not null default 0,
  returned_good numeric(14,4) not null default 0,
  returned_hold numeric(14,4) not null default 0,
  taken_back numeric(14,4) not null default 0,
  primary key (factory_id, movement_id, process_id),
  constraint outsourcing_movement_line_movement_id_fkey foreign key (factory_id, movement_id) references outsourcing_movement,
  constraint outsourcing_movement_line_process_id_fkey foreign key (factory_id, process_id) references process
);
create index on outsourcing_movement_line (factory_id, process_id);

create trigger outsourcing_movement_append_only before update or delete on outsourcing_movement
  for each row execute function refuse_change();
create trigger outsourcing_movement_line_append_only before update or delete on outsourcing_movement_line
  for each row execute function refuse_change();

alter table ledger_entry
  add column movement_id bigint,
  add constraint ledger_entry_movement_id_fkey foreign key (factory_id, movement_id) references outsourcing_movement;
create index on ledger_entry (factory_id, movement_id) where movement_id is not null;
