import { sql, type RawBuilder } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import { OWNED_COLUMNS, type ColumnOwner } from '#shared/kernel/column-owners.ts';
import { entityOf } from '#shared/entities/index.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { lockName } from '../db/lock.ts';
import type { Work } from '../db/work.ts';
import { snake } from '../db/names.ts';
import type { HooksOf, SavedOf } from './hooks.ts';

/** As many a list bears, and the form beside it. */
const MOST = 100;
/** As many of the rows that hold a value are named. */
const NAMED = 5;

/** `from` the rows that hold a value of a custom column. It is locked: nobody writes another one meanwhile. */
function rowsWith(work: Work, column: SavedOf<'customColumn'>): RawBuilder<unknown> {
  const table = sql.table(snake(OWNED_COLUMNS[column.owner].list));
  return sql`from ${table} where factory_id = ${work.factoryId} and custom_values ? ${String(column.id)}::text`;
}

async function countOf(work: Work, from: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(work.db);
  return found.rows[0]!.count;
}

async function refuseIfFilled(work: Work, column: SavedOf<'customColumn'>): Promise<void> {
  const from = sql`${rowsWith(work, column)} and deleted_at is null`;
  const count = await countOf(work, from);
  if (count === 0) return;
  const { name, shownAs } = entityOf(OWNED_COLUMNS[column.owner].list);
  const users = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(snake(shownAs))}::text as name ${from} order by id limit ${NAMED}`.execute(work.db);
  throw fail(
    'inUse',
    { name: column.name, count, entity: termParam(name as TermKey) },
    undefined,
    users.rows.map((row) => ({ entity: name, ...row })),
  );
}

/** Columns of one owner are added one after the other: the limit and the names are looked at under one lock. */
async function refuseTooMany(work: Work, owner: ColumnOwner): Promise<void> {
  await lockName(work, 'customColumns', owner);
  const found = await sql<{ count: number }>`select count(*)::int as count from custom_column
    where factory_id = ${work.factoryId} and owner = ${owner} and deleted_at is null`.execute(work.db);
  if (found.rows[0]!.count >= MOST) throw fail('customColumnsTooMany', { max: MOST });
}

/** A custom column stays with its owner; while rows hold values of it, it keeps its type and is not deleted. */
export const customColumnHooks: HooksOf<'customColumn'> = {
  beforeSave: async (work, next, before) => {
    if (!before) return refuseTooMany(work, next.owner);
    if (next.owner !== before.owner) throw fail('fieldsInvalid', {}, { owner: { reason: 'notAChoice' } });
    if (next.type === before.type) return;
    // Deleted rows count too: they may come back.
    const count = await countOf(work, rowsWith(work, before));
    if (count > 0)
      throw fail('columnTypeFixed', { name: before.name, count }, { type: { reason: 'notAChoice' } });
  },
  beforeDelete: async (work, rows) => {
    for (const row of rows) await refuseIfFilled(work, row);
  },
};
