import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import type { Work } from '../db/work.ts';

/** Those of some permissions that whoever writes does not hold. */
async function notHeld(work: Work, permissions: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ permission: string }>`
    select permission from unnest(${permissions}::text[]) as wanted (permission)
    except
    select p.permission from account a
      join employee_role_ids h on h.factory_id = a.factory_id and h.owner_id = a.employee_id
      join role r on r.factory_id = h.factory_id and r.id = h.target_id and r.deleted_at is null
      join role_permissions p on p.factory_id = r.factory_id and p.owner_id = r.id
    where a.factory_id = ${work.factoryId} and a.id = ${work.accountId}`.execute(work.db);
  return new Set(found.rows.map((row) => row.permission));
}

/**
 * Refuses to put permissions into a role that whoever does it does not hold: nobody makes themselves more than they are.
 * @param added the new permissions, each with the field that names it
 * @throws noPermission
 */
export async function refuseToGrant(work: Work, added: ReadonlyMap<string, string>): Promise<void> {
  // What the product itself writes has no account.
  if (work.accountId === null || added.size === 0) return;
  const missing = await notHeld(work, [...added.keys()]);
  if (missing.size === 0) return;
  const problems: FieldProblems = {};
  for (const permission of missing) problems[added.get(permission)!] = { reason: 'notAChoice' };
  throw fail('noPermission', {}, problems);
}

/**
 * Refuses to give roles to a person, or to take them away, that hold more than whoever does it.
 * @throws noPermission
 */
export async function refuseToAssign(work: Work, roleIds: readonly number[]): Promise<void> {
  if (work.accountId === null || roleIds.length === 0) return;
  const held = await sql<{ permission: string }>`select distinct permission from role_permissions
    where factory_id = ${work.factoryId} and owner_id = any(${roleIds}::bigint[])`.execute(work.db);
  const missing = await notHeld(
    work,
    held.rows.map((row) => row.permission),
  );
  if (missing.size > 0) throw fail('noPermission', {}, { roleIds: { reason: 'notAChoice' } });
}

/**
 * Refuses to leave a factory without anybody who holds a system role: nobody could give permissions any more.
 * Called once the change is written; changes of administrators wait for each other.
 * @param roleIds the roles that the people held before
 * @throws lastAdministrator
 */
export async function refuseToLoseAdministrators(work: Work, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length === 0) return;
  const system = await work.db
    .selectFrom('role')
    .select('id')
    .where('factoryId', '=', work.factoryId)
    .where('id', 'in', [...roleIds])
    .where('roleType', '=', 'system')
    .executeTakeFirst();
  if (!system) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`administrators ${work.factoryId}`}))`.execute(work.db);
  const left = await sql`select 1 from employee e
      join employee_role_ids h on h.factory_id = e.factory_id and h.owner_id = e.id
      join role r on r.factory_id = h.factory_id and r.id = h.target_id and r.role_type = 'system' and r.deleted_at is null
      join account a on a.factory_id = e.factory_id and a.employee_id = e.id and a.disabled_at is null
    where e.factory_id = ${work.factoryId} and e.deleted_at is null and e.working_status <> 'quit' limit 1`.execute(
    work.db,
  );
  if (left.rows.length === 0) throw fail('lastAdministrator');
}
