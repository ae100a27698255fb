import { fail } from '#shared/kernel/errors.ts';
import { entities } from '#shared/entities/index.ts';
import { valueTakenError } from '../call/field-refusals.ts';
import { changedRoles, refuseToAssign, refuseToLoseAdministrators } from './granting.ts';
import { countHolders } from './count-holders.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { revokeSessions, sessionsOf } from './revoke-sessions.ts';
import { refuseOtherRoles } from './role-kinds.ts';
import { rolesOf } from './roles-of.ts';

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
    if (duplicate) throw valueTakenError('code', entities.guest.fields.code, code);
    await refuseOtherRoles(work, 'employee', next.roleIds);
    await refuseToAssign(work, changedRoles(next.roleIds, before?.roleIds));
  },
  afterSave: async (work, after, before) => {
    countHolders(work, changedRoles(after.roleIds, before?.roleIds));
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
    if (!after.enabled) await revokeSessions(work, sessionsOf(work, 'guest_id', [after.id]));
    work.announce('setting', 'permission', null);
    await refuseToLoseAdministrators(work, before.roleIds);
  },
  afterDelete: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeSessions(work, sessionsOf(work, 'guest_id', ids));
    const held = await rolesOf(work, 'guest_id', ids);
    countHolders(work, held);
    await refuseToLoseAdministrators(work, held);
  },
  afterRestore: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    countHolders(work, await rolesOf(work, 'guest_id', ids));
  },
};
