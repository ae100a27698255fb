import type { Connection } from '#server/db/connect.ts';
import { UNCOUNTED_TABLES } from './count-rows.ts';

let cachedHashStatement: string | null = null;

async function buildHashStatement({ pool }: Connection): Promise<string> {
  if (cachedHashStatement) return cachedHashStatement;
  const tables = await pool.query<{ name: string }>(`select table_name as name
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  cachedHashStatement = tables.rows
    .filter(({ name }) => !UNCOUNTED_TABLES.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::text || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as hash from ${name} t`,
    )
    .join(' union all ');
  return cachedHashStatement;
}

/**
 * Returns the row count and a hash of the content of each table except UNCOUNTED_TABLES, by table name. A test that
 * compares two results sees every change of a row, of the ledger, of the audit log and of the change feed.
 */
export async function hashTables(connection: Connection): Promise<Record<string, string>> {
  const { rows } = await connection.pool.query<{ name: string; hash: string }>(
    await buildHashStatement(connection),
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
