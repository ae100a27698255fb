import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { number, refs, type FieldMap } from '#shared/kernel/fields.ts';
import { hasPermission, type PageAction, type PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import {
  COLUMN_OWNERS,
  CUSTOM_COLUMN_LISTS_BY_OWNER,
  type ColumnOwner,
} from '#shared/kernel/column-owners.ts';
import { loadRecord, MAX_PAGE_ROWS, loadPage } from '../../crud/read.ts';
import { deleteRows } from '../../crud/remove.ts';
import { saveRecord } from '../../crud/save.ts';
import type { Db } from '../../db/database.ts';
import { defineCommand, defineQuery, type CommandCall, type Route } from '../../call/route.ts';

const customColumnEntity: EntityDeclaration = entities.customColumn;
const { path, fields } = entities.customColumn;

const getColumnPermissionCodes = (...actions: (PageAction | null)[]): PermissionCode[] =>
  COLUMN_OWNERS.flatMap((owner) =>
    actions.map((action): PermissionCode => {
      const { permission } = CUSTOM_COLUMN_LISTS_BY_OWNER[owner];
      return action ? `${permission}_${action}` : permission;
    }),
  );

/**
 * Checks the permission for the list that owns a custom column. Each list has its own permission.
 * @throws noPermission
 */
function assertColumnPermission(user: CurrentUser, owner: ColumnOwner, action: PageAction | null): void {
  const { permission } = CUSTOM_COLUMN_LISTS_BY_OWNER[owner];
  if (!hasPermission(user, action ? `${permission}_${action}` : permission)) throw makeError('noPermission');
}

async function readColumnOwners(db: Db, factoryId: number, ids: readonly number[]): Promise<ColumnOwner[]> {
  if (ids.length === 0) throw makeError('nothingSelected');
  const rows = await db
    .selectFrom('customColumn')
    .select('owner')
    .where('factoryId', '=', factoryId)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  if (rows.length < ids.length) throw makeError('rowNotFound');
  return rows.map((row) => row.owner);
}

const idField = number({ min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'code' });
const customColumnSaveFields: FieldMap = {
  ...fields,
  id: idField,
  version: number({ min: 1, max: 2_000_000_000, decimals: 0 }),
};

/** Routes of custom columns; each owner has its own permissions. */
export const customColumnRoutes: Route[] = [
  defineQuery({
    path: `${path}/page`,
    permission: getColumnPermissionCodes(null),
    input: { owner: fields.owner },
    run: ({ db, user, input: { owner } }) => {
      assertColumnPermission(user, owner, null);
      const firstPageQuery = { search: null, sort: null, offset: 0, limit: MAX_PAGE_ROWS };
      return loadPage(db, customColumnEntity, user, { ...firstPageQuery, filter: { owner } });
    },
  }),
  defineQuery({
    path: `${path}/get`,
    permission: getColumnPermissionCodes(null),
    input: { id: { ...idField, required: true } },
    run: async ({ db, user, input: { id: columnId } }) => {
      for (const owner of await readColumnOwners(db, user.factoryId, [columnId!]))
        assertColumnPermission(user, owner, null);
      return loadRecord(db, customColumnEntity, user, columnId!);
    },
  }),
  {
    ...defineCommand({
      path: `${path}/save`,
      permission: getColumnPermissionCodes('ADD', 'MODIFY'),
      input: customColumnSaveFields,
      run: async ({ tx, user, input: values }: CommandCall<Record<string, unknown>, void>) => {
        const { id = null, version = null, ...columnValues } = values as { id?: number; version?: number };
        const owner = (columnValues as { owner?: ColumnOwner }).owner;
        if (id !== null) {
          for (const storedOwner of await readColumnOwners(tx.db, tx.factoryId, [id]))
            assertColumnPermission(user, storedOwner, 'MODIFY');
        } else if (owner) assertColumnPermission(user, owner, 'ADD');
        return saveRecord(tx, customColumnEntity, user, id, version, columnValues);
      },
    }),
    partial: true,
  },
  defineCommand({
    path: `${path}/delete`,
    permission: getColumnPermissionCodes('DELETE'),
    input: { ids: refs('customColumn', { max: MAX_PAGE_ROWS, label: 'rows' }) },
    run: async ({ tx, user, input: { ids } }) => {
      for (const owner of await readColumnOwners(tx.db, tx.factoryId, ids))
        assertColumnPermission(user, owner, 'DELETE');
      return deleteRows(tx, customColumnEntity, ids);
    },
  }),
];
