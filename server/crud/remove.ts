import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Work } from '../db/work.ts';
import { toSnakeCase } from '../db/names.ts';
import type { SavedRow } from '../hooks/hooks.ts';
import { getHooks } from '../hooks/index.ts';
import { refuseIfReferenced } from './references.ts';

/**
 * Marks all given rows as deleted, or none of them. The rows are locked first, so that no other row can begin to
 * refer to them. All rows that a transaction deletes get the same deletion time, with which recovery finds the rows
 * that were deleted together.
 * @throws nothingSelected, rowNotFound, hasChildren, inUse, and errors of the entity's hooks
 */
export async function deleteRows(
  work: Work,
  entity: EntityDeclaration,
  ids: number[],
): Promise<{ deleted: number }> {
  if (ids.length === 0) throw makeError('nothingSelected');
  const table = sql.table(toSnakeCase(entity.name));
  const locked = await sql<SavedRow>`select * from ${table}
    where factory_id = ${work.factoryId} and id = any(${ids}::bigint[]) and deleted_at is null
    order by id for update`.execute(work.db);
  const rows = locked.rows;
  if (rows.length < ids.length) throw makeError('rowNotFound');
  const hooks = getHooks(entity.name);
  await hooks.beforeDelete?.(work, rows);
  await refuseIfReferenced(work, entity, rows);
  await sql`update ${table} set deleted_at = ${work.now}, version = version + 1, updated_at = now(), updated_by = ${work.name}
    where factory_id = ${work.factoryId} and id = any(${ids}::bigint[])`.execute(work.db);
  await hooks.afterDelete?.(work, rows);
  for (const row of rows) work.log({ entity: entity.name, id: row.id, action: 'delete', before: row });
  work.announce(entity.topic ?? 'setting', entity.name, ids);
  return { deleted: rows.length };
}
