import { makeError } from '#shared/kernel/errors.ts';
import { isValidPin } from '#shared/rules/password.ts';
import type { Transaction } from '../../db/transaction.ts';
import { refuseToChangeStrongerAccounts } from '../../hooks/granting.ts';
import { hashPassword } from '../../session/hash-password.ts';

/** Checks a new PIN, and hashes it for storage. @throws pinRule */
export async function hashPin(pin: string): Promise<string> {
  if (!isValidPin(pin)) throw makeError('pinRule', {}, { pin: { reason: 'notANumber' } });
  return hashPassword(pin);
}

/**
 * Sets the PIN that identifies an employee at terminals.
 * @throws rowNotFound; noPermission if the employee has permissions that the caller lacks
 */
export async function setPin(tx: Transaction, employeeId: number, pinHash: string): Promise<void> {
  const account = await tx.db
    .updateTable('account')
    .set({ pinHash })
    .where('factoryId', '=', tx.factoryId)
    .where('employeeId', '=', employeeId)
    .returning('id')
    .executeTakeFirst();
  if (!account) throw makeError('rowNotFound');
  // Whoever knows the PIN can act with the permissions of the employee, so the caller must have these permissions
  // too.
  await refuseToChangeStrongerAccounts(tx, 'id', [account.id]);
  tx.log({ entity: 'account', id: account.id, action: 'setPin' });
  tx.announce('setting', 'employee', [employeeId]);
}
