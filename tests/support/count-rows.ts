import type { Connection } from '#server/db/connect.ts';

/** What coming in and being recognised writes by itself. */
const OF_THE_DOOR = new Set([
  'session',
  'login_attempt',
  'login_code',
  'wire_key',
  'request_once',
  'migration',
]);

let known: string | null = null;

async function statement({ pool }: Connection): Promise<string> {
  if (known) return known;
  const tables = await pool.query<{ name: string; versioned: boolean }>(`select c.table_name as name,
      bool_or(c.column_name = 'version') as versioned
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`);
  known = tables.rows
    .filter(({ name }) => !OF_THE_DOOR.has(name))
    .map(
      ({ name, versioned }) =>
        `select '${name}' as name, count(*)::text || ${versioned ? "' rows, versions ' || coalesce(sum(version), 0)" : "' rows'"} as of from ${name}`,
    )
    .concat(`select 'feed heads', coalesce(sum(pos), 0)::text from feed_head`)
    .join(' union all ');
  return known;
}

/** How many rows every table has, what their versions add up to, and how far the feed is: the same again means nothing was written. */
export async function countRows(connection: Connection): Promise<Record<string, string>> {
  const { rows } = await connection.pool.query<{ name: string; of: string }>(await statement(connection));
  return Object.fromEntries(rows.map((row) => [row.name, row.of]));
}
