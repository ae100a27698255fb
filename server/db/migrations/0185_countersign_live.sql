-- Who looks at an exception now. Its page says so again and again; a row that was not renewed means nothing.
create table quality_viewer (
  factory_id bigint not null,
  exception_id bigint not null,
  employee_id bigint not null,
  seen_at timestamptz not null,
  primary key (factory_id, exception_id, employee_id),
  constraint quality_viewer_exception_id_fkey foreign key (factory_id, exception_id) references quality_exception,
  constraint quality_viewer_employee_id_fkey foreign key (factory_id, employee_id) references employee
);
create index on quality_viewer (factory_id, employee_id);

-- Reminders of signers who have not signed yet.
create table quality_reminder (
  factory_id bigint not null,
  id bigint not null default nextval('id_sequence'),
  round_id bigint not null,
  signer_id bigint not null,
  by_name text not null,
  at timestamptz not null,
  primary key (factory_id, id),
  constraint quality_reminder_signer_id_fkey foreign key (factory_id, round_id, signer_id) references quality_round_signer
);
create index on quality_reminder (factory_id, round_id, signer_id);
create trigger quality_reminder_append_only before update or delete on quality_reminder
  for each row execute function refuse_change();

alter table quality_comment
  add column picture bigint,
  add constraint quality_comment_picture_fkey foreign key (factory_id, picture) references stored_file;
create index on quality_comment (factory_id, picture) where picture is not null;
