import { OUTSIDE_USER_PERMISSION_CODES } from '#shared/kernel/permissions.ts';
import type { Work } from '../db/work.ts';

type OutsideKind = 'customer' | 'supplier';

const DEFAULT_ROLE_NAMES: Record<OutsideKind, string> = { customer: '客户账号', supplier: '供应商账号' };

async function findSystemRole(work: Work, kind: OutsideKind): Promise<number | null> {
  const role = await work.db
    .selectFrom('role')
    .select('id')
    .where('factoryId', '=', work.factoryId)
    .where('roleType', '=', 'system')
    .where('forAccounts', '=', kind)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return role?.id ?? null;
}

/**
 * Creates a system role with this name.
 * @returns the id of the role; null if another role already has the name
 */
async function createRole(work: Work, kind: OutsideKind, name: string): Promise<number | null> {
  const role = await work.db
    .insertInto('role')
    .values({
      factoryId: work.factoryId,
      name,
      roleType: 'system',
      forAccounts: kind,
      remark: null,
      deletedAt: null,
      createdBy: work.name,
      updatedBy: work.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!role) return null;
  await work.db
    .insertInto('rolePermissions')
    .values(
      OUTSIDE_USER_PERMISSION_CODES.map((permission, position) => ({
        factoryId: work.factoryId,
        ownerId: role.id,
        position,
        permission,
      })),
    )
    .execute();
  work.log({
    entity: 'role',
    id: role.id,
    action: 'add',
    after: { name, forAccounts: kind, permissions: OUTSIDE_USER_PERMISSION_CODES },
  });
  work.announce('setting', 'role', [role.id]);
  return role.id;
}

/**
 * Returns the id of the role for customer or supplier users who are added without a role. The role lets these
 * users see their own orders or processes. If the factory does not have the role yet, the role is created.
 */
export async function findOrCreateDefaultRole(work: Work, kind: OutsideKind): Promise<number> {
  for (let number = 1; ; number++) {
    const existingId = await findSystemRole(work, kind);
    if (existingId !== null) return existingId;
    const name = DEFAULT_ROLE_NAMES[kind];
    const createdId = await createRole(work, kind, number === 1 ? name : `${name} ${number}`);
    if (createdId !== null) return createdId;
  }
}
