import { sql, type RawBuilder } from 'kysely';

/** Builds the SQL of the names of a classification and of those above it, from the top: "Size / Diameter". */
export const buildClassPathSql = (
  factoryId: RawBuilder<unknown>,
  classificationId: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`(
  with recursive above as (
    select k.name, k.parent_id, 0 as height from classification k
    where k.factory_id = ${factoryId} and k.id = ${classificationId}
    union all
    select k.name, k.parent_id, above.height + 1 from classification k
      join above on k.factory_id = ${factoryId} and k.id = above.parent_id
  ) select string_agg(name, ' / ' order by height desc) from above)`;
