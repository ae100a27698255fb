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
import type { Work } from '../db/work.ts';

/** The fields that decide who the guest is, and what the guest may do. */
const GUARDED_FIELDS = ['homeFactoryCode', 'code', 'enabled', 'roleIds'] as const;

const getHomeUserKey = (row: DraftOf<'guest'>): string => [row.homeFactoryCode, row.code].join('\n');

/**
 * Binds the account of a guest to the account in the other factory that now has the factory code and the
 * employee code of the invitation. The other factory can change both codes later, so entering checks only the
 * bound account. If no account has these codes, nobody can enter as this guest. The inviting
 * factory gets the same answer whether such an account exists or not.
 */
async function bindToHomeAccount(work: Work, guest: SavedRowOf<'guest'>): Promise<void> {
  await sql`update account a set code = ${guest.code}, home_factory_id = h.factory_id, home_account_id = h.id
    from (select 1) as one left join (
      select c.factory_id, c.id from factory f
      join account c on c.factory_id = f.id and c.code = ${guest.code} and c.employee_id is not null
      where f.code = ${guest.homeFactoryCode} and f.id <> ${work.factoryId}
    ) h on true
    where a.factory_id = ${work.factoryId} and a.guest_id = ${guest.id}`.execute(work.db);
}

/**
 * A guest is a user of another factory who has an account in this factory. After the guest has accepted the
 * invitation, the factory code and the employee code of the guest cannot be changed.
 */
export const guestHooks: HooksOf<'guest'> = {
  beforeSave: async (work, next, before) => {
    if (before?.acceptedAt && getHomeUserKey(before) !== getHomeUserKey(next))
      throw makeError('fieldsInvalid', {}, { code: { reason: 'notAChoice' } });
    const { homeFactoryCode, code } = next;
    const duplicate = await findDuplicate(work, 'guest', { homeFactoryCode, code }, before);
    if (duplicate) throw makeValueTakenError('code', entities.guest.fields.code, code);
    await refuseRolesOfOtherKinds(work, 'employee', next.roleIds);
    await refuseToAssignStrongerRoles(work, findChangedRoles(next.roleIds, before?.roleIds));
    await refuseToChangeGuardedFields(work, 'guest_id', GUARDED_FIELDS, next, before);
  },
  afterSave: async (work, after, before) => {
    scheduleRoleUsageCount(work, findChangedRoles(after.roleIds, before?.roleIds));
    if (!before) {
      await work.db
        .insertInto('account')
        .values({
          factoryId: work.factoryId,
          kind: 'employee',
          guestId: after.id,
          code: after.code,
          mustChange: false,
        })
        .execute();
      await bindToHomeAccount(work, after);
      return;
    }
    if (getHomeUserKey(before) !== getHomeUserKey(after)) await bindToHomeAccount(work, after);
    if (!after.enabled) await revokeSessions(work, buildSessionCondition(work, 'guest_id', [after.id]));
    work.announce('setting', 'permission', null);
    await refuseIfNoAdministratorLeft(work, before.roleIds);
  },
  beforeDelete: (work, rows) =>
    refuseToChangeStrongerAccounts(
      work,
      'guest_id',
      rows.map((row) => row.id),
    ),
  afterDelete: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeSessions(work, buildSessionCondition(work, 'guest_id', ids));
    const heldRoleIds = await loadRoleIds(work, 'guest_id', ids);
    scheduleRoleUsageCount(work, heldRoleIds);
    await refuseIfNoAdministratorLeft(work, heldRoleIds);
  },
  afterRestore: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    scheduleRoleUsageCount(work, await loadRoleIds(work, 'guest_id', ids));
  },
};
