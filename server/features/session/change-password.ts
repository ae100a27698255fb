import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { isValidPassword } from '#shared/rules/password.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { InstallationSettings } from '../../call/route.ts';
import { endSessions } from '../../session/end-sessions.ts';
import { confirmPassword, isCurrentPassword } from '../../session/confirm-person.ts';
import { hashPassword } from '../../session/hash-password.ts';

interface PasswordChangeInput {
  oldPassword: string;
  newPassword: string;
  newPasswordAgain: string;
}

/**
 * Checks the old password. Failed attempts count like failed log-ins, so that nobody can guess the
 * password in an open session.
 * @throws loginLocked, oldPasswordWrong; notAtHome if the user is a guest from another factory
 */
export async function checkOldPassword(
  db: Db,
  installation: InstallationSettings,
  user: CurrentUser,
  ip: string,
  oldPassword: string,
): Promise<void> {
  if (user.homeFactoryId !== null) throw makeError('notAtHome');
  if (!(await confirmPassword(db, installation, user, ip, oldPassword))) throw makeError('oldPasswordWrong');
}

/**
 * Changes the user's own password and ends their other sessions.
 * @throws oldPasswordWrong, passwordRule, passwordsDiffer, passwordUnchanged
 */
export async function changePassword(
  tx: Transaction,
  installation: InstallationSettings,
  accountId: number,
  token: string,
  input: PasswordChangeInput,
): Promise<void> {
  const account = await tx.db
    .selectFrom('account')
    .select('passwordHash')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!(await isCurrentPassword(input.oldPassword, account.passwordHash, installation)))
    throw makeError('oldPasswordWrong');
  if (input.newPassword !== input.newPasswordAgain) throw makeError('passwordsDiffer');
  if (!isValidPassword(input.newPassword)) throw makeError('passwordRule');
  if (input.newPassword === input.oldPassword || input.newPassword === installation.defaultPassword)
    throw makeError('passwordUnchanged');
  await tx.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(input.newPassword), mustChange: false })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', accountId)
    .execute();
  await endSessions(tx, accountId, 'others', token);
  tx.log({ entity: 'account', id: accountId, action: 'changePassword' });
}
