import { sql, type RawBuilder } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { CUSTOM_COLUMN_LISTS_BY_OWNER, type ColumnOwner } from '#shared/kernel/column-owners.ts';
import { getEntity } from '#shared/entities/index.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { waitForLock } from '../db/lock.ts';
import type { Transaction } from '../db/transaction.ts';
import { toSnakeCase } from '../db/names.ts';
import type { HooksOf, SavedRowOf } from './hooks.ts';

/** The maximum number of custom columns per list. */
const MAX_CUSTOM_COLUMNS = 100;
/** The maximum number of rows that an error message names. */
const MAX_NAMED_ROWS = 5;

/**
 * Builds the FROM and WHERE clauses for the rows, including deleted rows, that have a value in a custom
 * column. The caller has locked the column, so no other transaction can add values to it.
 */
function buildRowsWithValueClause(tx: Transaction, column: SavedRowOf<'customColumn'>): RawBuilder<unknown> {
  const table = sql.table(toSnakeCase(CUSTOM_COLUMN_LISTS_BY_OWNER[column.owner].list));
  return sql`from ${table} where factory_id = ${tx.factoryId} and custom_values ? ${String(column.id)}::text`;
}

async function countRows(tx: Transaction, fromClause: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{ count: number }>`select count(*)::int as count ${fromClause}`.execute(tx.db);
  return result.rows[0]!.count;
}

async function refuseToDeleteUsedColumn(tx: Transaction, column: SavedRowOf<'customColumn'>): Promise<void> {
  const fromClause = sql`${buildRowsWithValueClause(tx, column)} and deleted_at is null`;
  const count = await countRows(tx, fromClause);
  if (count === 0) return;
  const { name, shownAs } = getEntity(CUSTOM_COLUMN_LISTS_BY_OWNER[column.owner].list);
  const rowsWithValue = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(toSnakeCase(shownAs))}::text as name ${fromClause} order by id limit ${MAX_NAMED_ROWS}`.execute(
    tx.db,
  );
  throw makeError(
    'inUse',
    { name: column.name, count, entity: markAsTerm(name as TermKey) },
    undefined,
    rowsWithValue.rows.map((row) => ({ entity: name, ...row })),
  );
}

/**
 * Refuses a new custom column if the list already has the maximum number of them. A lock prevents concurrent
 * additions.
 */
async function refuseTooManyColumns(tx: Transaction, owner: ColumnOwner): Promise<void> {
  await waitForLock(tx, 'customColumns', owner);
  const result = await sql<{ count: number }>`select count(*)::int as count from custom_column
    where factory_id = ${tx.factoryId} and owner = ${owner} and deleted_at is null`.execute(tx.db);
  if (result.rows[0]!.count >= MAX_CUSTOM_COLUMNS)
    throw makeError('customColumnsTooMany', { max: MAX_CUSTOM_COLUMNS });
}

/**
 * A custom column cannot move to another list. Its type cannot be changed while rows have values in it; deleted rows
 * count too. It cannot be deleted while undeleted rows have values in it.
 */
export const customColumnHooks: HooksOf<'customColumn'> = {
  beforeSave: async (tx, next, before) => {
    if (!before) return refuseTooManyColumns(tx, next.owner);
    if (next.owner !== before.owner)
      throw makeError('fieldsInvalid', {}, { owner: { reason: 'notAChoice' } });
    if (next.type === before.type) return;
    // Deleted rows are counted too, because users can restore them.
    const count = await countRows(tx, buildRowsWithValueClause(tx, before));
    if (count > 0)
      throw makeError('columnTypeFixed', { name: before.name, count }, { type: { reason: 'notAChoice' } });
  },
  beforeDelete: async (tx, rows) => {
    for (const row of rows) await refuseToDeleteUsedColumn(tx, row);
  },
};
