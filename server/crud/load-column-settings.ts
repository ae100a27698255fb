import type { ColumnSetting } from '#shared/rules/columns.ts';
import type { Db } from '../db/database.ts';
import type { Viewer } from '../hooks/hooks.ts';

/** The stored column settings of a list; the version is 0 if no settings are stored. */
interface StoredColumnSettings {
  readonly version: number;
  readonly columns: readonly ColumnSetting[];
}

/** Loads the column settings of a list: the default of the factory and the settings of the account. */
export async function loadColumnSettings(
  db: Db,
  { factoryId, accountId }: Pick<Viewer, 'factoryId' | 'accountId'>,
  list: string,
): Promise<{ factoryDefault: StoredColumnSettings; own: StoredColumnSettings }> {
  const rows = await db
    .selectFrom('columnSetting as s')
    .leftJoin('columnSettingColumns as c', (join) =>
      join.onRef('c.factoryId', '=', 's.factoryId').onRef('c.ownerId', '=', 's.id'),
    )
    .select(['s.accountId', 's.version', 'c.columnField', 'c.align', 'c.columnWidth', 'c.isGridShow'])
    .select('c.columnOrder')
    .where('s.factoryId', '=', factoryId)
    .where('s.list', '=', list)
    .where((expression) =>
      expression.or([expression('s.accountId', 'is', null), expression('s.accountId', '=', accountId)]),
    )
    .orderBy('c.columnOrder')
    .execute();
  const pickSettings = (ownerAccountId: number | null): StoredColumnSettings => {
    const storedRows = rows.filter((row) => row.accountId === ownerAccountId);
    const columns = storedRows.flatMap(
      ({ columnField, align, columnWidth, isGridShow, columnOrder }): ColumnSetting[] =>
        columnField === null || align === null || isGridShow === null || columnOrder === null
          ? []
          : [{ columnField, align, columnWidth, isGridShow, columnOrder }],
    );
    return { version: storedRows[0]?.version ?? 0, columns };
  };
  return { factoryDefault: pickSettings(null), own: pickSettings(accountId) };
}
