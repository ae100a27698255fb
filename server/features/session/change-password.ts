import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { isValidPassword } from '#shared/rules/password.ts';
import type { Db } from '../../db/database.ts';
import type { Work } from '../../db/work.ts';
import type { Installation } from '../../call/route.ts';
import { endSessions } from '../../session/end-sessions.ts';
import { hashPassword, verifyPassword } from '../../session/hash-password.ts';
import { beginAttempt } from '../../session/login-attempts.ts';

/** What a person fills in to change their password. */
interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  newPasswordAgain: string;
}

/** Who never had a password of their own knows the default one. */
const isOld = async (text: string, hash: string | null, installation: Installation): Promise<boolean> =>
  hash === null ? text === installation.defaultPassword : verifyPassword(text, hash);

/**
 * Counts a try at somebody's old password, as logging in does: an open session must not be a way to guess it.
 * @throws notAtHome of somebody of another factory; loginLocked, oldPasswordWrong
 */
export async function tryOldPassword(
  db: Db,
  installation: Installation,
  { factoryId, accountId, homeFactoryId }: CurrentUser,
  ip: string,
  oldPassword: string,
): Promise<void> {
  if (homeFactoryId !== null) throw fail('notAtHome');
  const attempt = await beginAttempt(db, `password\n${factoryId}\n${accountId}`, ip);
  const account = await db
    .selectFrom('account')
    .select('passwordHash')
    .where('factoryId', '=', factoryId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!(await isOld(oldPassword, account.passwordHash, installation))) {
    await attempt.failed();
    throw fail('oldPasswordWrong');
  }
  await attempt.succeeded();
}

/**
 * Changes a person's own password; their other sessions end.
 * @throws oldPasswordWrong, passwordRule, passwordsDiffer, passwordUnchanged
 */
export async function changePassword(
  work: Work,
  installation: Installation,
  accountId: number,
  token: string,
  given: PasswordChange,
): Promise<void> {
  const account = await work.db
    .selectFrom('account')
    .select('passwordHash')
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!(await isOld(given.oldPassword, account.passwordHash, installation))) throw fail('oldPasswordWrong');
  if (given.newPassword !== given.newPasswordAgain) throw fail('passwordsDiffer');
  if (!isValidPassword(given.newPassword)) throw fail('passwordRule');
  if (given.newPassword === given.oldPassword || given.newPassword === installation.defaultPassword)
    throw fail('passwordUnchanged');
  await work.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(given.newPassword), mustChange: false })
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', accountId)
    .execute();
  await endSessions(work, accountId, 'others', token);
  work.log({ entity: 'account', id: accountId, action: 'changePassword' });
}
