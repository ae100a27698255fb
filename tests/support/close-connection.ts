import type { Connection } from '#server/db/connect.ts';

/** Closes a connection whole: Kysely leaves a pool open through which it never sent a query itself. */
export async function closeConnection(connection: Connection): Promise<void> {
  if (connection.kind === 'postgres') {
    await connection.close();
    if (!connection.pool.ended && !connection.pool.ending) await connection.pool.end();
    return;
  }
  // The embedded server can only stop once nobody is connected to it.
  if (!connection.pool.ended && !connection.pool.ending && connection.pool.totalCount > 0) {
    await connection.db.selectFrom('feedMeta').select('single').execute();
  }
  await connection.close();
}
