import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Work } from '../../db/work.ts';
import { refuseToOutrank } from '../../hooks/granting.ts';
import { revokeSessions, sessionsOf } from '../../hooks/revoke-sessions.ts';
import type { Installation } from '../../call/route.ts';
import { hashPassword } from '../../session/hash-password.ts';
import { makePassword } from '../../session/make-password.ts';

/** Whose account it is: somebody of the factory, of a customer or of a supplier. */
export type AccountOwner = 'employee_id' | 'customer_user_id' | 'supplier_user_id';

/**
 * Gives somebody a new password, which they must change when they next log in; they are signed out everywhere.
 * It is the default one where the installation has set one, else one that is made for them.
 * @returns the password, to be told once
 * @throws rowNotFound; noPermission where they may do more than whoever resets it
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
  const made = installation.defaultPassword === null ? makePassword() : null;
  await work.db
    .updateTable('account')
    .set({ passwordHash: made === null ? null : await hashPassword(made), mustChange: true })
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', account.id)
    .execute();
  await revokeSessions(work, sessionsOf(work, 'id', [account.id]));
  work.log({ entity: 'account', id: account.id, action: 'resetPassword', after: { owner, ownerId: id } });
  return { password: made ?? installation.defaultPassword! };
}
