import { OUTSIDE_USER_PERMISSION_CODES } from '#shared/kernel/permissions.ts';
import type { Transaction } from '../db/transaction.ts';

type OutsideKind = 'customer' | 'supplier';

const DEFAULT_ROLE_NAMES: Record<OutsideKind, string> = { customer: '客户账号', supplier: '供应商账号' };

async function findSystemRole(tx: Transaction, kind: OutsideKind): Promise<number | null> {
  const role = await tx.db
    .selectFrom('role')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('roleType', '=', 'system')
    .where('forAccounts', '=', kind)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return role?.id ?? null;
}

/**
 * Creates a system role with the given name.
 * @returns the id of the role; null if another role already has the name
 */
async function createRole(tx: Transaction, kind: OutsideKind, name: string): Promise<number | null> {
  const role = await tx.db
    .insertInto('role')
    .values({
      factoryId: tx.factoryId,
      name,
      roleType: 'system',
      forAccounts: kind,
      remark: null,
      deletedAt: null,
      createdBy: tx.name,
      updatedBy: tx.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!role) return null;
  await tx.db
    .insertInto('rolePermissions')
    .values(
      OUTSIDE_USER_PERMISSION_CODES.map((permission, position) => ({
        factoryId: tx.factoryId,
        ownerId: role.id,
        position,
        permission,
      })),
    )
    .execute();
  tx.log({
    entity: 'role',
    id: role.id,
    action: 'add',
    after: { name, forAccounts: kind, permissions: OUTSIDE_USER_PERMISSION_CODES },
  });
  tx.announce('setting', 'role', [role.id]);
  return role.id;
}

/**
 * Returns the id of the role for customer or supplier users who are added without a role. The role lets these
 * users see their own orders or processes. If the factory does not have the role yet, the role is created.
 */
export async function findOrCreateDefaultRole(tx: Transaction, kind: OutsideKind): Promise<number> {
  for (let number = 1; ; number++) {
    const existingId = await findSystemRole(tx, kind);
    if (existingId !== null) return existingId;
    const name = DEFAULT_ROLE_NAMES[kind];
    const createdId = await createRole(tx, kind, number === 1 ? name : `${name} ${number}`);
    if (createdId !== null) return createdId;
  }
}
