import { makeError } from '#shared/kernel/errors.ts';
import { lines, number, text } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT_PERMISSION, hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getEntity } from '#shared/entities/index.ts';
import { REFERENCE_LISTS_OF_COLUMNS } from '#shared/rules/reference-lists.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { loadColumnSettings } from '../../crud/load-column-settings.ts';
import { loadListColumns } from '../../crud/list-columns.ts';
import type { Db } from '../../db/database.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { findArrangeableList, type ArrangeableList } from './column-list.ts';
import { customColumnRoutes } from './custom-column-routes.ts';
import { saveColumnSetting } from './save-column-setting.ts';

/** The maximum number of columns of a list, including custom columns. */
const MAX_LIST_COLUMNS = 300;

const listNameField = text({ required: true, max: 80, label: 'columnList' });
const columnsField = lines(
  {
    columnField: text({ required: true, max: 80 }),
    align: text({ max: 10, initial: 'center' }),
    columnWidth: number({ min: 56, max: 800, decimals: 0 }),
    isGridShow: number({ min: 0, max: 99, decimals: 0, initial: 1 }),
    columnOrder: number({ min: 0, max: 99_999, decimals: 0, initial: 0 }),
  },
  { max: MAX_LIST_COLUMNS },
);

/**
 * Reads the column settings of a list: the factory's default, the user's own, and the custom
 * columns.
 */
async function readColumnSettings(
  db: Db,
  user: CurrentUser,
  { listName: name, customColumns }: ArrangeableList,
) {
  return { ...(await loadColumnSettings(db, user, name)), customs: customColumns };
}

/** Routes of the column settings of lists, per factory and per user (specification §3). */
export const columnRoutes: Route[] = [
  defineQuery({
    path: '/mes/system/column/read',
    permission: ANY_ACCOUNT_PERMISSION,
    allowsTerminals: true,
    input: { list: listNameField },
    run: async ({ db, user, input }) =>
      readColumnSettings(db, user, await findArrangeableList(db, user, input.list)),
  }),
  defineCommand({
    path: '/mes/system/column/saveOwn',
    permission: ANY_ACCOUNT_PERMISSION,
    input: { list: listNameField, columns: columnsField },
    run: async ({ tx, user, input }) => {
      const columnList = await findArrangeableList(tx.db, user, input.list);
      await saveColumnSetting(tx, columnList, user.accountId, null, input.columns);
      return readColumnSettings(tx.db, user, columnList);
    },
  }),
  defineCommand({
    path: '/mes/system/column/saveDefault',
    permission: ANY_ACCOUNT_PERMISSION,
    input: {
      list: listNameField,
      version: number({ required: true, min: 0, max: 2_000_000_000, decimals: 0 }),
      columns: columnsField,
    },
    run: async ({ tx, user, input }) => {
      const columnList = await findArrangeableList(tx.db, user, input.list);
      if (!hasPermission(user, columnList.permission)) throw makeError('noPermission');
      await saveColumnSetting(tx, columnList, null, input.version, input.columns);
      return readColumnSettings(tx.db, user, columnList);
    },
  }),
  ...customColumnRoutes,
  ...REFERENCE_LISTS_OF_COLUMNS.map(({ path, columnOwner }) => {
    const entity = getEntity(columnOwner);
    return defineQuery({
      path,
      permission: getReadPermission(entity.permission),
      hasArrayAnswer: true,
      input: {},
      run: async ({ db, user, lang }) =>
        (await loadListColumns(db, user, entity)).map((column) => ({
          column_field: column.name,
          column_name:
            column.custom?.names[lang] ??
            column.title ??
            (column.label ? translateTerm(lang, column.label) : column.name),
          align: column.align,
          column_width: column.width,
          is_grid_show: column.shown ? 1 : 0,
          column_order: column.order,
          custom: column.custom,
        })),
    });
  }),
];
