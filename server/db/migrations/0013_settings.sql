-- Form layouts, guides, custom forms, approval steps, offline files, jobs, and classifications instead of
-- free texts.
create table form_setting (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  form text not null,
  primary key (factory_id, id),
  constraint form_setting_form_check check (form in ('project', 'workOrder', 'part', 'process', 'workReport', 'masterPlan', 'qualityException'))
);
create unique index form_setting_form_unique on form_setting (factory_id, form) where deleted_at is null;
create table form_setting_fields (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  field text not null,
  shown boolean not null default true,
  required boolean not null default false,
  initial text,
  primary key (factory_id, owner_id, position),
  constraint form_setting_fields_owner_id_fkey foreign key (factory_id, owner_id) references form_setting on delete cascade
);

create table guide_book (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  area text not null,
  language text not null,
  title text not null,
  body text not null,
  attachment bigint,
  primary key (factory_id, id),
  constraint guide_book_area_check check (area in ('home', 'workOrders', 'project', 'progressQuery', 'openCalls', 'reports', 'customRecords', 'organisation', 'productionResources', 'workCalendar', 'basicData', 'settings')),
  constraint guide_book_language_check check (language in ('zh_CN', 'en_US', 'zh_TW', 'ja_JP')),
  constraint guide_book_attachment_fkey foreign key (factory_id, attachment) references stored_file
);

create table custom_form (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  name text not null,
  applies_to text not null default 'nothing',
  in_use boolean not null default true,
  remark text,
  primary key (factory_id, id),
  constraint custom_form_applies_to_check check (applies_to in ('nothing', 'workOrder', 'process', 'device'))
);
create unique index custom_form_code_unique on custom_form (factory_id, code) where deleted_at is null;
create table custom_form_questions (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  question text not null,
  kind text not null default 'textAnswer',
  required boolean not null default false,
  unit text,
  options text,
  primary key (factory_id, owner_id, position),
  constraint custom_form_questions_owner_id_fkey foreign key (factory_id, owner_id) references custom_form on delete cascade,
  constraint custom_form_questions_kind_check check (kind in ('textAnswer', 'numberAnswer', 'dateAnswer', 'choiceAnswer', 'flagAnswer'))
);

create table custom_record (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  custom_form_id bigint not null,
  form_version integer not null default 1,
  recorded_at timestamptz,
  employee_id bigint,
  work_order_id bigint,
  process_id bigint,
  device_id bigint,
  primary key (factory_id, id),
  constraint custom_record_custom_form_id_fkey foreign key (factory_id, custom_form_id) references custom_form,
  constraint custom_record_form_version_check check (form_version >= 1),
  constraint custom_record_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint custom_record_work_order_id_fkey foreign key (factory_id, work_order_id) references work_order,
  constraint custom_record_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint custom_record_device_id_fkey foreign key (factory_id, device_id) references device
);
create index on custom_record (factory_id, custom_form_id) where custom_form_id is not null;
create index on custom_record (factory_id, employee_id) where employee_id is not null;
create index on custom_record (factory_id, work_order_id) where work_order_id is not null;
create index on custom_record (factory_id, process_id) where process_id is not null;
create index on custom_record (factory_id, device_id) where device_id is not null;
create table custom_record_answers (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  question text not null,
  kind text not null default 'textAnswer',
  required boolean not null default false,
  unit text,
  options text,
  answer text,
  primary key (factory_id, owner_id, position),
  constraint custom_record_answers_owner_id_fkey foreign key (factory_id, owner_id) references custom_record on delete cascade,
  constraint custom_record_answers_kind_check check (kind in ('textAnswer', 'numberAnswer', 'dateAnswer', 'choiceAnswer', 'flagAnswer'))
);

create table order_approval (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  name text not null,
  approval_type text not null,
  chain_status text not null default 'chainDraft',
  remark text,
  primary key (factory_id, id),
  constraint order_approval_approval_type_check check (approval_type in ('addition', 'modification', 'deletion')),
  constraint order_approval_chain_status_check check (chain_status in ('chainDraft', 'chainInForce'))
);
create unique index order_approval_code_unique on order_approval (factory_id, code) where deleted_at is null;
create table order_approval_steps (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  name text not null,
  role_id bigint,
  employee_id bigint,
  decision text not null default 'oneDecides',
  primary key (factory_id, owner_id, position),
  constraint order_approval_steps_owner_id_fkey foreign key (factory_id, owner_id) references order_approval on delete cascade,
  constraint order_approval_steps_role_id_fkey foreign key (factory_id, role_id) references role,
  constraint order_approval_steps_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint order_approval_steps_decision_check check (decision in ('oneDecides', 'allDecide'))
);
create index on order_approval_steps (factory_id, role_id);
create index on order_approval_steps (factory_id, employee_id);

create table process_approval (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  code text not null,
  name text not null,
  approval_type text not null,
  chain_status text not null default 'chainDraft',
  remark text,
  primary key (factory_id, id),
  constraint process_approval_approval_type_check check (approval_type in ('addition', 'modification', 'deletion')),
  constraint process_approval_chain_status_check check (chain_status in ('chainDraft', 'chainInForce'))
);
create unique index process_approval_code_unique on process_approval (factory_id, code) where deleted_at is null;
create table process_approval_steps (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  name text not null,
  role_id bigint,
  employee_id bigint,
  decision text not null default 'oneDecides',
  primary key (factory_id, owner_id, position),
  constraint process_approval_steps_owner_id_fkey foreign key (factory_id, owner_id) references process_approval on delete cascade,
  constraint process_approval_steps_role_id_fkey foreign key (factory_id, role_id) references role,
  constraint process_approval_steps_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint process_approval_steps_decision_check check (decision in ('oneDecides', 'allDecide'))
);
create index on process_approval_steps (factory_id, role_id);
create index on process_approval_steps (factory_id, employee_id);

