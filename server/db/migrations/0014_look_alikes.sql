-- Replaces each letter, dash and space by the ASCII character that looks the same, as in
-- shared/rules/look-alikes.ts.
create function code_skeleton(code text) returns text language sql immutable strict parallel safe as $$
  select translate(code, U&'\0410\0412\0415\0405\0406\0408\041A\041C\041D\041E\0420\0421\0422\0423\0425\0430\0435\043E\0440\0441\0443\0445\0456\0455\0458\04BB\0501\051B\051D\0391\0392\0395\0396\0397\0399\039A\039C\039D\039F\03A1\03A4\03A5\03A7\03BF\03BD\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\00A0\2002\2003\2007\2009\202F\3000\FF01\FF02\FF03\FF04\FF05\FF06\FF07\FF08\FF09\FF0A\FF0B\FF0C\FF0D\FF0E\FF0F\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19\FF1A\FF1B\FF1C\FF1D\FF1E\FF1F\FF20\FF21\FF22\FF23\FF24\FF25\FF26\FF27\FF28\FF29\FF2A\FF2B\FF2C\FF2D\FF2E\FF2F\FF30\FF31\FF32\FF33\FF34\FF35\FF36\FF37\FF38\FF39\FF3A\FF3B\FF3C\FF3D\FF3E\FF3F\FF40\FF41\FF42\FF43\FF44\FF45\FF46\FF47\FF48\FF49\FF4A\FF4B\FF4C\FF4D\FF4E\FF4F\FF50\FF51\FF52\FF53\FF54\FF55\FF56\FF57\FF58\FF59\FF5A\FF5B\FF5C\FF5D\FF5E', 'ABESIJKMHOPCTYXaeopcyxisjhdqwABEZHIKMNOPTYXov---------       !"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~')
$$;

-- A code in ASCII is its own skeleton, so only the other codes need an index.
do $$
declare
  unique_text record;
begin
  for unique_text in
    select c.relname as table_name, a.attname as column_name
    from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_class n on n.oid = i.indexrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[1]
    where i.indisunique and i.indnkeyatts = 2 and n.relname like '%\_unique' and a.atttypid = 'text'::regtype
      and c.relnamespace = current_schema()::regnamespace
  loop
    execute format(
      'create index on %I (factory_id, code_skeleton(%I)) where octet_length(%I) > char_length(%I) and deleted_at is null',
      unique_text.table_name, unique_text.column_name, unique_text.column_name, unique_text.column_name);
  end loop;
end $$;
