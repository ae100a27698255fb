-- The region of offline files refers to a classification. Empty means all regions.
alter table offline_file_setting
  drop constraint offline_file_setting_respective_region_check,
  alter column respective_region drop default,
  alter column respective_region drop not null,
  alter column respective_region type bigint;
alter table offline_file_classification
  drop constraint offline_file_classification_respective_region_check,
  alter column respective_region drop default,
  alter column respective_region drop not null,
  alter column respective_region type bigint;
update offline_file_setting t set respective_region = null
where not exists (select 1 from classification c where c.factory_id = t.factory_id and c.id = t.respective_region
  and c.class_id = 'region' and c.deleted_at is null);
update offline_file_classification t set respective_region = null
where not exists (select 1 from classification c where c.factory_id = t.factory_id and c.id = t.respective_region
  and c.class_id = 'region' and c.deleted_at is null);
alter table offline_file_setting
  add constraint offline_file_setting_respective_region_fkey
    foreign key (factory_id, respective_region) references classification;
alter table offline_file_classification
  add constraint offline_file_classification_respective_region_fkey
    foreign key (factory_id, respective_region) references classification;
create index on offline_file_setting (factory_id, respective_region) where respective_region is not null;
create index on offline_file_classification (factory_id, respective_region) where respective_region is not null;
