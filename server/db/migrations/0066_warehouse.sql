-- What a part has in the warehouse.
alter table part
  add column warehoused numeric(14,4) not null default 0,
  add constraint part_warehoused_check check (warehoused >= 0);

-- Finished pieces that went into the warehouse. Rows are only added; a wrong receipt is reversed by a row that refers to it.
create table warehouse_receipt (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  part_id bigint not null,
  quantity numeric(14,4) not null,
  shelf_id bigint,
  at timestamptz not null,
  -- Who put the pieces there; null if an account without an employee did.
  employee_id bigint,
  by_name text not null,
  remark text,
  reverses_id bigint,
  posted_at timestamptz not null default now(),
  primary key (factory_id, id),
  constraint warehouse_receipt_quantity_check check (quantity > 0),
  constraint warehouse_receipt_part_id_fkey foreign key (factory_id, part_id) references part,
  constraint warehouse_receipt_shelf_id_fkey foreign key (factory_id, shelf_id) references shelf,
  constraint warehouse_receipt_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint warehouse_receipt_reverses_id_fkey foreign key (factory_id, reverses_id) references warehouse_receipt
);
create index on warehouse_receipt (factory_id, part_id);
create index on warehouse_receipt (factory_id, shelf_id) where shelf_id is not null;
create unique index warehouse_receipt_reversed_once on warehouse_receipt (factory_id, reverses_id)
  where reverses_id is not null;
create trigger warehouse_receipt_append_only before update or delete on warehouse_receipt
  for each row execute function refuse_change();
