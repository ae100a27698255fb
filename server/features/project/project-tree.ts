import { sql, type RawBuilder } from 'kysely';

/**
 * Builds the recursive table `tree` of a project and all its sub-projects: id, depth, and `path`, the ids from the
 * project down to the row. A statement uses it after `with recursive`.
 */
export const buildProjectTreeSql = (
  factoryId: number,
  projectId: number,
): RawBuilder<unknown> => sql`tree as (
    select p.id, p.parent_id, 0 as depth, array[p.id] as path from project p
    where p.factory_id = ${factoryId} and p.id = ${projectId} and p.deleted_at is null
    union all
    select c.id, c.parent_id, t.depth + 1, t.path || c.id
    from tree t join project c on c.factory_id = ${factoryId} and c.parent_id = t.id and c.deleted_at is null
    where c.id <> all (t.path)
  )`;
