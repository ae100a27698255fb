import {
  findChangedRoles,
  refuseToChangeStrongerAccounts,
  refuseToAssignStrongerRoles,
  refuseToChangeGuardedFields,
} from './granting.ts';
import { scheduleRoleUsageCount } from './count-holders.ts';
import { findOrCreateDefaultRole } from './default-role.ts';
import type { outsideUserFields } from '#shared/entities/outside-user-fields.ts';
import type { RecordValues } from '#shared/kernel/fields.ts';
import type { Hooks } from './hooks.ts';
import { revokeSessions, buildSessionCondition } from './revoke-sessions.ts';
import { refuseRolesOfOtherKinds } from './role-kinds.ts';
import { loadRoleIds } from './load-role-ids.ts';

/**
 * For each kind of user, the account columns that refer to the company and to the user. `column` is the name
 * of the `user` column in SQL.
 */
const ACCOUNT_COLUMNS = {
  customer: { company: 'customerId', user: 'customerUserId', column: 'customer_user_id' },
  supplier: { company: 'supplierId', user: 'supplierUserId', column: 'supplier_user_id' },
} as const;

/** A user of a customer or of a supplier. */
type OutsideUser = RecordValues<typeof outsideUserFields> & { customerId?: number; supplierId?: number };

/**
 * Builds the hooks for the users of customers or suppliers. A new user gets an account at once, and the
 * default role if no role is given. A user who is disabled, deleted or moved to another company is logged out.
 */
export function makeOutsideUserHooks(kind: keyof typeof ACCOUNT_COLUMNS): Hooks<OutsideUser> {
  const { company: companyField, user: userField, column } = ACCOUNT_COLUMNS[kind];
  return {
    beforeSave: async (work, next, before) => {
      if (!before && next.roleIds.length === 0) next.roleIds = [await findOrCreateDefaultRole(work, kind)];
      await refuseRolesOfOtherKinds(work, kind, next.roleIds);
      await refuseToAssignStrongerRoles(work, findChangedRoles(next.roleIds, before?.roleIds));
      await refuseToChangeGuardedFields(
        work,
        column,
        ['code', companyField, 'enabled', 'roleIds'],
        next,
        before,
      );
    },
    afterSave: async (work, after, before) => {
      scheduleRoleUsageCount(work, findChangedRoles(after.roleIds, before?.roleIds));
      const [companyId, code] = [after[companyField] as number, after.code];
      if (!before) {
        await work.db
          .insertInto('account')
          .values({
            factoryId: work.factoryId,
            kind,
            [companyField]: companyId,
            [userField]: after.id,
            code,
          })
          .execute();
        return;
      }
      await work.db
        .updateTable('account')
        .set({ code, [companyField]: companyId })
        .where('factoryId', '=', work.factoryId)
        .where(userField, '=', after.id)
        .execute();
      // A user who moves to another company may see other rows, so the user must log in again.
      if (!after.enabled || before[companyField] !== companyId)
        await revokeSessions(work, buildSessionCondition(work, column, [after.id]));
      work.announce('setting', 'permission', null);
    },
    beforeDelete: (work, rows) =>
      refuseToChangeStrongerAccounts(
        work,
        column,
        rows.map((row) => row.id),
      ),
    afterDelete: async (work, rows) => {
      const ids = rows.map((row) => row.id);
      await revokeSessions(work, buildSessionCondition(work, column, ids));
      scheduleRoleUsageCount(work, await loadRoleIds(work, column, ids));
    },
    afterRestore: async (work, rows) => {
      const ids = rows.map((row) => row.id);
      scheduleRoleUsageCount(work, await loadRoleIds(work, column, ids));
    },
  };
}
