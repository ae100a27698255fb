-- The time when a row first referred to the file. Before that, only the uploader may read the file. After
-- that, everybody who may see such a row may read it.
alter table stored_file add column attached_at timestamptz;

update stored_file f set attached_at = now()
where exists (select 1 from abnormal_call t where t.factory_id = f.factory_id and t.picture = f.id)
  or exists (select 1 from download t where t.factory_id = f.factory_id and t.file_id = f.id)
  or exists (select 1 from guide_book t where t.factory_id = f.factory_id and t.attachment = f.id)
  or exists (select 1 from part t where t.factory_id = f.factory_id and t.drawing = f.id)
  or exists (select 1 from sip t where t.factory_id = f.factory_id and t.file = f.id)
  or exists (select 1 from sop t where t.factory_id = f.factory_id and t.file = f.id)
  or exists (select 1 from sop_steps t where t.factory_id = f.factory_id and t.picture = f.id);
