import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { inWork, type Work } from '../../db/work.ts';
import { GRANTABLE_CODES } from '../../reports/permission-codes.ts';
import { hashPassword } from '../../session/hash-password.ts';
import { makePassword } from '../../session/make-password.ts';

/** The administrator's employee code. */
export const ADMIN = 'admin';
const SYSTEM_ROLE = '系统管理员';
const listed = (): string =>
  JSON.stringify(GRANTABLE_CODES.map((permission, position) => ({ permission, position })));

async function grantAll(db: Db, factoryId: number, roleId: number): Promise<void> {
  await sql`delete from role_permissions where factory_id = ${factoryId} and owner_id = ${roleId}`.execute(
    db,
  );
  await sql`insert into role_permissions (factory_id, owner_id, position, permission)
    select ${factoryId}, ${roleId}, position, permission
    from jsonb_to_recordset(${listed()}::jsonb) as p (position integer, permission text)`.execute(db);
}

/** Makes the role of a factory that may do everything. @returns its id */
export async function makeSystemRole(db: Db, factoryId: number): Promise<number> {
  const role = await db
    .insertInto('role')
    // Whoever is given it first follows at once.
    .values({
      factoryId,
      name: SYSTEM_ROLE,
      roleType: 'system',
      usageCount: 1,
      remark: null,
      deletedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await grantAll(db, factoryId, role.id);
  return role.id;
}

async function makeAdmin(work: Work): Promise<void> {
  const roleId = await makeSystemRole(work.db, work.factoryId);
  const employee = await sql<{ id: number }>`insert into employee (factory_id, code, name)
    values (${work.factoryId}, ${ADMIN}, '管理员') returning id`.execute(work.db);
  const employeeId = employee.rows[0]!.id;
  await work.db
    .insertInto('employeeRoleIds')
    .values({ factoryId: work.factoryId, ownerId: employeeId, position: 0, targetId: roleId })
    .execute();
  await work.db
    .insertInto('account')
    .values({
      factoryId: work.factoryId,
      kind: 'employee',
      employeeId,
      code: ADMIN,
      mustChange: false,
    })
    .execute();
}

/**
 * Makes the first factory with its administrator, who cannot log in before `openAdmin`.
 * @returns its id; null where there is a factory already
 */
export async function makeFirstFactory(
  db: Db,
  first: { code: string; demo: boolean },
): Promise<number | null> {
  const there = await db.selectFrom('factory').select('id').limit(1).executeTakeFirst();
  if (there) return null;
  const taken = await sql<{ id: number }>`select nextval('id_sequence') as id`.execute(db);
  const factoryId = taken.rows[0]!.id;
  await inWork(db, { factoryId, accountId: null, name: '', ip: '' }, async (work) => {
    await sql`insert into factory (id, code, name, is_demo)
      values (${factoryId}, ${first.code}, ${first.demo ? '演示工厂' : first.code}, ${first.demo})`.execute(
      work.db,
    );
    await makeAdmin(work);
  });
  return factoryId;
}

/** The administrator's account of a first start that has not come to its end; null where there is none. */
export async function findUnopenedAdmin(
  db: Db,
): Promise<{ factoryId: number; id: number; zone: string } | null> {
  // Every other account without a password must change the one that it comes in with.
  const found = await sql<{
    factoryId: number;
    id: number;
    zone: string;
  }>`select a.factory_id, a.id, f.zone from account a
    join factory f on f.id = a.factory_id
    where a.code = ${ADMIN} and a.password_hash is null and not a.must_change`.execute(db);
  return found.rows[0] ?? null;
}

/**
 * Gives the first administrator a password.
 * @param given the one to use; without it one is made, which must be changed at the first log-in
 * @returns the one that was made
 */
export async function openAdmin(
  db: Db,
  admin: { factoryId: number; id: number },
  given: string | undefined,
): Promise<string | null> {
  const made = given === undefined ? makePassword() : null;
  await db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(given ?? made!), mustChange: made !== null })
    .where('factoryId', '=', admin.factoryId)
    .where('id', '=', admin.id)
    .execute();
  return made;
}

/** The product's own roles hold every permission that this version knows. */
export async function refreshSystemRoles(db: Db): Promise<void> {
  const stale = await sql<{ factoryId: number; id: number }>`
    select r.factory_id, r.id from role r
    where r.role_type = 'system' and r.deleted_at is null and
      (select coalesce(jsonb_agg(p.permission order by p.position), '[]') from role_permissions p
        where p.factory_id = r.factory_id and p.owner_id = r.id)
      <> ${JSON.stringify(GRANTABLE_CODES)}::jsonb`.execute(db);
  for (const { factoryId, id } of stale.rows) {
    await inWork(db, { factoryId, accountId: null, name: '', ip: '' }, async (work) => {
      await grantAll(work.db, work.factoryId, id);
      work.announce('setting', 'permission', [id]);
    });
  }
}
