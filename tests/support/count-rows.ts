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

let cachedCountStatement: string | null = null;

async function buildCountStatement({ pool }: Connection): Promise<string> {
  if (cachedCountStatement) return cachedCountStatement;
  const tables = await pool.query<{ name: string; versioned: boolean }>(`select c.table_name as name,
      bool_or(c.column_name = 'version') as versioned
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`);
  cachedCountStatement = tables.rows
    .filter(({ name }) => !UNCOUNTED_TABLES.has(name))
    .map(
      ({ name, versioned }) =>
        `select '${name}' as name, count(*)::text || ${versioned ? "' rows, versions ' || coalesce(sum(version), 0)" : "' rows'"} as of from ${name}`,
    )
    .concat(`select 'feed heads', coalesce(sum(pos), 0)::text from feed_head`)
    .join(' union all ');
  return cachedCountStatement;
}

interface CountResult {
  snapshot: string;
  rows: Record<string, string>;
}
const lastResultByConnection = new WeakMap<Connection, CountResult>();

/** Reads the current snapshot of the database; null while a transaction is writing. */
async function readSnapshot({ pool }: Connection): Promise<string | null> {
  const { rows } = await pool.query<{ seen: string; isIdle: boolean }>(
    `select s::text as seen, pg_snapshot_xmin(s) = pg_snapshot_xmax(s) as "isIdle" from pg_current_snapshot() s`,
  );
  return rows[0]!.isIdle ? rows[0]!.seen : null;
}

/**
 * Returns the row count of each table except UNCOUNTED_TABLES, the sum of the versions of its rows if they have a
 * version, and the sum of the feed positions. The result stays the same as long as nothing is written to these tables.
 * If no transaction has written since the last call, the last result is returned.
 */
export async function countRowsAndVersions(connection: Connection): Promise<Record<string, string>> {
  const snapshot = await readSnapshot(connection);
  const lastResult = lastResultByConnection.get(connection);
  if (lastResult && lastResult.snapshot === snapshot) return lastResult.rows;
  const result = await connection.pool.query<{ name: string; of: string }>(
    await buildCountStatement(connection),
  );
  const rows = Object.fromEntries(result.rows.map((row) => [row.name, row.of]));
  if (snapshot === null) lastResultByConnection.delete(connection);
  else lastResultByConnection.set(connection, { snapshot, rows });
  return rows;
}
