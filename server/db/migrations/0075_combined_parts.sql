-- A part that was combined into another part of its order refers to that part. It is deleted, and is restored when it is
-- taken out of that part again.
alter table part
  add column combined_into_id bigint,
  add constraint part_combined_into_id_fkey foreign key (factory_id, combined_into_id) references part,
  add constraint part_combined_into_other check (combined_into_id <> id);
create index on part (factory_id, combined_into_id) where combined_into_id is not null;
