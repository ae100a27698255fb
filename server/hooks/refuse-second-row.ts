import { sql } from 'kysely';
import type { EntityName } from '#shared/entities/index.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { waitForLock } from '../db/lock.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';

/**
 * Refuses a second row of an entity of which a factory may have only one row. A lock prevents concurrent
 * inserts.
 * @throws onlyOne
 */
export async function refuseSecondRow(tx: Transaction, entity: EntityName, id: number): Promise<void> {
  await waitForLock(tx, 'onlyRow', entity);
  const existingRow = await sql`select 1 from ${sql.table(toSnakeCase(entity))}
    where factory_id = ${tx.factoryId} and deleted_at is null and id <> ${id} limit 1`.execute(tx.db);
  if (existingRow.rows.length > 0) throw makeError('onlyOne', { entity: markAsTerm(entity) });
}
