import { fail } from '#shared/kernel/errors.ts';
import { isGoodPassword } from '#shared/rules/password.ts';
import type { Work } from '../../db/work.ts';
import type { House } from '../../http/route.ts';
import { endSessions } from './end-sessions.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';

/** What a person fills in to change their password. */
export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  newPasswordAgain: string;
}

/**
 * Changes a person's own password; their other sessions end.
 * @throws oldPasswordWrong, passwordRule, passwordsDiffer, passwordUnchanged
 */
export async function changePassword(
  work: Work,
  house: House,
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
  const right =
    account.passwordHash === null
      ? given.oldPassword === house.defaultPassword
      : await verifyPassword(given.oldPassword, account.passwordHash);
  if (!right) throw fail('oldPasswordWrong');
  if (given.newPassword !== given.newPasswordAgain) throw fail('passwordsDiffer');
  if (!isGoodPassword(given.newPassword)) throw fail('passwordRule');
  if (given.newPassword === given.oldPassword || given.newPassword === house.defaultPassword)
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
