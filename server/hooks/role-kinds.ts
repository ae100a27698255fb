import { makeError } from '#shared/kernel/errors.ts';
import type { Transaction } from '../db/transaction.ts';

/**
 * For each transaction, the pairs of account kind and role that have been checked and are allowed.
 */
const checkedRolesByTransaction = new WeakMap<Transaction, Set<string>>();

/**
 * Refuses to assign a role that is meant for accounts of another kind. A role that does not exist is not
 * refused here, but by `lockReferencedRows`.
 * @throws roleForOthers
 */
export async function refuseRolesOfOtherKinds(
  tx: Transaction,
  kind: 'employee' | 'customer' | 'supplier',
  roleIds: readonly number[],
): Promise<void> {
  const checkedRoles = checkedRolesByTransaction.get(tx) ?? new Set();
  const uncheckedRoleIds = roleIds.filter((id) => !checkedRoles.has(`${kind} ${id}`));
  if (uncheckedRoleIds.length === 0) return;
  const otherRole = await tx.db
    .selectFrom('role')
    .select('name')
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', uncheckedRoleIds)
    .where('forAccounts', '!=', kind)
    .executeTakeFirst();
  if (otherRole)
    throw makeError('roleForOthers', { name: otherRole.name }, { roleIds: { reason: 'notAChoice' } });
  for (const id of uncheckedRoleIds) checkedRoles.add(`${kind} ${id}`);
  checkedRolesByTransaction.set(tx, checkedRoles);
}
