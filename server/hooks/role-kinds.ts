import { fail } from '#shared/kernel/errors.ts';
import type { Work } from '../db/work.ts';

/** Caches the valid roles of each account kind, per transaction. */
const validRoles = new WeakMap<Work, Set<string>>();

/**
 * Refuses to assign a role to an account of another kind. The reference check refuses missing roles.
 * @throws roleForOthers
 */
export async function refuseOtherRoles(
  work: Work,
  kind: 'employee' | 'customer' | 'supplier',
  roleIds: readonly number[],
): Promise<void> {
  const known = validRoles.get(work) ?? new Set();
  const unchecked = roleIds.filter((id) => !known.has(`${kind} ${id}`));
  if (unchecked.length === 0) return;
  const other = await work.db
    .selectFrom('role')
    .select('name')
    .where('factoryId', '=', work.factoryId)
    .where('id', 'in', unchecked)
    .where('forAccounts', '!=', kind)
    .executeTakeFirst();
  if (other) throw fail('roleForOthers', { name: other.name }, { roleIds: { reason: 'notAChoice' } });
  for (const id of unchecked) known.add(`${kind} ${id}`);
  validRoles.set(work, known);
}
