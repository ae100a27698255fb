import { sql, type RawBuilder } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { ColumnOwner } from '#shared/kernel/column-owners.ts';
import type { Entity } from '#shared/entities/index.ts';
import { parseCustomColumnId, addCustomFields, type CustomColumn } from '#shared/rules/columns.ts';
import type { Db } from '../db/database.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';

const buildUndeletedColumnsQuery = (db: Db, factoryId: number, owner: ColumnOwner) =>
  db
    .selectFrom('customColumn')
    .select(['id', 'code', 'name', 'type', 'width', 'attribute'])
    .select(['nameZhCn', 'nameEnUs', 'nameZhTw', 'nameJaJp'])
    .where('factoryId', '=', factoryId)
    .where('owner', '=', owner)
    .where('deletedAt', 'is', null);

type StoredColumn = Omit<CustomColumn, 'names'> &
  Pick<Entity<'customColumn'>, 'nameZhCn' | 'nameEnUs' | 'nameZhTw' | 'nameJaJp'>;

/** Collects the names of a column by language. A language without a name for the column is left out. */
function toCustomColumn({ nameZhCn, nameEnUs, nameZhTw, nameJaJp, ...column }: StoredColumn): CustomColumn {
  const names = { zh_CN: nameZhCn, en_US: nameEnUs, zh_TW: nameZhTw, ja_JP: nameJaJp };
  const nonEmptyNames = Object.entries(names).filter(([, name]) => name !== null && name !== '');
  return { ...column, names: Object.fromEntries(nonEmptyNames) as CustomColumn['names'] };
}

/** Loads the undeleted custom columns of an owner, in display order. */
export const loadCustomColumns = async (
  db: Db,
  factoryId: number,
  owner: ColumnOwner,
): Promise<CustomColumn[]> =>
  (await buildUndeletedColumnsQuery(db, factoryId, owner).orderBy('seq').orderBy('id').execute()).map(
    toCustomColumn,
  );

/**
 * Loads the undeleted custom columns of an owner, and locks them, so that they cannot be deleted before the
 * commit.
 */
export const lockCustomColumns = async (tx: Transaction, owner: ColumnOwner): Promise<CustomColumn[]> =>
  (await buildUndeletedColumnsQuery(tx.db, tx.factoryId, owner).orderBy('id').forKeyShare().execute()).map(
    toCustomColumn,
  );

/** Builds the SQL of a value in the table `t`. The value of a custom column is cast to its type. */
export function buildColumnSql(name: string, type: string): RawBuilder<unknown> {
  const id = parseCustomColumnId(name);
  if (id === null) return sql.ref(`t.${toSnakeCase(name)}`);
  const value = sql`(t.custom_values ->> ${String(id)}::text)`;
  if (type === 'number') return sql`${value}::numeric`;
  return type === 'date' ? sql`${value}::date` : value;
}

/**
 * Adds the custom columns to the fields of an entity, if one of the names is the name of a custom column.
 * @param names the names by which a list is filtered or sorted
 */
export async function addCustomFieldsIfUsed(
  db: Db,
  factoryId: number,
  entity: EntityDeclaration,
  names: readonly string[],
): Promise<EntityDeclaration> {
  const usesCustomColumns = names.some((name) => parseCustomColumnId(name) !== null);
  if (!usesCustomColumns || !entity.customColumns) return entity;
  return addCustomFields(entity, await loadCustomColumns(db, factoryId, entity.customColumns));
}
