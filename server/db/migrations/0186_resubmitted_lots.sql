-- A lot that was not accepted is sorted or reworked and submitted again. The switching rules count original lots only
-- (ISO 2859-1, 9.3).
alter table inspection
  add column resubmits_id bigint,
  add constraint inspection_resubmits_id_fkey foreign key (factory_id, resubmits_id) references inspection;
create index on inspection (factory_id, resubmits_id) where resubmits_id is not null;
