import type { Connection } from '#server/db/connect.ts';
import { UNCOUNTED_TABLES } from './count-rows.ts';

let cachedStatement: string | null = null;

async function buildStatement({ pool }: Connection): Promise<string> {
  if (cachedStatement) return cachedStatement;
  const tables = await pool.query<{ name: string }>(`select table_name as name
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  cachedStatement = tables.rows
    .filter(({ name }) => !UNCOUNTED_TABLES.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::text || ' ' || coalesce(max(t.xmin::text::bigint), 0)::text as version from ${name} t`,
    )
    .join(' union all ');
  return cachedStatement;
}

/**
 * Returns the row count and the last transaction of each table except UNCOUNTED_TABLES, by table name. The comparison
 * of two results shows every added, changed or deleted row, also in the ledger, the audit log and the change feed,
 * without reading the contents of large tables.
 */
export async function readTableVersions(connection: Connection): Promise<Record<string, string>> {
  const { rows } = await connection.pool.query<{ name: string; version: string }>(
    await buildStatement(connection),
  );
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
}
