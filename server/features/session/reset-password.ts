import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Work } from '../../db/work.ts';
import { refuseToOutrank } from '../../hooks/granting.ts';
import { revokeSessions, sessionsOf } from '../../hooks/revoke-sessions.ts';
import type { Installation } from '../../call/route.ts';
import { hashPassword } from '../../session/hash-password.ts';
import { makePassword } from '../../session/make-password.ts';

/** The column that links the account to its owner: an employee, a customer user or a supplier user. */
export type AccountOwner = 'employee_id' | 'customer_user_id' | 'supplier_user_id';

/**
 * Resets a password: to the installation's default one, or to a generated one. The user must change it at the next
 * log-in, and all their sessions end.
 * @returns the password, to be shown once
 * @throws rowNotFound; noPermission if the account has permissions that the caller lacks
 */
export async function resetPassword(
  work: Work,
  installation: Installation,
  owner: AccountOwner,
  id: number,
): Promise<{ password: string }> {
  const found = await sql<{ id: number }>`select id from account
    where factory_id = ${work.factoryId} and ${sql.ref(owner)} = ${id} and disabled_at is null for update`.execute(
    work.db,
  );
  const account = found.rows[0];
  if (!account) throw fail('rowNotFound');
  await refuseToOutrank(work, account.id);
  const generated = installation.defaultPassword === null ? makePassword() : null;
  await work.db
    .updateTable('account')
    .set({ passwordHash: generated === null ? null : await hashPassword(generated), mustChange: true })
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', account.id)
    .execute();
  await revokeSessions(work, sessionsOf(work, 'id', [account.id]));
  work.log({ entity: 'account', id: account.id, action: 'resetPassword', after: { owner, ownerId: id } });
  return { password: generated ?? installation.defaultPassword! };
}
