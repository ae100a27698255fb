import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fail } from '#shared/kernel/errors.ts';
import { number, refs, type FieldMap } from '#shared/kernel/fields.ts';
import { can, type Act, type PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import { COLUMN_OWNERS, OWNED_COLUMNS, type ColumnOwner } from '#shared/kernel/column-owners.ts';
import { get, MAX_ROWS, page } from '../../crud/read.ts';
import { remove } from '../../crud/remove.ts';
import { save } from '../../crud/save.ts';
import type { Db } from '../../db/database.ts';
import { command, query, type Command, type Route } from '../../call/route.ts';

const entity: EntityDeclaration = entities.customColumn;
const { path, fields } = entities.customColumn;

const permissionCodes = (...acts: (Act | null)[]): PermissionCode[] =>
  COLUMN_OWNERS.flatMap((owner) =>
    acts.map((act): PermissionCode => {
      const { permission } = OWNED_COLUMNS[owner];
      return act ? `${permission}_${act}` : permission;
    }),
  );

/**
 * Checks the permission for the list that owns a custom column. Each list has its own permission: a
 * user who may change the columns of orders may not automatically change the columns of wages.
 */
function assertPermission(user: CurrentUser, owner: ColumnOwner, act: Act | null): void {
  const { permission } = OWNED_COLUMNS[owner];
  if (!can(user, act ? `${permission}_${act}` : permission)) throw fail('noPermission');
}

async function readOwners(db: Db, factoryId: number, ids: readonly number[]): Promise<ColumnOwner[]> {
  if (ids.length === 0) throw fail('nothingSelected');
  const rows = await db
    .selectFrom('customColumn')
    .select('owner')
    .where('factoryId', '=', factoryId)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  if (rows.length < ids.length) throw fail('rowNotFound');
  return rows.map((row) => row.owner);
}

const id = number({ min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'code' });
const input: FieldMap = {
  ...fields,
  id,
  version: number({ min: 1, max: 2_000_000_000, decimals: 0 }),
};

/** Routes of custom columns; each owner has its own permissions. */
export const customColumnRoutes: Route[] = [
  query({
    path: `${path}/page`,
    permission: permissionCodes(null),
    input: { owner: fields.owner },
    run: ({ db, user, input: { owner } }) => {
      assertPermission(user, owner, null);
      const all = { search: null, sort: null, offset: 0, limit: MAX_ROWS };
      return page(db, entity, user, { ...all, filter: { owner } });
    },
  }),
  query({
    path: `${path}/get`,
    permission: permissionCodes(null),
    input: { id: { ...id, required: true } },
    run: async ({ db, user, input: { id: asked } }) => {
      for (const owner of await readOwners(db, user.factoryId, [asked!])) assertPermission(user, owner, null);
      return get(db, entity, user, asked!);
    },
  }),
  {
    ...command({
      path: `${path}/save`,
      permission: permissionCodes('ADD', 'MODIFY'),
      input,
      run: async ({ work, user, input: values }: Command<Record<string, unknown>>) => {
        const { id = null, version = null, ...given } = values as { id?: number; version?: number };
        const owner = (given as { owner?: ColumnOwner }).owner;
        if (id !== null) {
          for (const known of await readOwners(work.db, work.factoryId, [id]))
            assertPermission(user, known, 'MODIFY');
        } else if (owner) assertPermission(user, owner, 'ADD');
        return save(work, entity, user, id, version, given);
      },
    }),
    partial: true,
  },
  command({
    path: `${path}/delete`,
    permission: permissionCodes('DELETE'),
    input: { ids: refs('customColumn', { max: MAX_ROWS, label: 'rows' }) },
    run: async ({ work, user, input: { ids } }) => {
      for (const owner of await readOwners(work.db, work.factoryId, ids))
        assertPermission(user, owner, 'DELETE');
      return remove(work, entity, ids);
    },
  }),
];
