-- The materials that a part needs, and what is issued to it.
create table part_materials (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  material_id bigint not null,
  planned_quantity numeric(14,4),
  primary key (factory_id, owner_id, position),
  constraint part_materials_owner_id_fkey foreign key (factory_id, owner_id) references part on delete cascade,
  constraint part_materials_material_id_fkey foreign key (factory_id, material_id) references material,
  constraint part_materials_planned_quantity_check check (planned_quantity >= 0.0001)
);
create index on part_materials (factory_id, material_id);

create table work_report_materials (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  material_id bigint not null,
  quantity numeric(14,4) not null,
  beyond_plan boolean not null default false,
  primary key (factory_id, owner_id, position),
  constraint work_report_materials_owner_id_fkey foreign key (factory_id, owner_id) references work_report on delete cascade,
  constraint work_report_materials_material_id_fkey foreign key (factory_id, material_id) references material,
  constraint work_report_materials_quantity_check check (quantity >= 0.0001)
);
create index on work_report_materials (factory_id, material_id);
create trigger work_report_materials_append_only before update or delete on work_report_materials
  for each row execute function refuse_change();

-- Issues of materials to parts, by a report or by hand. Rows are only added; their sum is what a part has. A reversal has
-- the opposite quantity. The price is the standard price of that time.
create table material_issue (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  part_id bigint not null,
  material_id bigint not null,
  quantity numeric(14,4) not null,
  price numeric(14,4),
  beyond_plan boolean not null default false,
  report_id bigint,
  reverses_id bigint,
  remark text,
  at timestamptz not null default now(),
  by_name text not null,
  primary key (factory_id, id),
  constraint material_issue_part_id_fkey foreign key (factory_id, part_id) references part,
  constraint material_issue_material_id_fkey foreign key (factory_id, material_id) references material,
  constraint material_issue_report_id_fkey foreign key (factory_id, report_id) references work_report,
  constraint material_issue_reverses_id_fkey foreign key (factory_id, reverses_id) references material_issue,
  constraint material_issue_quantity_check check (case when reverses_id is null then quantity > 0 else quantity < 0 end)
);
create index on material_issue (factory_id, part_id, material_id);
create index on material_issue (factory_id, material_id);
create index on material_issue (factory_id, report_id) where report_id is not null;
create unique index material_issue_reversed_once on material_issue (factory_id, reverses_id) where reverses_id is not null;
create trigger material_issue_append_only before update or delete on material_issue
  for each row execute function refuse_change();
