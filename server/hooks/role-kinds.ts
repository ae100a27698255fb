import { fail } from '#shared/kernel/errors.ts';
import type { Work } from '../db/work.ts';

/** Roles that were found fit in this transaction, by kind: many people get the same few. */
const fit = new WeakMap<Work, Set<string>>();

/**
 * Refuses to give somebody a role that is for other accounts than theirs. Roles that are not there are refused as
 * every reference is.
 * @throws roleForOthers
 */
export async function refuseOtherRoles(
  work: Work,
  kind: 'employee' | 'customer' | 'supplier',
  roleIds: readonly number[],
): Promise<void> {
  const known = fit.get(work) ?? new Set();
  const asked = roleIds.filter((id) => !known.has(`${kind} ${id}`));
  if (asked.length === 0) return;
  const other = await work.db
    .selectFrom('role')
    .select('name')
    .where('factoryId', '=', work.factoryId)
    .where('id', 'in', asked)
    .where('forAccounts', '!=', kind)
    .executeTakeFirst();
  if (other) throw fail('roleForOthers', { name: other.name }, { roleIds: { reason: 'notAChoice' } });
  for (const id of asked) known.add(`${kind} ${id}`);
  fit.set(work, known);
}
