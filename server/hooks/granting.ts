import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { parseKanbanPermissionCode, type PermissionCode } from '#shared/kernel/permissions.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { waitForLock } from '../db/lock.ts';
import type { Transaction } from '../db/transaction.ts';

const MANAGE_KANBANS: PermissionCode = 'CUSTOMER_KANBAN_MANAGE';

/**
 * Finds which of the given permissions the acting account lacks. An account that may manage customer kanbans
 * has the permissions for all of them.
 */
export async function findMissingPermissions(
  tx: Transaction,
  permissions: readonly string[],
): Promise<Set<string>> {
  const permissionsToCheck = permissions.some((code) => parseKanbanPermissionCode(code) !== null)
    ? [...permissions, MANAGE_KANBANS]
    : permissions;
  const result = await sql<{ permission: string }>`
    select permission from unnest(${permissionsToCheck}::text[]) as wanted (permission)
    except
    select p.permission from account a
      join account_role h on h.factory_id = a.factory_id and h.account_id = a.id
      join role r on r.factory_id = h.factory_id and r.id = h.role_id and r.deleted_at is null
      join role_permissions p on p.factory_id = r.factory_id and p.owner_id = r.id
    where a.factory_id = ${tx.factoryId} and a.id = ${tx.accountId}`.execute(tx.db);
  const missingPermissions = new Set(result.rows.map((row) => row.permission));
  const managesKanbans = !missingPermissions.has(MANAGE_KANBANS);
  return new Set(
    permissions.filter(
      (code) => missingPermissions.has(code) && !(managesKanbans && parseKanbanPermissionCode(code) !== null),
    ),
  );
}

/**
 * Refuses to add permissions to a role, or to take them away from it, unless the acting account has them all.
 * @param pathsByPermission for each added or removed permission, the path of the input field that the refusal names
 * @throws noPermission
 */
export async function refuseToChangeMissingPermissions(
  tx: Transaction,
  pathsByPermission: ReadonlyMap<string, string>,
): Promise<void> {
  // Changes without an account are made by the server itself and are always allowed.
  if (tx.accountId === null || pathsByPermission.size === 0) return;
  const missingPermissions = await findMissingPermissions(tx, [...pathsByPermission.keys()]);
  if (missingPermissions.size === 0) return;
  const problems: FieldProblems = {};
  for (const permission of missingPermissions)
    problems[pathsByPermission.get(permission)!] = { reason: 'notAChoice' };
  throw makeError('noPermission', {}, problems);
}

/** For each transaction, the checked roles that its account may assign. */
const assignableRoleIdsByTransaction = new WeakMap<Transaction, Set<number>>();

/** Finds the roles that a save adds to an account or removes from it. */
export function findChangedRoles(next: readonly number[], before: readonly number[] = []): number[] {
  const [oldIds, newIds] = [new Set(before), new Set(next)];
  return [...newIds].filter((id) => !oldIds.has(id)).concat([...oldIds].filter((id) => !newIds.has(id)));
}

/**
 * Refuses to assign or remove a role with a permission that the acting account lacks.
 * @throws noPermission
 */
export async function refuseToAssignStrongerRoles(
  tx: Transaction,
  changedRoleIds: readonly number[],
): Promise<void> {
  const assignableRoleIds = assignableRoleIdsByTransaction.get(tx) ?? new Set();
  const roleIds = changedRoleIds.filter((id) => !assignableRoleIds.has(id));
  if (tx.accountId === null || roleIds.length === 0) return;
  const rolePermissions = await sql<{ permission: string }>`select distinct permission from role_permissions
    where factory_id = ${tx.factoryId} and owner_id = any(${roleIds}::bigint[])`.execute(tx.db);
  const missingPermissions = await findMissingPermissions(
    tx,
    rolePermissions.rows.map((row) => row.permission),
  );
  if (missingPermissions.size > 0) throw makeError('noPermission', {}, { roleIds: { reason: 'notAChoice' } });
  for (const id of roleIds) assignableRoleIds.add(id);
  assignableRoleIdsByTransaction.set(tx, assignableRoleIds);
}

/** The column by which accounts are found: the id of the account, or the id of its holder. */
type AccountKeyColumn = 'id' | 'employee_id' | 'customer_user_id' | 'supplier_user_id' | 'guest_id';

