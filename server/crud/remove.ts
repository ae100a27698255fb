import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Transaction } from '../db/transaction.ts';
import { toSnakeCase } from '../db/names.ts';
import type { SavedRow } from '../hooks/hooks.ts';
import { getHooks } from '../hooks/index.ts';
import { refuseIfReferenced } from './references.ts';

/**
 * Marks all given rows as deleted, or none of them. The rows are locked first, so that no other row can begin
 * to refer to them. All rows that a transaction deletes get the same deletion time. A later restore uses this
 * time to find the rows that were deleted together.
 * @throws nothingSelected, rowNotFound, hasChildren, inUse, and errors of the entity's hooks
 */
export async function deleteRows(
  tx: Transaction,
  entity: EntityDeclaration,
  ids: number[],
): Promise<{ deleted: number }> {
  if (ids.length === 0) throw makeError('nothingSelected');
  const table = sql.table(toSnakeCase(entity.name));
  const lockedRows = await sql<SavedRow>`select * from ${table}
    where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[]) and deleted_at is null
    order by id for update`.execute(tx.db);
  const rows = lockedRows.rows;
  if (rows.length < ids.length) throw makeError('rowNotFound');
  const hooks = getHooks(entity.name);
  await hooks.beforeDelete?.(tx, rows);
  await refuseIfReferenced(tx, entity, rows);
  await sql`update ${table} set deleted_at = ${tx.now}, version = version + 1, updated_at = now(), updated_by = ${tx.name}
    where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[])`.execute(tx.db);
  await hooks.afterDelete?.(tx, rows);
  for (const row of rows) tx.log({ entity: entity.name, id: row.id, action: 'delete', before: row });
  tx.announce(entity.topic ?? 'setting', entity.name, ids);
  return { deleted: rows.length };
}
