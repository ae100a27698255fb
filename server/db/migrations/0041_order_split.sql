-- An order that was split off from another order refers to that order.
alter table work_order
  add column split_from_id bigint,
  add constraint work_order_split_from_id_fkey foreign key (factory_id, split_from_id) references work_order;
create index on work_order (factory_id, split_from_id) where split_from_id is not null;
