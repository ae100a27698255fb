import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { isTableColumn } from '#shared/kernel/fields.ts';
import { getListFieldTableName, toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Draft } from './hooks.ts';

interface RowToWrite {
  /** null for a new row. */
  id: number | null;
  next: Draft;
}

/** The values of a `refs` or `lines` field of one row. Each value is a row of the field's own table. */
interface ListFieldValues {
  owner: number;
  rows: readonly unknown[];
  /** Whether the stored values of the field are deleted first. */
  deletesStoredValues: boolean;
}

/** Lists the values for the columns of the entity's own table, each with the name of its column. */
function listColumnValues(entity: EntityDeclaration, values: Draft): [string, unknown][] {
  const columns = Object.entries(entity.fields)
    .filter(([name, field]) => isTableColumn(field) && name in values)
    .map(([name]): [string, unknown] => [toSnakeCase(name), values[name]]);
  return 'custom' in values ? [...columns, ['custom_values', values['custom']]] : columns;
}

async function allocateIds(tx: Transaction, count: number): Promise<number[]> {
  const result = await sql<{ id: number }>`select nextval('id_sequence') as id
    from generate_series(1, ${count}::int)`.execute(tx.db);
  return result.rows.map((row) => row.id);
}

/**
 * Writes rows that give values to the same columns. Either all rows are new, or all exist already. The rows are sent as
 * one JSON parameter, so the statement is the same for any number of rows, and can be prepared.
 */
async function writeRowsWithSameColumns(
  tx: Transaction,
  entity: EntityDeclaration,
  columns: readonly string[],
  rows: readonly { id: number; isNew: boolean; values: Record<string, unknown> }[],
): Promise<void> {
  const table = sql.table(toSnakeCase(entity.name));
  const json = JSON.stringify(rows.map(({ id, values }) => ({ id, ...values })));
  const givenRows = sql`jsonb_populate_recordset(null::${table}, ${json}::jsonb)`;
  if (rows[0]!.isNew) {
    const names = columns.map((name) => sql.ref(name));
    await sql`insert into ${table} (id, factory_id, created_by, updated_by, ${sql.join(names)})
      select id, ${tx.factoryId}::bigint, ${tx.name}::text, ${tx.name}::text, ${sql.join(names)} from ${givenRows}`.execute(
      tx.db,
    );
    return;
  }
  const assignments = [
    sql`version = t.version + 1`,
    sql`updated_at = now()`,
    sql`updated_by = ${tx.name}`,
    ...columns.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`),
  ];
  await sql`update ${table} t set ${sql.join(assignments)} from ${givenRows} n
    where t.factory_id = ${tx.factoryId} and t.id = n.id`.execute(tx.db);
}

/** Inserts or updates rows. @returns their ids, in the order of the rows */
export async function writeRows(
  tx: Transaction,
  entity: EntityDeclaration,
  rows: readonly RowToWrite[],
): Promise<number[]> {
  const freeIds = await allocateIds(tx, rows.filter(({ id }) => id === null).length);
  const groupsByColumns = new Map<
    string,
    { id: number; isNew: boolean; values: Record<string, unknown> }[]
  >();
  const ids = rows.map(({ id, next }) => {
    const values = Object.fromEntries(listColumnValues(entity, next));
    const row = { id: id ?? freeIds.shift()!, isNew: id === null, values };
    const key = JSON.stringify([row.isNew, ...Object.keys(values)]);
    const group = groupsByColumns.get(key);
    if (group) group.push(row);
    else groupsByColumns.set(key, [row]);
    return row.id;
  });
  for (const group of groupsByColumns.values())
    await writeRowsWithSameColumns(tx, entity, Object.keys(group[0]!.values), group);
  return ids;
}

/** Writes the values of one `refs` or `lines` field of the given rows. */
export async function writeListFieldValues(
  tx: Transaction,
  entity: EntityDeclaration,
  name: string,
  listFieldValues: readonly ListFieldValues[],
): Promise<void> {
  const field = entity.fields[name]!;
  const table = sql.table(getListFieldTableName(entity.name, name));
  const replacedOwnerIds = listFieldValues
    .filter(({ deletesStoredValues }) => deletesStoredValues)
    .map(({ owner }) => owner);
  if (replacedOwnerIds.length > 0)
    await sql`delete from ${table} where factory_id = ${tx.factoryId}
      and owner_id = any(${replacedOwnerIds}::bigint[])`.execute(tx.db);
  const values = listFieldValues.flatMap(({ owner, rows }) =>
    rows.map((row, position) => ({
      owner_id: owner,
      position,
      ...(field.kind === 'refs'
        ? { target_id: row }
        : Object.fromEntries(
            Object.keys(field.of!).map((key) => [toSnakeCase(key), (row as Draft)[key] ?? null]),
          )),
    })),
  );
  if (values.length === 0) return;
  const valueColumns = (field.kind === 'refs' ? ['target_id'] : Object.keys(field.of!).map(toSnakeCase)).map(
    (key) => sql.ref(key),
  );
  await sql`insert into ${table} (factory_id, owner_id, position, ${sql.join(valueColumns)})
    select ${tx.factoryId}::bigint, owner_id, position, ${sql.join(valueColumns)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(values)}::jsonb)`.execute(tx.db);
}
