import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { COLUMN_ALIGNMENTS, sortAndRenumberSettings, type ColumnSetting } from '#shared/rules/columns.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { ArrangeableList } from './column-list.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/** A column of a request, not yet validated against the list. */
type ColumnInput = Omit<ColumnSetting, 'align'> & { readonly align: string };

function validateAndRenumberColumns(
  { columnNames }: ArrangeableList,
  input: readonly ColumnInput[],
): ColumnSetting[] {
  const problems: FieldProblems = {};
  const seenNames = new Set<string>();
  const columns = input.map((column, index): ColumnSetting => {
    const align = COLUMN_ALIGNMENTS.find((alignment) => alignment === column.align);
    const { columnField } = column;
    if (!columnNames.has(columnField)) problems[`columns[${index}].columnField`] = { reason: 'unknown' };
    else if (seenNames.has(columnField)) problems[`columns[${index}].columnField`] = { reason: 'repeated' };
    if (!align) problems[`columns[${index}].align`] = { reason: 'notAChoice' };
    seenNames.add(columnField);
    return { ...column, align: align ?? 'center' };
  });
  if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
  return sortAndRenumberSettings(columns);
}

interface ColumnSettingRow {
  id: number;
  version: number;
  updatedBy: string;
  updatedAt: string;
}

/** Inserts the row of a setting if it is missing, and locks it. */
async function insertOrLockColumnSetting(
  tx: Transaction,
  listName: string,
  accountId: number | null,
): Promise<ColumnSettingRow> {
  await sql`insert into column_setting (factory_id, list, account_id, version)
    values (${tx.factoryId}, ${listName}, ${accountId}, 0)
    on conflict (factory_id, list, account_id) do nothing`.execute(tx.db);
  const setting = await sql<ColumnSettingRow>`select id, version, updated_by, updated_at from column_setting
    where factory_id = ${tx.factoryId} and list = ${listName}
      and account_id is not distinct from ${accountId}::bigint for update`.execute(tx.db);
  return setting.rows[0]!;
}

/**
 * Saves the columns of a list and numbers them from 1. An empty array removes the settings of all columns.
 * @param accountId the account that owns the setting; null for the factory's default setting
 * @param version the version that the caller has read; null to overwrite any version
 * @throws stale; fieldsInvalid for an unknown or repeated column or an unknown alignment
 */
export async function saveColumnSetting(
  tx: Transaction,
  list: ArrangeableList,
  accountId: number | null,
  version: number | null,
  input: readonly ColumnInput[],
): Promise<void> {
  const columns = validateAndRenumberColumns(list, input);
  const setting = await insertOrLockColumnSetting(tx, list.listName, accountId);
  if (version !== null) refuseStale(setting, version);
  const oldColumns = await tx.db
    .deleteFrom('columnSettingColumns')
    .where('factoryId', '=', tx.factoryId)
    .where('ownerId', '=', setting.id)
    .returning(['columnField', 'align', 'columnWidth', 'isGridShow', 'columnOrder'])
    .execute();
  if (columns.length > 0) {
    await tx.db
      .insertInto('columnSettingColumns')
      .values(columns.map((column) => ({ ...column, factoryId: tx.factoryId, ownerId: setting.id })))
      .execute();
  }
  await tx.db
    .updateTable('columnSetting')
    .set({ version: setting.version + 1, updatedAt: tx.now, updatedBy: tx.name })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', setting.id)
    .execute();
  tx.log({
    entity: 'columnSetting',
    id: setting.id,
    action: 'modify',
    before: { list: list.listName, columns: sortAndRenumberSettings(oldColumns) },
    after: { list: list.listName, columns },
  });
  tx.announce('setting', 'columnSetting', [setting.id]);
}
