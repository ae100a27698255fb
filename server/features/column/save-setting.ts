import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { ALIGNS, renumberSettings, type ColumnSetting } from '#shared/rules/columns.ts';
import type { Work } from '../../db/work.ts';
import type { ColumnList } from './column-list.ts';

/** A column as a call sets it, not yet checked against the list. */
type GivenColumn = Omit<ColumnSetting, 'align'> & { readonly align: string };

function checkedColumns({ names }: ColumnList, given: readonly GivenColumn[]): ColumnSetting[] {
  const problems: FieldProblems = {};
  const named = new Set<string>();
  const columns = given.map((column, index): ColumnSetting => {
    const align = ALIGNS.find((one) => one === column.align);
    const { columnField } = column;
    if (!names.has(columnField)) problems[`columns[${index}].columnField`] = { reason: 'unknown' };
    else if (named.has(columnField)) problems[`columns[${index}].columnField`] = { reason: 'repeated' };
    if (!align) problems[`columns[${index}].align`] = { reason: 'notAChoice' };
    named.add(columnField);
    return { ...column, align: align ?? 'center' };
  });
  if (Object.keys(problems).length > 0) throw fail('fieldsInvalid', {}, problems);
  return renumberSettings(columns);
}

interface Kept {
  id: number;
  version: number;
  updatedBy: string;
  updatedAt: string;
}

/** The row that stands for a setting, locked; it is made where nobody has set anything yet. */
async function lockSetting(work: Work, list: string, accountId: number | null): Promise<Kept> {
  await sql`insert into column_setting (factory_id, list, account_id, version)
    values (${work.factoryId}, ${list}, ${accountId}, 0)
    on conflict (factory_id, list, account_id) do nothing`.execute(work.db);
  const kept = await sql<Kept>`select id, version, updated_by, updated_at from column_setting
    where factory_id = ${work.factoryId} and list = ${list}
      and account_id is not distinct from ${accountId}::bigint for update`.execute(work.db);
  return kept.rows[0]!;
}

/**
 * Keeps how the columns of a list stand, in order from 1 without gaps; none of them takes the setting back.
 * @param accountId whose setting it is, of which the last one saved counts; null: the factory's default
 * @param version of the factory's default that the caller has seen
 * @throws stale, fieldsInvalid for a column that the list has not
 */
export async function saveSetting(
  work: Work,
  list: ColumnList,
  accountId: number | null,
  version: number | null,
  given: readonly GivenColumn[],
): Promise<void> {
  const columns = checkedColumns(list, given);
  const kept = await lockSetting(work, list.list, accountId);
  if (version !== null && kept.version !== version)
    throw fail('stale', { by: kept.updatedBy, at: kept.updatedAt, version: kept.version });
  const old = await work.db
    .deleteFrom('columnSettingColumns')
    .where('factoryId', '=', work.factoryId)
    .where('ownerId', '=', kept.id)
    .returning(['columnField', 'align', 'columnWidth', 'isGridShow', 'columnOrder'])
    .execute();
  if (columns.length > 0) {
    await work.db
      .insertInto('columnSettingColumns')
      .values(columns.map((column) => ({ ...column, factoryId: work.factoryId, ownerId: kept.id })))
      .execute();
  }
  await work.db
    .updateTable('columnSetting')
    .set({ version: kept.version + 1, updatedAt: work.now, updatedBy: work.name })
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', kept.id)
    .execute();
  work.log({
    entity: 'columnSetting',
    id: kept.id,
    action: 'modify',
    before: { list: list.list, columns: renumberSettings(old) },
    after: { list: list.list, columns },
  });
  work.announce('setting', 'columnSetting', [kept.id]);
}
