import { makeError } from '#shared/kernel/errors.ts';
import type { Work } from '../db/work.ts';

/**
 * For each transaction, the pairs of account kind and role that have been checked and are allowed.
 */
const checkedRolesByTransaction = new WeakMap<Work, Set<string>>();

/**
 * Refuses to assign a role that is meant for accounts of another kind. A role that does not exist is not
 * refused here, but by `lockReferencedRows`.
 * @throws roleForOthers
 */
export async function refuseRolesOfOtherKinds(
  work: Work,
  kind: 'employee' | 'customer' | 'supplier',
  roleIds: readonly number[],
): Promise<void> {
  const known = checkedRolesByTransaction.get(work) ?? new Set();
  const unchecked = roleIds.filter((id) => !known.has(`${kind} ${id}`));
  if (unchecked.length === 0) return;
  const other = await work.db
    .selectFrom('role')
    .select('name')
    .where('factoryId', '=', work.factoryId)
    .where('id', 'in', unchecked)
    .where('forAccounts', '!=', kind)
    .executeTakeFirst();
  if (other) throw makeError('roleForOthers', { name: other.name }, { roleIds: { reason: 'notAChoice' } });
  for (const id of unchecked) known.add(`${kind} ${id}`);
  checkedRolesByTransaction.set(work, known);
}
