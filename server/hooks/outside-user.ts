import { changedRoles, refuseToAssign } from './granting.ts';
import { countHolders } from './count-holders.ts';
import type { outsideUserFields } from '#shared/entities/outside-user-fields.ts';
import type { ValuesOf } from '#shared/kernel/fields.ts';
import type { Hooks } from './hooks.ts';
import { revokeSessions, sessionsOf } from './revoke-sessions.ts';
import { refuseOtherRoles } from './role-kinds.ts';
import { rolesOf } from './roles-of.ts';

/** For each kind of user, the account columns that refer to the company and to the user. */
const ACCOUNT_COLUMNS = {
  customer: { company: 'customerId', user: 'customerUserId', column: 'customer_user_id' },
  supplier: { company: 'supplierId', user: 'supplierUserId', column: 'supplier_user_id' },
} as const;

/** A user of a customer or of a supplier. */
type OutsideUser = ValuesOf<typeof outsideUserFields> & { customerId?: number; supplierId?: number };

/**
 * Builds the hooks for the users of customers or suppliers. A new user gets an account at once. A
 * user who is disabled or deleted is logged out.
 */
export function outsideUserHooks(kind: keyof typeof ACCOUNT_COLUMNS): Hooks<OutsideUser> {
  const { company, user, column } = ACCOUNT_COLUMNS[kind];
  return {
    beforeSave: async (work, next, before) => {
      await refuseOtherRoles(work, kind, next.roleIds);
      await refuseToAssign(work, changedRoles(next.roleIds, before?.roleIds));
    },
    afterSave: async (work, after, before) => {
      countHolders(work, changedRoles(after.roleIds, before?.roleIds));
      const [companyId, code] = [after[company] as number, after.code];
      if (!before) {
        await work.db
          .insertInto('account')
          .values({
            factoryId: work.factoryId,
            kind,
            [company]: companyId,
            [user]: after.id,
            code,
          })
          .execute();
        return;
      }
      await work.db
        .updateTable('account')
        .set({ code, [company]: companyId })
        .where('factoryId', '=', work.factoryId)
        .where(user, '=', after.id)
        .execute();
      // A user who moves to another company may see other rows, so the user must log in again.
      if (!after.enabled || before[company] !== companyId)
        await revokeSessions(work, sessionsOf(work, column, [after.id]));
      work.announce('setting', 'permission', null);
    },
    afterDelete: async (work, rows) => {
      const ids = rows.map((row) => row.id);
      await revokeSessions(work, sessionsOf(work, column, ids));
      countHolders(work, await rolesOf(work, column, ids));
    },
    afterRestore: async (work, rows) => {
      const ids = rows.map((row) => row.id);
      countHolders(work, await rolesOf(work, column, ids));
    },
  };
}