/**
 * Refuses to change or delete accounts with a permission that the acting account lacks.
 * @param column the account column that identifies the accounts
 * @param ids the values of this column
 * @param fields the changed fields, which the refusal names
 * @throws noPermission
 */
export async function refuseToChangeStrongerAccounts(
  tx: Transaction,
  column: AccountKeyColumn,
  ids: readonly number[],
  fields: readonly string[] = [],
): Promise<void> {
  if (tx.accountId === null) return;
  const accountPermissions = await sql<{ permission: string }>`select distinct p.permission from account a
    join account_role h on h.factory_id = a.factory_id and h.account_id = a.id
    join role r on r.factory_id = h.factory_id and r.id = h.role_id and r.deleted_at is null
    join role_permissions p on p.factory_id = r.factory_id and p.owner_id = r.id
    where a.factory_id = ${tx.factoryId} and ${sql.ref(`a.${column}`)} = any(${ids}::bigint[])`.execute(
    tx.db,
  );
  const missingPermissions = await findMissingPermissions(
    tx,
    accountPermissions.rows.map((row) => row.permission),
  );
  if (missingPermissions.size === 0) return;
  throw makeError(
    'noPermission',
    {},
    Object.fromEntries(fields.map((name) => [name, { reason: 'notAChoice' }])),
  );
}

/**
 * Refuses to change the fields that decide who a person is and what the person may do, if the person has a
 * permission that the acting account lacks.
 * @param guardedFields the names of these fields
 * @throws noPermission, naming the changed fields
 */
export async function refuseToChangeGuardedFields<D extends object>(
  tx: Transaction,
  column: AccountKeyColumn,
  guardedFields: readonly (keyof D & string)[],
  next: D,
  before: (D & { id: number }) | null,
): Promise<void> {
  if (!before) return;
  const changedFields = guardedFields.filter(
    (name) => JSON.stringify(next[name]) !== JSON.stringify(before[name]),
  );
  if (changedFields.length > 0) await refuseToChangeStrongerAccounts(tx, column, [before.id], changedFields);
}

/**
 * Refuses to delete roles with a permission that the acting account lacks.
 * @throws noPermission
 */
export async function refuseToDeleteStrongerRoles(
  tx: Transaction,
  roleIds: readonly number[],
): Promise<void> {
  if (tx.accountId === null) return;
  const rolePermissions = await sql<{ permission: string }>`select distinct permission from role_permissions
    where factory_id = ${tx.factoryId} and owner_id = any(${roleIds}::bigint[])`.execute(tx.db);
  const missingPermissions = await findMissingPermissions(
    tx,
    rolePermissions.rows.map((row) => row.permission),
  );
  if (missingPermissions.size > 0) throw makeError('noPermission');
}

/**
 * Refuses a change that leaves a factory without an administrator. The check runs after the change is
 * written. A lock prevents concurrent changes of administrators.
 * @param roleIds the roles that the changed users had before; if none of them is a system role,
 * nothing is checked
 * @throws lastAdministrator
 */
export async function refuseIfNoAdministratorLeft(
  tx: Transaction,
  roleIds: readonly number[],
): Promise<void> {
  if (roleIds.length === 0) return;
  const systemRole = await tx.db
    .selectFrom('role')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', [...roleIds])
    .where('roleType', '=', 'system')
    .executeTakeFirst();
  if (!systemRole) return;
  await waitForLock(tx, 'administrators');
  const remainingAdministrators = await sql`select 1 from account a
      join account_role h on h.factory_id = a.factory_id and h.account_id = a.id
      join role r on r.factory_id = h.factory_id and r.id = h.role_id and r.role_type = 'system' and r.deleted_at is null
      left join employee e on e.factory_id = a.factory_id and e.id = a.employee_id
      left join guest g on g.factory_id = a.factory_id and g.id = a.guest_id
    where a.factory_id = ${tx.factoryId} and a.disabled_at is null
      and ((e.deleted_at is null and e.working_status <> 'quit') or (g.deleted_at is null and g.enabled)) limit 1`.execute(
    tx.db,
  );
  if (remainingAdministrators.rows.length === 0) throw makeError('lastAdministrator');
}
