-- The code of the part for which a standard routing was made. A part code finds its standard routings by it.
alter table process_library add column part_code text;
create index on process_library (factory_id, part_code) where part_code is not null and deleted_at is null;
-- A part code finds the parts of all orders.
create index part_code on part (factory_id, code) where deleted_at is null;
