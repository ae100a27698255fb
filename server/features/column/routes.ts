import { fail } from '#shared/kernel/errors.ts';
import { lines, number, text } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT, can, toRead } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entityOf } from '#shared/entities/index.ts';
import { COLUMN_LISTS } from '#shared/rules/reference-lists.ts';
import { term } from '#shared/terms/index.ts';
import { loadColumnSettings } from '../../crud/load-column-settings.ts';
import { listColumns } from '../../crud/list-columns.ts';
import type { Db } from '../../db/database.ts';
import { command, query, type Route } from '../../call/route.ts';
import { findColumnList, type ColumnList } from './column-list.ts';
import { customColumnRoutes } from './custom-column-routes.ts';
import { saveSetting } from './save-setting.ts';

/** The maximum number of columns of a list, including custom columns. */
const MAX_COLUMNS = 300;

const list = text({ required: true, max: 80, label: 'columnList' });
const columns = lines(
  {
    columnField: text({ required: true, max: 80 }),
    align: text({ max: 10, initial: 'center' }),
    columnWidth: number({ min: 56, max: 800, decimals: 0 }),
    isGridShow: number({ min: 0, max: 99, decimals: 0, initial: 1 }),
    columnOrder: number({ min: 0, max: 99_999, decimals: 0, initial: 0 }),
  },
  { max: MAX_COLUMNS },
);

/**
 * Reads the column settings of a list: the factory's default, the user's own, and the custom
 * columns.
 */
async function readSetting(db: Db, user: CurrentUser, { list: name, customs }: ColumnList) {
  return { ...(await loadColumnSettings(db, user, name)), customs };
}

/** Routes of the column settings of lists, per factory and per user (specification §3). */
export const columnRoutes: Route[] = [
  query({
    path: '/mes/system/column/read',
    permission: ANY_ACCOUNT,
    input: { list },
    run: async ({ db, user, input }) => readSetting(db, user, await findColumnList(db, user, input.list)),
  }),
  command({
    path: '/mes/system/column/saveOwn',
    permission: ANY_ACCOUNT,
    input: { list, columns },
    run: async ({ work, user, input }) => {
      const columnList = await findColumnList(work.db, user, input.list);
      await saveSetting(work, columnList, user.accountId, null, input.columns);
      return readSetting(work.db, user, columnList);
    },
  }),
  command({
    path: '/mes/system/column/saveDefault',
    permission: ANY_ACCOUNT,
    input: {
      list,
      version: number({ required: true, min: 0, max: 2_000_000_000, decimals: 0 }),
      columns,
    },
    run: async ({ work, user, input }) => {
      const columnList = await findColumnList(work.db, user, input.list);
      if (!can(user, columnList.permission)) throw fail('noPermission');
      await saveSetting(work, columnList, null, input.version, input.columns);
      return readSetting(work.db, user, columnList);
    },
  }),
  ...customColumnRoutes,
  ...COLUMN_LISTS.map(({ path, columnsOf }) => {
    const entity = entityOf(columnsOf);
    return query({
      path,
      permission: toRead(entity.permission),
      bare: true,
      input: {},
      run: async ({ db, user, lang }) =>
        (await listColumns(db, user, entity)).map((column) => ({
          column_field: column.name,
          column_name: column.title ?? (column.label ? term(lang, column.label) : column.name),
          align: column.align,
          column_width: column.width,
          is_grid_show: column.shown ? 1 : 0,
          column_order: column.order,
          custom: column.custom,
        })),
    });
  }),
];
