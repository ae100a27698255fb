-- The attribute of a custom column was free text. Texts for required and read-only keep their meaning.
update custom_column set attribute = case
  when lower(trim(attribute)) in ('required', 'mandatory', '必填', '必须', '必須') then 'required'
  when lower(trim(attribute)) in ('readonly', 'read-only', 'read only', '只读', '唯讀', '読み取り専用') then 'readOnly'
  else 'editable' end;
alter table custom_column
  alter column attribute set default 'editable',
  alter column attribute set not null,
  add constraint custom_column_attribute_check check (attribute in ('editable', 'required', 'readOnly')),
  add column name_zh_cn text,
  add column name_en_us text,
  add column name_zh_tw text,
  add column name_ja_jp text;
