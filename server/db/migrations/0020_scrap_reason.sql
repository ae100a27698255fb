-- The reason for the scrap of a report.
alter table work_report
  add column scrap_reason_id bigint,
  add constraint work_report_scrap_reason_id_fkey foreign key (factory_id, scrap_reason_id) references classification;
create index on work_report (factory_id, scrap_reason_id) where scrap_reason_id is not null;
