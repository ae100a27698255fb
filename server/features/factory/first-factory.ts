import { sql } from 'kysely';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { Db } from '../../db/database.ts';
import { runTransaction, type Transaction } from '../../db/transaction.ts';
import { GRANTABLE_PERMISSION_CODES } from '../../reports/permission-codes.ts';
import { hashPassword } from '../../session/hash-password.ts';
import { makePassword } from '../../session/make-password.ts';
import { addDarkScreenRule } from './add-dark-screen-rule.ts';

/** The administrator's employee code. */
export const ADMIN_CODE = 'admin';
const SYSTEM_ROLE_NAME = '系统管理员';
const buildPermissionRowsJson = (): string =>
  JSON.stringify(GRANTABLE_PERMISSION_CODES.map((permission, position) => ({ permission, position })));

async function grantAllPermissions(db: Db, factoryId: number, roleId: number): Promise<void> {
  await sql`delete from role_permissions where factory_id = ${factoryId} and owner_id = ${roleId}`.execute(
    db,
  );
  await sql`insert into role_permissions (factory_id, owner_id, position, permission)
    select ${factoryId}, ${roleId}, position, permission
    from jsonb_to_recordset(${buildPermissionRowsJson()}::jsonb) as p (position integer, permission text)`.execute(
    db,
  );
}

/** Creates the system role of a factory, with all permissions that roles can have. @returns the role's id */
export async function createSystemRole(db: Db, factoryId: number): Promise<number> {
  const role = await db
    .insertInto('role')
    // The usage count is 1, because the caller then gives the role to one person.
    .values({
      factoryId,
      name: SYSTEM_ROLE_NAME,
      roleType: 'system',
      usageCount: 1,
      remark: null,
      deletedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await grantAllPermissions(db, factoryId, role.id);
  return role.id;
}

async function createAdmin(tx: Transaction): Promise<void> {
  const roleId = await createSystemRole(tx.db, tx.factoryId);
  const employee = await sql<{ id: number }>`insert into employee (factory_id, code, name)
    values (${tx.factoryId}, ${ADMIN_CODE}, '管理员') returning id`.execute(tx.db);
  const employeeId = employee.rows[0]!.id;
  await tx.db
    .insertInto('employeeRoleIds')
    .values({ factoryId: tx.factoryId, ownerId: employeeId, position: 0, targetId: roleId })
    .execute();
  await tx.db
    .insertInto('account')
    .values({
      factoryId: tx.factoryId,
      kind: 'employee',
      employeeId,
      code: ADMIN_CODE,
      mustChange: false,
    })
    .execute();
}

/**
 * Creates the first factory with its administrator. The administrator cannot log in until
 * `setAdminPassword` has set a password.
 * @returns the factory's id; null if a factory already exists
 */
export async function createFirstFactory(
  db: Db,
  firstFactory: { code: string; demo: boolean },
): Promise<number | null> {
  const existingFactory = await db.selectFrom('factory').select('id').limit(1).executeTakeFirst();
  if (existingFactory) return null;
  const allocatedId = await sql<{ id: number }>`select nextval('id_sequence') as id`.execute(db);
  const factoryId = allocatedId.rows[0]!.id;
  await runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, async (tx) => {
    await sql`insert into factory (id, code, name, is_demo)
      values (${factoryId}, ${firstFactory.code}, ${firstFactory.demo ? '演示工厂' : firstFactory.code}, ${firstFactory.demo})`.execute(
      tx.db,
    );
    await createAdmin(tx);
    await addDarkScreenRule(tx.db, factoryId, DEFAULT_LANG);
  });
  return factoryId;
}

/**
 * Finds an administrator's account that has no password yet, because the first start is running or was interrupted;
 * null if there is none.
 */
export async function findAdminWithoutPassword(
  db: Db,
): Promise<{ factoryId: number; id: number; zone: string } | null> {
  // Accounts that still have the default password have no hash either, but `must_change` is set.
  const result = await sql<{
    factoryId: number;
    id: number;
    zone: string;
  }>`select a.factory_id, a.id, f.zone from account a
    join factory f on f.id = a.factory_id
    where a.code = ${ADMIN_CODE} and a.password_hash is null and not a.must_change`.execute(db);
  return result.rows[0] ?? null;
}

/**
 * Sets the password of the first administrator.
 * @param password the password; if undefined, a random password is generated, which the
 * administrator must change at the first log-in
 * @returns the generated password; null if `password` was given
 */
export async function setAdminPassword(
  db: Db,
  admin: { factoryId: number; id: number },
  password: string | undefined,
): Promise<string | null> {
  const generatedPassword = password === undefined ? makePassword() : null;
  await db
    .updateTable('account')
    .set({
      passwordHash: await hashPassword(password ?? generatedPassword!),
      mustChange: generatedPassword !== null,
    })
    .where('factoryId', '=', admin.factoryId)
    .where('id', '=', admin.id)
    .execute();
  return generatedPassword;
}

/** Gives every system role of employees all permissions that roles can have in this version of the program. */
export async function updateSystemRolePermissions(db: Db): Promise<void> {
  const outdatedRoles = await sql<{ factoryId: number; id: number }>`
    select r.factory_id, r.id from role r
    where r.role_type = 'system' and r.for_accounts = 'employee' and r.deleted_at is null and
      (select coalesce(jsonb_agg(p.permission order by p.position), '[]') from role_permissions p
        where p.factory_id = r.factory_id and p.owner_id = r.id)
      <> ${JSON.stringify(GRANTABLE_PERMISSION_CODES)}::jsonb`.execute(db);
  for (const { factoryId, id } of outdatedRoles.rows) {
    await runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, async (tx) => {
      await grantAllPermissions(tx.db, tx.factoryId, id);
      tx.announce('setting', 'permission', [id]);
    });
  }
}
