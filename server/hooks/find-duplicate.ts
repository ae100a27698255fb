import { sql } from 'kysely';
import type { EntityName } from '#shared/entities/index.ts';
import { waitForLock } from '../db/lock.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf } from './hooks.ts';

/**
 * Finds another row that is not deleted and has the same values. A lock keeps other transactions from making
 * the same check for this entity, so that the result stays true until the transaction ends.
 * @param values the values to look for, keyed by field
 * @param before the row that is being saved; null for a new row
 */
export async function findDuplicate<N extends EntityName>(
  tx: Transaction,
  entity: N,
  values: Partial<DraftOf<N>>,
  before: { id: number } | null,
): Promise<DraftOf<N> | undefined> {
  await waitForLock(tx, 'twins', entity);
  const conditions = Object.entries(values).map(
    ([name, value]) => sql`${sql.ref(toSnakeCase(name))} is not distinct from ${value}`,
  );
  const { rows } = await sql<DraftOf<N>>`select * from ${sql.table(toSnakeCase(entity))}
    where factory_id = ${tx.factoryId} and deleted_at is null and id <> ${before?.id ?? 0}
      and ${sql.join(conditions, sql` and `)} limit 1`.execute(tx.db);
  return rows[0];
}
