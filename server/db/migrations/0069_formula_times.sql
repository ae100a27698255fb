-- A craft can name formulas that give the times per piece. Their inputs are the quantity, size and weight of the part.
alter table craft
  add column device_formula_id bigint,
  add column manpower_formula_id bigint,
  add constraint craft_device_formula_id_fkey foreign key (factory_id, device_formula_id) references formula,
  add constraint craft_manpower_formula_id_fkey foreign key (factory_id, manpower_formula_id) references formula;
create index on craft (factory_id, device_formula_id) where device_formula_id is not null;
create index on craft (factory_id, manpower_formula_id) where manpower_formula_id is not null;
alter table part add column weight numeric(14,4), add constraint part_weight_check check (weight >= 0);
-- The minutes that the server filled in where the craft has a formula; null if a person typed them.
alter table process
  add column formula_device_minutes numeric(14,4),
  add column formula_man_minutes numeric(14,4),
  add constraint process_formula_device_minutes_check check (formula_device_minutes >= 0),
  add constraint process_formula_man_minutes_check check (formula_man_minutes >= 0);
