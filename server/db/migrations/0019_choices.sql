-- Typed texts become classifications: the job levels of people and the reasons of downtimes.
with typed as (
  select factory_id, 'jobLevel' as class_id, trim(job_level) as name from work_group_staff
  union select factory_id, 'downtimeReason', trim(reason) from device_downtimes
), missing as (
  select t.* from typed t
  where t.name <> '' and length(t.name) <= 100 and not exists (select 1 from classification c
    where c.factory_id = t.factory_id and c.class_id = t.class_id and c.name = t.name and c.deleted_at is null)
)
insert into classification (factory_id, class_id, code, name, seq)
select factory_id, class_id, class_id || '+' || row_number() over (partition by factory_id, class_id order by name), name,
       1000 + row_number() over (partition by factory_id, class_id order by name)
from missing;

-- Each resource of a work group gets a job level and a work attribute.
alter table work_group_staff
  add column job_level_id bigint,
  add constraint work_group_staff_job_level_id_fkey foreign key (factory_id, job_level_id) references classification,
  drop constraint work_group_staff_work_attribute_check,
  alter column work_attribute set default 'main';
update work_group_staff t set job_level_id = (select min(c.id) from classification c where c.factory_id = t.factory_id
  and c.class_id = 'jobLevel' and c.name = trim(t.job_level) and c.deleted_at is null);
update work_group_staff set work_attribute = case work_attribute when 'partTime' then 'auxiliary' else 'main' end;
alter table work_group_staff
  drop column job_level,
  add constraint work_group_staff_work_attribute_check check (work_attribute in ('main', 'auxiliary'));
alter table work_group_equipment
  add column job_level_id bigint,
  add column work_attribute text not null default 'main',
  add constraint work_group_equipment_job_level_id_fkey foreign key (factory_id, job_level_id) references classification,
  add constraint work_group_equipment_work_attribute_check check (work_attribute in ('main', 'auxiliary'));
alter table work_group_shelf_ids rename to work_group_shelves;
alter table work_group_shelves rename column target_id to shelf_id;
alter table work_group_shelves rename constraint work_group_shelf_ids_owner_id_fkey to work_group_shelves_owner_id_fkey;
alter table work_group_shelves rename constraint work_group_shelf_ids_target_id_fkey to work_group_shelves_shelf_id_fkey;
alter table work_group_shelves
  add column job_level_id bigint,
  add column work_attribute text not null default 'main',
  add constraint work_group_shelves_job_level_id_fkey foreign key (factory_id, job_level_id) references classification,
  add constraint work_group_shelves_work_attribute_check check (work_attribute in ('main', 'auxiliary'));
create index on work_group_staff (factory_id, job_level_id) where job_level_id is not null;
create index on work_group_equipment (factory_id, job_level_id) where job_level_id is not null;
create index on work_group_shelves (factory_id, job_level_id) where job_level_id is not null;

alter table device_downtimes
  add column reason_id bigint,
  add constraint device_downtimes_reason_id_fkey foreign key (factory_id, reason_id) references classification;
update device_downtimes t set reason_id = (select min(c.id) from classification c where c.factory_id = t.factory_id
  and c.class_id = 'downtimeReason' and c.name = trim(t.reason) and c.deleted_at is null);
alter table device_downtimes rename column reason to remark;
create index on device_downtimes (factory_id, reason_id) where reason_id is not null;

alter table work_order add column deadline_class_id bigint,
  add constraint work_order_deadline_class_id_fkey foreign key (factory_id, deadline_class_id) references classification;
create index on work_order (factory_id, deadline_class_id) where deadline_class_id is not null;

-- The attributes of a craft were one text.
alter table craft
  add column key_craft boolean not null default false,
  add column special_craft boolean not null default false,
  add column first_article boolean not null default false,
  add column inspection_point boolean not null default false;
update craft set
  key_craft = attributes ~* '关键|關鍵|key|重要',
  special_craft = attributes ~* '特殊|special',
  first_article = attributes ~* '首件|first|初品',
  inspection_point = attributes ~* '检验|檢驗|inspection|検査'
where attributes is not null;
alter table craft drop column attributes;
