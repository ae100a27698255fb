import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/**
 * Loads the ids of the roles that the given accounts have, including accounts of deleted users.
 * @param column the account column that identifies the accounts
 * @param ids the values of this column
 */
export async function loadRoleIds(
  tx: Transaction,
  column: 'employee_id' | 'customer_user_id' | 'supplier_user_id' | 'guest_id',
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ roleId: number }>`select distinct h.role_id from account_role h
    join account a on a.factory_id = h.factory_id and a.id = h.account_id
    where a.factory_id = ${tx.factoryId} and ${sql.ref(`a.${column}`)} = any(${ids}::bigint[])`.execute(
    tx.db,
  );
  return rows.map((row) => row.roleId);
}
