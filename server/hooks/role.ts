import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import {
  buildKanbanPermissionCode,
  OUTSIDE_USER_PERMISSION_CODES,
  parseKanbanPermissionCode,
} from '#shared/kernel/permissions.ts';
import type { Transaction } from '../db/transaction.ts';
import { GRANTABLE_PERMISSION_CODES } from '../reports/permission-codes.ts';
import { refuseToChangeMissingPermissions, refuseToDeleteStrongerRoles } from './granting.ts';
import type { HooksOf } from './hooks.ts';

const GRANTABLE_PERMISSION_SET: ReadonlySet<string> = new Set(GRANTABLE_PERMISSION_CODES);

const OUTSIDE_PERMISSION_SET: ReadonlySet<string> = new Set(OUTSIDE_USER_PERMISSION_CODES);

/** Refuses to change the account kind of a role that is in use. */
async function refuseKindChangeIfRoleInUse(tx: Transaction, roleId: number): Promise<void> {
  const holders =
    await sql`select 1 from account_role where factory_id = ${tx.factoryId} and role_id = ${roleId} limit 1`.execute(
      tx.db,
    );
  if (holders.rows.length > 0)
    throw makeError('fieldsInvalid', {}, { forAccounts: { reason: 'notAChoice' } });
}

/** Loads the given permissions that are the codes of customer kanbans of the factory. */
async function loadKanbanCodes(
  tx: Transaction,
  permissions: readonly { permission: string }[],
): Promise<Set<string>> {
  const ids = permissions.map(({ permission }) => parseKanbanPermissionCode(permission));
  if (ids.every((id) => id === null)) return new Set();
  const { rows } = await sql<{ id: number }>`select id from customer_kanban
    where factory_id = ${tx.factoryId} and deleted_at is null and id = any(${ids}::bigint[])`.execute(tx.db);
  return new Set(rows.map(({ id }) => buildKanbanPermissionCode(id)));
}

/**
 * System roles cannot be changed or deleted. Each permission of a role occurs only once. A permission that
 * the role did not have before must be open to the role's kind of account. A user can only add and remove
 * permissions that the user has.
 */
export const roleHooks: HooksOf<'role'> = {
  beforeSave: async (tx, next, before) => {
    if (before?.roleType === 'system') throw makeError('systemData');
    // Customers and suppliers have no home page.
    if (next.forAccounts !== 'employee') next.homePreset = null;
    const oldPermissions = new Set(before?.permissions.map(({ permission }) => permission));
    // A role for customers or suppliers can only get permissions that are open to customers and suppliers.
    const allowedPermissions =
      next.forAccounts === 'employee' ? GRANTABLE_PERMISSION_SET : OUTSIDE_PERMISSION_SET;
    if (before && before.forAccounts !== next.forAccounts) await refuseKindChangeIfRoleInUse(tx, before.id);
    const kanbanCodes = await loadKanbanCodes(tx, next.permissions);
    const pathsByPermission = new Map<string, string>();
    const seenPermissions = new Set<string>();
    next.permissions.forEach(({ permission }, index) => {
      const path = `permissions[${index}].permission`;
      // A role may keep a permission that this version of the server no longer offers, if the
      // account kind of the role does not change.
      const isUnchanged = oldPermissions.has(permission) && before?.forAccounts === next.forAccounts;
      const isKanban = next.forAccounts === 'employee' && kanbanCodes.has(permission);
      if (!allowedPermissions.has(permission) && !isKanban && !isUnchanged)
        throw makeError('fieldsInvalid', {}, { [path]: { reason: 'notAChoice' } });
      if (seenPermissions.has(permission))
        throw makeError('fieldsInvalid', {}, { [path]: { reason: 'repeated' } });
      seenPermissions.add(permission);
      if (!oldPermissions.has(permission)) pathsByPermission.set(permission, path);
    });
    for (const permission of oldPermissions)
      if (!seenPermissions.has(permission)) pathsByPermission.set(permission, 'permissions');
    await refuseToChangeMissingPermissions(tx, pathsByPermission);
  },
  afterSave: async (tx, after) => {
    // Makes clients reload the permissions of the users who have this role.
    tx.announce('setting', 'permission', [after.id]);
  },
  beforeDelete: async (tx, rows) => {
    if (rows.some((row) => row.roleType === 'system')) throw makeError('systemData');
    await refuseToDeleteStrongerRoles(
      tx,
      rows.map((row) => row.id),
    );
  },
};
