import type { Connection } from '#server/db/connect.ts';

/**
 * The tables that `countRowsAndVersions` leaves out: the server writes to them for log-ins, for the keys that encrypt
 * parameters, for request ids and for migrations.
 */
export const UNCOUNTED_TABLES = new Set([
  'session',
  'login_attempt',
  'login_code',
  'wire_key',
  'request_once',
  'migration',
]);

/** Lists the tables except UNCOUNTED_TABLES, each with whether its rows have a version. */
async function listCountedTables({ pool }: Connection): Promise<{ name: string; isVersioned: boolean }[]> {
  const { rows } = await pool.query<{ name: string; isVersioned: boolean }>(`select c.table_name as name,
      bool_or(c.column_name = 'version') as "isVersioned"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`);
  return rows.filter(({ name }) => !UNCOUNTED_TABLES.has(name));
}

let cachedCountStatement: string | null = null;

async function buildCountStatement(connection: Connection): Promise<string> {
  cachedCountStatement ??= (await listCountedTables(connection))
    .map(
      ({ name, isVersioned }) =>
        `select '${name}' as name, count(*)::text || ${isVersioned ? "' rows, versions ' || coalesce(sum(version), 0)" : "' rows'"} as of from ${name}`,
    )
    .concat(`select 'feed heads', coalesce(sum(pos), 0)::text from feed_head`)
    .join(' union all ');
  return cachedCountStatement;
}

/**
 * Returns the row count of each table except UNCOUNTED_TABLES, the sum of the versions of its rows if they have a
 * version, and the sum of the feed positions. The result stays the same as long as nothing is written to these tables.
 */
export async function countRowsAndVersions(connection: Connection): Promise<Record<string, string>> {
  const { rows } = await connection.pool.query<{ name: string; of: string }>(
    await buildCountStatement(connection),
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.of]));
}

/**
 * Makes a function that returns what `countRowsAndVersions` returns, for a test that calls it thousands of times. It
 * counts only if a statement has written since the last call. Triggers note these statements, also those that were
 * rolled back.
 */
export async function makeRowCounter(connection: Connection): Promise<() => Promise<Record<string, string>>> {
  const { pool } = connection;
  await pool.query(`create sequence noted_write;
    create function note_write() returns trigger language plpgsql
      as $$ begin perform nextval('noted_write'); return null; end $$`);
  for (const { name } of await listCountedTables(connection))
    await pool.query(`create trigger note_write after insert or update or delete or truncate on ${name}
      for each statement execute function note_write()`);
  /** Reads the number of statements that have written; null while a transaction is writing. */
  const readWriteCount = async (): Promise<number | null> => {
    const { rows } = await pool.query<{ writes: number; isIdle: boolean }>(`select last_value as writes,
      not exists (select from pg_stat_activity where datname = current_database() and backend_xid is not null)
        as "isIdle" from noted_write`);
    return rows[0]!.isIdle ? rows[0]!.writes : null;
  };
  let last: { writes: number; rows: Record<string, string> } | null = null;
  return async () => {
    const writes = await readWriteCount();
    if (last && last.writes === writes) return last.rows;
    const rows = await countRowsAndVersions(connection);
    last = writes === null ? null : { writes, rows };
    return rows;
  };
}