create table offline_file_classification (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  respective_region integer not null default 0,
  primary key (factory_id, id),
  constraint offline_file_classification_respective_region_check check (respective_region >= 0)
);
create unique index offline_file_classification_name_unique on offline_file_classification (factory_id, name) where deleted_at is null;

create table offline_file_setting (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  offline_file_classification_id bigint,
  respective_region integer not null default 0,
  storage_type text not null default 'localFolder',
  path text not null,
  host text,
  port integer,
  user_name text,
  has_password boolean not null default false,
  remark text,
  primary key (factory_id, id),
  constraint offline_file_setting_offline_file_classification_id_fkey foreign key (factory_id, offline_file_classification_id) references offline_file_classification,
  constraint offline_file_setting_respective_region_check check (respective_region >= 0),
  constraint offline_file_setting_storage_type_check check (storage_type in ('localFolder', 'ftp', 'sftp', 'smb')),
  constraint offline_file_setting_port_check check (port >= 1)
);
create unique index offline_file_setting_name_unique on offline_file_setting (factory_id, name) where deleted_at is null;
create index on offline_file_setting (factory_id, offline_file_classification_id) where offline_file_classification_id is not null;

create index on custom_record (factory_id, recorded_at);

-- The passwords of file servers, encrypted with a key that is stored beside the uploaded files. No endpoint
-- returns them.
create table offline_file_secret (
  factory_id bigint not null,
  setting_id bigint not null,
  sealed text not null,
  updated_at timestamptz not null default now(),
  primary key (factory_id, setting_id),
  constraint offline_file_secret_setting_id_fkey foreign key (factory_id, setting_id) references offline_file_setting on delete cascade
);

-- Background jobs. Only one node at a time runs a job.
create table job (
  name text primary key,
  known_since timestamptz not null default now(),
  running_since timestamptz,
  last_started_at timestamptz,
  requested_at timestamptz,
  requested_by text
);
create table job_run (
  id bigint generated always as identity primary key,
  job text not null references job (name) on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  requested_by text,
  rows_done bigint not null default 0,
  error text
);
create index on job_run (job, id desc);

-- More classes of classifications, and a sequence number within the class.
alter table classification
  add column seq integer not null default 0,
  add constraint classification_seq_check check (seq >= 0),
  drop constraint classification_class_id_check,
  add constraint classification_class_id_check check (class_id in ('errorClass', 'abnormalType', 'orderType', 'region',
    'deadlineClass', 'scrapReason', 'downtimeReason', 'jobLevel', 'wageGrade', 'producingArea'));
update classification c set seq = n.seq
from (select factory_id, id, row_number() over (partition by factory_id, class_id order by code, id) as seq from classification) n
where n.factory_id = c.factory_id and n.id = c.id;

-- Typed texts become classifications.
alter table customer add column region_id bigint,
  add constraint customer_region_id_fkey foreign key (factory_id, region_id) references classification;
alter table supplier add column region_id bigint,
  add constraint supplier_region_id_fkey foreign key (factory_id, region_id) references classification;
alter table employee add column wage_grade_id bigint,
  add constraint employee_wage_grade_id_fkey foreign key (factory_id, wage_grade_id) references classification;
alter table device add column producing_area_id bigint,
  add constraint device_producing_area_id_fkey foreign key (factory_id, producing_area_id) references classification;

with typed as (
  select factory_id, 'region' as class_id, trim(region) as name from customer
  union select factory_id, 'region', trim(region) from supplier
  union select factory_id, 'wageGrade', trim(wage_grade) from employee
  union select factory_id, 'producingArea', trim(producing_area) from device
), missing as (
  select t.* from typed t
  where t.name <> '' and not exists (select 1 from classification c where c.factory_id = t.factory_id
    and c.class_id = t.class_id and c.name = t.name and c.deleted_at is null)
)
insert into classification (factory_id, class_id, code, name, seq)
select factory_id, class_id, class_id || '-' || row_number() over (partition by factory_id, class_id order by name), name,
       1000 + row_number() over (partition by factory_id, class_id order by name)
from missing;

update customer t set region_id = c.id from classification c
where c.factory_id = t.factory_id and c.class_id = 'region' and c.name = trim(t.region) and c.deleted_at is null;
update supplier t set region_id = c.id from classification c
where c.factory_id = t.factory_id and c.class_id = 'region' and c.name = trim(t.region) and c.deleted_at is null;
update employee t set wage_grade_id = c.id from classification c
where c.factory_id = t.factory_id and c.class_id = 'wageGrade' and c.name = trim(t.wage_grade) and c.deleted_at is null;
update device t set producing_area_id = c.id from classification c
where c.factory_id = t.factory_id and c.class_id = 'producingArea' and c.name = trim(t.producing_area) and c.deleted_at is null;

alter table customer drop column region;
alter table supplier drop column region;
alter table employee drop column wage_grade;
alter table device drop column producing_area;
create index on customer (factory_id, region_id) where region_id is not null;
create index on supplier (factory_id, region_id) where region_id is not null;
create index on employee (factory_id, wage_grade_id) where wage_grade_id is not null;
create index on device (factory_id, producing_area_id) where producing_area_id is not null;
