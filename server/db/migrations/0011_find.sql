-- The texts by which the global search finds rows: codes and names, and the initials and sounds of their Han
-- characters.
-- Triggers keep the words up to date for every write. A node adds the initials and the sounds later.
-- Trigrams begin at the beginnings of words. Therefore every Han character begins a word. Codes are stored
-- twice: unchanged, and split at characters that are neither letters nor digits.
create table search_key (
  factory_id bigint not null references factory (id),
  entity text not null,
  entity_id bigint not null,
  words text collate "C" not null,
  initials text collate "C",
  sounds text collate "C",
  primary key (factory_id, entity, entity_id)
) partition by list (entity);
-- Orders, parts and other entities have separate partitions, because a text may be frequent in one of them
-- and rare in another. Each partition has its own statistics.
create table search_key_order partition of search_key for values in ('workOrder');
create table search_key_part partition of search_key for values in ('part');
create table search_key_others partition of search_key default;
create index search_key_words on search_key (factory_id, entity, words);
create index search_key_unspelled on search_key (entity_id) where sounds is null;

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index search_key_trigrams on search_key using gin
      (words gin_trgm_ops, initials gin_trgm_ops, sounds gin_trgm_ops);
  end if;
end $$;

-- The text is cut, because a row of an index has at most 2,704 bytes. Usual codes and names are shorter.
create function search_words(said text) returns text language sql immutable parallel safe as $$
  select left(regexp_replace(lower(normalize(said, nfkc)), '([㐀-䶿一-鿿])', ' \1', 'g') || e'\n '
    || regexp_replace(lower(normalize(said, nfkc)), '[^a-z0-9]+', ' ', 'g'), 600)
$$;

-- Keeps the words of a row up to date. The arguments of the trigger are the entity and the searched columns.
create function keep_search_key() returns trigger language plpgsql as $$
declare
  said text;
  spelled text;
begin
  if new.deleted_at is not null then
    delete from search_key where factory_id = new.factory_id and entity = tg_argv[0] and entity_id = new.id;
    return null;
  end if;
  select search_words(coalesce(string_agg(to_jsonb(new) ->> name, e'\n' order by at), '')) into said
  from unnest(tg_argv[1:]) with ordinality as columns (name, at);
  spelled := case when said ~ '[㐀-䶿一-鿿]' then null else '' end;
  insert into search_key as k (factory_id, entity, entity_id, words, initials, sounds)
  values (new.factory_id, tg_argv[0], new.id, said, spelled, spelled)
  on conflict (factory_id, entity, entity_id)
    do update set words = excluded.words, initials = excluded.initials, sounds = excluded.sounds
    where k.words <> excluded.words;
  return null;
end $$;

do $$
declare
  found record;
  listed text;
  changed text;
  arguments text;
begin
  for found in
    select * from (values
      ('work_order', 'workOrder', array['code', 'name', 'purchasing_order']),
      ('part', 'part', array['code', 'name']),
      ('project', 'project', array['code', 'name']),
      ('employee', 'employee', array['code', 'name']),
      ('device', 'device', array['code', 'name']),
      ('craft', 'craft', array['code', 'name']),
      ('work_group', 'workGroup', array['code', 'name']),
      ('customer', 'customer', array['code', 'short_name', 'full_name']),
      ('supplier', 'supplier', array['code', 'short_name', 'full_name']),
      ('material', 'material', array['code', 'name']),
      ('department', 'department', array['code', 'name'])
    ) as searched (of_table, entity, names)
  loop
    select string_agg(quote_ident(name), ', '), string_agg(format('old.%1$I is distinct from new.%1$I', name), ' or '),
      string_agg(quote_literal(name), ', ')
    into listed, changed, arguments from unnest(found.names) as name;
    execute format('create trigger %I after insert on %I for each row execute function keep_search_key(%L, %s)',
      found.of_table || '_search_key', found.of_table, found.entity, arguments);
    execute format('create trigger %I after update of %s, deleted_at on %I for each row
        when (%s or old.deleted_at is distinct from new.deleted_at) execute function keep_search_key(%L, %s)',
      found.of_table || '_search_key_changed', listed, found.of_table, changed, found.entity, arguments);
    execute format('insert into search_key (factory_id, entity, entity_id, words, initials, sounds)
        select factory_id, %L, id, said, spelled, spelled
        from %I, lateral (select search_words(concat_ws(e''\n'', %s)) as said) as a,
          lateral (select case when said ~ ''[㐀-䶿一-鿿]'' then null else '''' end as spelled) as b
        where deleted_at is null',
      found.entity, found.of_table, listed);
  end loop;
end $$;

-- For the recovery, which lists the latest deleted rows. These tables have few deleted rows among many
-- others.
create index work_order_deleted on work_order (factory_id, deleted_at) where deleted_at is not null;
create index part_deleted on part (factory_id, deleted_at) where deleted_at is not null;
create index process_deleted on process (factory_id, deleted_at) where deleted_at is not null;

-- The code and the WeLink code of an employee are never used again, even if the employee is deleted. If a
-- code was used again before, the id of the row is appended to the code of the deleted employee.
update employee e set code = e.code || '#' || e.id
where e.deleted_at is not null and exists (select from employee o
  where o.factory_id = e.factory_id and o.code = e.code and o.id <> e.id and (o.deleted_at is null or o.id > e.id));
update employee e set we_link_code = e.we_link_code || '#' || e.id
where e.deleted_at is not null and exists (select from employee o
  where o.factory_id = e.factory_id and o.we_link_code = e.we_link_code and o.id <> e.id
    and (o.deleted_at is null or o.id > e.id));
drop index employee_code_unique;
drop index employee_we_link_code_unique;
create unique index employee_code_unique on employee (factory_id, code);
create unique index employee_we_link_code_unique on employee (factory_id, we_link_code);
