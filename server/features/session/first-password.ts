import { sql } from 'kysely';
import type { EntityName } from '#shared/entities/index.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { InstallationSettings } from '../../call/route.ts';
import type { Transaction } from '../../db/transaction.ts';
import { hashPassword } from '../../session/hash-password.ts';
import { makePassword } from '../../session/make-password.ts';
import type { AccountOwnerColumn } from './reset-password.ts';

/** Whether the caller added the row, according to the history. */
async function hasCallerAddedRow(tx: Transaction, entity: EntityName, id: number): Promise<boolean> {
  const result = await sql`select 1 from log
    where factory_id = ${tx.factoryId} and entity = ${entity} and entity_id = ${id}
      and action = 'add' and account_id = ${tx.accountId} limit 1`.execute(tx.db);
  return result.rows.length > 0;
}

/**
 * Gives the account of a new person a random password, if the installation has no default password. The person must
 * change it at the first log-in.
 * @returns the password, which the client shows once; null if the account already has a password, or if the
 * installation has a default password
 * @throws rowNotFound; noPermission if somebody else added the person
 */
export async function assignFirstPassword(
  tx: Transaction,
  installation: InstallationSettings,
  entity: EntityName,
  owner: AccountOwnerColumn,
  id: number,
): Promise<{ password: string | null }> {
  const result = await sql<{ id: number; passwordHash: string | null }>`select id, password_hash from account
    where factory_id = ${tx.factoryId} and ${sql.ref(owner)} = ${id} and disabled_at is null for update`.execute(
    tx.db,
  );
  const account = result.rows[0];
  if (!account) throw makeError('rowNotFound');
  if (!(await hasCallerAddedRow(tx, entity, id))) throw makeError('noPermission');
  if (account.passwordHash !== null || installation.defaultPassword !== null) return { password: null };
  const password = makePassword();
  await tx.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(password), mustChange: true })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', account.id)
    .execute();
  tx.log({ entity: 'account', id: account.id, action: 'firstPassword', after: { owner, ownerId: id } });
  return { password };
}
