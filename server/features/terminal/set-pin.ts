import { fail } from '#shared/kernel/errors.ts';
import { isValidPin } from '#shared/rules/password.ts';
import type { Work } from '../../db/work.ts';
import { refuseToOutrank } from '../../hooks/granting.ts';
import { hashPassword } from '../../session/hash-password.ts';

/**
 * Gives somebody the PIN with which terminals recognise them.
 * @throws pinRule, rowNotFound; noPermission where they may do more than whoever sets it
 */
export async function setPin(work: Work, employeeId: number, pin: string): Promise<void> {
  if (!isValidPin(pin)) throw fail('pinRule', {}, { pin: { reason: 'notANumber' } });
  const account = await work.db
    .updateTable('account')
    .set({ pinHash: await hashPassword(pin) })
    .where('factoryId', '=', work.factoryId)
    .where('employeeId', '=', employeeId)
    .returning('id')
    .executeTakeFirst();
  if (!account) throw fail('rowNotFound');
  // Who knows the PIN reports in that person's name.
  await refuseToOutrank(work, account.id);
  work.log({ entity: 'account', id: account.id, action: 'setPin' });
  work.announce('setting', 'employee', [employeeId]);
}
