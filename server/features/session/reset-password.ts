import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Transaction } from '../../db/transaction.ts';
import { refuseToChangeStrongerAccounts } from '../../hooks/granting.ts';
import { revokeSessions, buildSessionCondition } from '../../hooks/revoke-sessions.ts';
import type { InstallationSettings } from '../../call/route.ts';
import { forgetKnownDevices } from '../../session/known-device.ts';
import { hashPassword } from '../../session/hash-password.ts';
import { makePassword } from '../../session/make-password.ts';

/** The column of an account that refers to its owner: an employee, or a user of a customer or supplier. */
export type AccountOwnerColumn = 'employee_id' | 'customer_user_id' | 'supplier_user_id';

/**
 * Resets a password to the default password of the installation. If the installation has none, a random
 * password is generated. The user must change the password at the next log-in. All sessions of the user end,
 * and the known devices of the user are forgotten.
 * @returns the new password, which the client shows once
 * @throws rowNotFound; noPermission if the account has permissions that the caller lacks
 */
export async function resetPassword(
  tx: Transaction,
  installation: InstallationSettings,
  ownerColumn: AccountOwnerColumn,
  id: number,
): Promise<{ password: string }> {
  const result = await sql<{ id: number }>`select id from account
    where factory_id = ${tx.factoryId} and ${sql.ref(ownerColumn)} = ${id} and disabled_at is null for update`.execute(
    tx.db,
  );
  const account = result.rows[0];
  if (!account) throw makeError('rowNotFound');
  await refuseToChangeStrongerAccounts(tx, 'id', [account.id]);
  const generatedPassword = installation.defaultPassword === null ? makePassword() : null;
  await tx.db
    .updateTable('account')
    .set({
      passwordHash: generatedPassword === null ? null : await hashPassword(generatedPassword),
      mustChange: true,
    })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', account.id)
    .execute();
  await forgetKnownDevices(tx.db, { factoryId: tx.factoryId, id: account.id });
  await revokeSessions(tx, buildSessionCondition(tx, 'id', [account.id]));
  tx.log({
    entity: 'account',
    id: account.id,
    action: 'resetPassword',
    after: { owner: ownerColumn, ownerId: id },
  });
  return { password: generatedPassword ?? installation.defaultPassword! };
}
