import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/**
 * Updates the number of accounts that have each role. Accounts of deleted users do not count. The
 * roles are locked, so that only one transaction at a time counts the accounts of a role.
 */
async function updateRoleUsageCounts(tx: Transaction, roleIds: number[]): Promise<void> {
  const ids = [...new Set(roleIds)].sort((a, b) => a - b);
  await sql`select id from role where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx.db);
  const changedRoles = await sql<{ id: number }>`
    with held as (
      select h.role_id, count(distinct a.id)::int as accounts from account_role h
      join account a on a.factory_id = h.factory_id and a.id = h.account_id
      left join employee e on e.factory_id = a.factory_id and e.id = a.employee_id
      left join customer_user u on u.factory_id = a.factory_id and u.id = a.customer_user_id
      left join supplier_user v on v.factory_id = a.factory_id and v.id = a.supplier_user_id
      left join guest g on g.factory_id = a.factory_id and g.id = a.guest_id
      where h.factory_id = ${tx.factoryId} and h.role_id = any(${ids}::bigint[])
        and e.deleted_at is null and u.deleted_at is null and v.deleted_at is null and g.deleted_at is null
      group by h.role_id
    )
    update role r set usage_count = coalesce(h.accounts, 0)
    from unnest(${ids}::bigint[]) as w (id) left join held h on h.role_id = w.id
    where r.factory_id = ${tx.factoryId} and r.id = w.id and r.usage_count <> coalesce(h.accounts, 0)
    returning r.id`.execute(tx.db);
  if (changedRoles.rows.length > 0)
    tx.announce(
      'setting',
      'role',
      changedRoles.rows.map((row) => row.id),
    );
}

/**
 * Schedules a recount of the accounts that have the roles. All recounts of a transaction run together before
 * its commit.
 */
export function scheduleRoleUsageCount(tx: Transaction, roleIds: readonly number[]): void {
  for (const id of roleIds) tx.beforeCommit(updateRoleUsageCounts, id);
}
