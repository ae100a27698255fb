import { fail } from '#shared/kernel/errors.ts';
import { entities } from '#shared/entities/index.ts';
import { makeValueTakenError } from '../call/field-refusals.ts';
import { findChangedRoles, refuseToAssignRoles, refuseToLoseAdministrators } from './granting.ts';
import { scheduleHolderCount } from './count-holders.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { revokeSessions, buildSessionCondition } from './revoke-sessions.ts';
import { refuseRolesOfOtherKinds } from './role-kinds.ts';
import { loadRoleIds } from './load-role-ids.ts';

/**
 * A guest is a user of another factory who has an account in this factory. After the guest has
 * accepted the invitation, the account cannot be given to another user.
 */
export const guestHooks: HooksOf<'guest'> = {
  beforeSave: async (work, next, before) => {
    const homeUserOf = (row: DraftOf<'guest'>) => [row.homeFactoryCode, row.code].join('\n');
    if (before?.acceptedAt && homeUserOf(before) !== homeUserOf(next))
      throw fail('fieldsInvalid', {}, { code: { reason: 'notAChoice' } });
    const { homeFactoryCode, code } = next;
    const duplicate = await findDuplicate(work, 'guest', { homeFactoryCode, code }, before);
    if (duplicate) throw makeValueTakenError('code', entities.guest.fields.code, code);
    await refuseRolesOfOtherKinds(work, 'employee', next.roleIds);
    await refuseToAssignRoles(work, findChangedRoles(next.roleIds, before?.roleIds));
  },
  afterSave: async (work, after, before) => {
    scheduleHolderCount(work, findChangedRoles(after.roleIds, before?.roleIds));
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
      return;
    }
    if (!after.enabled) await revokeSessions(work, buildSessionCondition(work, 'guest_id', [after.id]));
    work.announce('setting', 'permission', null);
    await refuseToLoseAdministrators(work, before.roleIds);
  },
  afterDelete: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeSessions(work, buildSessionCondition(work, 'guest_id', ids));
    const held = await loadRoleIds(work, 'guest_id', ids);
    scheduleHolderCount(work, held);
    await refuseToLoseAdministrators(work, held);
  },
  afterRestore: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    scheduleHolderCount(work, await loadRoleIds(work, 'guest_id', ids));
  },
};
