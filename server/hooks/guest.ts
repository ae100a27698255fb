import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { entities } from '#shared/entities/index.ts';
import { makeValueTakenError } from '../call/field-refusals.ts';
import {
  findChangedRoles,
  refuseToChangeStrongerAccounts,
  refuseToAssignStrongerRoles,
  refuseToChangeGuardedFields,
  refuseIfNoAdministratorLeft,
} from './granting.ts';
import { scheduleRoleUsageCount } from './count-holders.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { DraftOf, HooksOf, SavedRowOf } from './hooks.ts';
import { revokeSessions, buildSessionCondition } from './revoke-sessions.ts';
import { refuseRolesOfOtherKinds } from './role-kinds.ts';
import { loadRoleIds } from './load-role-ids.ts';
import type { Transaction } from '../db/transaction.ts';

/** The fields that decide who the guest is, and what the guest may do. */
const GUARDED_FIELDS = ['homeFactoryCode', 'code', 'enabled', 'roleIds'] as const;

const getHomeUserKey = (row: DraftOf<'guest'>): string => [row.homeFactoryCode, row.code].join('\n');

/**
 * Binds the account of a guest to the account in the other factory that now has the factory code and the
 * employee code of the invitation. The other factory can change both codes later, so entering checks only the
 * bound account. If no account has these codes, nobody can enter as this guest. The inviting
 * factory gets the same answer whether such an account exists or not.
 */
async function bindToHomeAccount(tx: Transaction, guest: SavedRowOf<'guest'>): Promise<void> {
  await sql`update account a set code = ${guest.code}, home_factory_id = h.factory_id, home_account_id = h.id
    from (select 1) as one left join (
      select c.factory_id, c.id from factory f
      join account c on c.factory_id = f.id and c.code = ${guest.code} and c.employee_id is not null
      where f.code = ${guest.homeFactoryCode} and f.id <> ${tx.factoryId}
    ) h on true
    where a.factory_id = ${tx.factoryId} and a.guest_id = ${guest.id}`.execute(tx.db);
}

/**
 * A guest is a user of another factory who has an account in this factory. After the guest has accepted the
 * invitation, the factory code and the employee code of the guest cannot be changed.
 */
export const guestHooks: HooksOf<'guest'> = {
  beforeSave: async (tx, next, before) => {
    if (before?.acceptedAt && getHomeUserKey(before) !== getHomeUserKey(next))
      throw makeError('fieldsInvalid', {}, { code: { reason: 'notAChoice' } });
    const { homeFactoryCode, code } = next;
    const duplicate = await findDuplicate(tx, 'guest', { homeFactoryCode, code }, before);
    if (duplicate) throw makeValueTakenError('code', entities.guest.fields.code, code);
    await refuseRolesOfOtherKinds(tx, 'employee', next.roleIds);
    await refuseToAssignStrongerRoles(tx, findChangedRoles(next.roleIds, before?.roleIds));
    await refuseToChangeGuardedFields(tx, 'guest_id', GUARDED_FIELDS, next, before);
  },
  afterSave: async (tx, after, before) => {
    scheduleRoleUsageCount(tx, findChangedRoles(after.roleIds, before?.roleIds));
    if (!before) {
      await tx.db
        .insertInto('account')
        .values({
          factoryId: tx.factoryId,
          kind: 'employee',
          guestId: after.id,
          code: after.code,
          mustChange: false,
        })
        .execute();
      await bindToHomeAccount(tx, after);
      return;
    }
    if (getHomeUserKey(before) !== getHomeUserKey(after)) await bindToHomeAccount(tx, after);
    if (!after.enabled) await revokeSessions(tx, buildSessionCondition(tx, 'guest_id', [after.id]));
    tx.announce('setting', 'permission', null);
    await refuseIfNoAdministratorLeft(tx, before.roleIds);
  },
  beforeDelete: (tx, rows) =>
    refuseToChangeStrongerAccounts(
      tx,
      'guest_id',
      rows.map((row) => row.id),
    ),
  afterDelete: async (tx, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeSessions(tx, buildSessionCondition(tx, 'guest_id', ids));
    const heldRoleIds = await loadRoleIds(tx, 'guest_id', ids);
    scheduleRoleUsageCount(tx, heldRoleIds);
    await refuseIfNoAdministratorLeft(tx, heldRoleIds);
  },
  afterRestore: async (tx, rows) => {
    const ids = rows.map((row) => row.id);
    scheduleRoleUsageCount(tx, await loadRoleIds(tx, 'guest_id', ids));
  },
};
