-- The global search finds quality exceptions by their number, as migration 0011 does for other entities.
create trigger quality_exception_search_key after insert on quality_exception
  for each row execute function keep_search_key('qualityException', 'code');
create trigger quality_exception_search_key_changed after update of code, deleted_at on quality_exception for each row
  when (old.code is distinct from new.code or old.deleted_at is distinct from new.deleted_at)
  execute function keep_search_key('qualityException', 'code');
insert into search_key (factory_id, entity, entity_id, words, initials, sounds)
select factory_id, 'qualityException', id, search_words(code), '', ''
from quality_exception where deleted_at is null;
