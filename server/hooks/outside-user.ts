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
    beforeSave: async (tx, next, before) => {
      if (!before && next.roleIds.length === 0) next.roleIds = [await findOrCreateDefaultRole(tx, kind)];
      await refuseRolesOfOtherKinds(tx, kind, next.roleIds);
      await refuseToAssignStrongerRoles(tx, findChangedRoles(next.roleIds, before?.roleIds));
      await refuseToChangeGuardedFields(
        tx,
        column,
        ['code', companyField, 'enabled', 'roleIds'],
        next,
        before,
      );
    },
    afterSave: async (tx, after, before) => {
      scheduleRoleUsageCount(tx, findChangedRoles(after.roleIds, before?.roleIds));
      const [companyId, code] = [after[companyField] as number, after.code];
      if (!before) {
        await tx.db
          .insertInto('account')
          .values({
            factoryId: tx.factoryId,
            kind,
            [companyField]: companyId,
            [userField]: after.id,
            code,
          })
          .execute();
        return;
      }
      await tx.db
        .updateTable('account')
        .set({ code, [companyField]: companyId })
        .where('factoryId', '=', tx.factoryId)
        .where(userField, '=', after.id)
        .execute();
      // A user who moves to another company may see other rows, so the user must log in again.
      if (!after.enabled || before[companyField] !== companyId)
        await revokeSessions(tx, buildSessionCondition(tx, column, [after.id]));
      tx.announce('setting', 'permission', null);
    },
    beforeDelete: (tx, rows) =>
      refuseToChangeStrongerAccounts(
        tx,
        column,
        rows.map((row) => row.id),
      ),
    afterDelete: async (tx, rows) => {
      const ids = rows.map((row) => row.id);
      await revokeSessions(tx, buildSessionCondition(tx, column, ids));
      scheduleRoleUsageCount(tx, await loadRoleIds(tx, column, ids));
    },
    afterRestore: async (tx, rows) => {
      const ids = rows.map((row) => row.id);
      scheduleRoleUsageCount(tx, await loadRoleIds(tx, column, ids));
    },
  };
}
