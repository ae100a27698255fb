-- The department to which a work group belongs: its workshop.
alter table work_group
  add column department_id bigint,
  add constraint work_group_department_id_fkey foreign key (factory_id, department_id) references department;
create index on work_group (factory_id, department_id) where department_id is not null;
