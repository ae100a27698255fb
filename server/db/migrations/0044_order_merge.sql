-- An order that was merged into another order refers to that order, and is cancelled.
alter table work_order
  add column merged_into_id bigint,
  add constraint work_order_merged_into_id_fkey foreign key (factory_id, merged_into_id) references work_order,
  add constraint work_order_merged_into_cancelled check (merged_into_id is null or state = 'cancelled');
create index on work_order (factory_id, merged_into_id) where merged_into_id is not null;
