import type { Connection } from '#server/db/connect.ts';

/**
 * The tables that comparisons leave out: the server writes to them for log-ins, for the keys that encrypt parameters,
 * for request ids and for migrations.
 */
const UNCOMPARED_TABLES = new Set([
  'session',
  'login_attempt',
  'login_code',
  'wire_key',
  'request_once',
  'migration',
]);

export interface ComparedTable {
  name: string;
  /** Whether the rows of the table have a version. */
  isVersioned: boolean;
}

/** Builds an SQL expression over the rows of a table. Its result is a text that changes with the rows. */
export type BuildExpression = (table: ComparedTable) => string;

let cachedTables: readonly ComparedTable[] | null = null;

/** Lists the tables except UNCOMPARED_TABLES. All test databases have the same tables. */
async function listComparedTables({ pool }: Connection): Promise<readonly ComparedTable[]> {
  if (cachedTables) return cachedTables;
  const { rows } = await pool.query<ComparedTable>(`select c.table_name as name,
      bool_or(c.column_name = 'version') as "isVersioned"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`);
  cachedTables = rows.filter(({ name }) => !UNCOMPARED_TABLES.has(name));
  return cachedTables;
}

async function readExpressions(
  { pool }: Connection,
  tables: readonly ComparedTable[],
  buildExpression: BuildExpression,
): Promise<Record<string, string>> {
  if (tables.length === 0) return {};
  const { rows } = await pool.query<{ name: string; result: string }>(
    tables
      .map(
        (table) => `select '${table.name}' as name, ${buildExpression(table)} as result from ${table.name}`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, result }) => [name, result]));
}

/** Reads an expression of each table except UNCOMPARED_TABLES. @returns the results by table name */
export const readTables = async (
  connection: Connection,
  buildExpression: BuildExpression,
): Promise<Record<string, string>> =>
  readExpressions(connection, await listComparedTables(connection), buildExpression);

/**
 * Creates triggers that count the statements that write: for each table, and for all tables together. Statements that
 * are rolled back count too.
 */
async function countWrites({ pool }: Connection, tables: readonly ComparedTable[]): Promise<void> {
  await pool.query(`create schema counted_writes;
    create sequence counted_writes.any_table;
    create function counted_writes.count_write() returns trigger language plpgsql as $$ begin
      perform nextval('counted_writes.any_table'), nextval(format('counted_writes.%I', tg_table_name));
      return null;
    end $$;
    ${tables
      .map(
        ({ name }) => `create sequence counted_writes.${name};
          create trigger count_write after insert or update or delete or truncate on ${name}
            for each statement execute function counted_writes.count_write();`,
      )
      .join('')}`);
}

/** Reads how many statements have written to the tables; null while a transaction that has written is still open. */
async function readWriteCount({ pool }: Connection): Promise<number | null> {
  const { rows } = await pool.query<{ count: number; isIdle: boolean }>(`select
      coalesce(pg_sequence_last_value('counted_writes.any_table'), 0) as count,
      not exists (select from pg_stat_activity
        where datname = current_database() and backend_xid is not null) as "isIdle"`);
  return rows[0]!.isIdle ? rows[0]!.count : null;
}

/** Reads how many statements have written to each table. */
async function readWriteCounts({ pool }: Connection): Promise<Readonly<Record<string, number>>> {
  const { rows } = await pool.query<{ counts: Record<string, number> }>(`select
      json_object_agg(relname, coalesce(pg_sequence_last_value(oid), 0)) as counts
    from pg_class where relkind = 'S' and relnamespace = 'counted_writes'::regnamespace`);
  return rows[0]!.counts;
}

/**
 * Makes a function that returns what `readTables` returns, for a test that calls it thousands of times. It reads only
 * the tables to which a statement has written since the last call.
 */
export async function makeTableReader(
  connection: Connection,
  buildExpression: BuildExpression,
): Promise<() => Promise<Record<string, string>>> {
  const tables = await listComparedTables(connection);
  await countWrites(connection, tables);
  let lastCount: number | null = null;
  let lastCounts: Readonly<Record<string, number>> = {};
  let results: Record<string, string> = {};
  return async () => {
    const count = await readWriteCount(connection);
    if (count === null || count !== lastCount) {
      const counts = await readWriteCounts(connection);
      const writtenTables = tables.filter(({ name }) => lastCounts[name] !== counts[name]);
      results = { ...results, ...(await readExpressions(connection, writtenTables, buildExpression)) };
      // If another transaction has written meanwhile, its rows may not be visible yet, so the tables are read again.
      const isSettled = count !== null && (await readWriteCount(connection)) === count;
      lastCount = isSettled ? count : null;
      if (isSettled) lastCounts = counts;
    }
    return { ...results };
  };
}
