import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Connection } from '#server/db/connect.ts';
import type { DatabaseTables } from '#server/db/database.ts';

/**
 * Returns a connection that changes the text of each statement before it sends the statement.
 * @param change returns the text that is sent for a statement; if it throws, the statement fails and is not
 * sent
 */
export function createConnectionWithChangedStatements(
  connection: Connection,
  change: (text: string) => string | Promise<string>,
): Connection {
  const pool = {
    connect: async () => {
      const client = await connection.pool.connect();
      return {
        query: async (text: unknown, values?: unknown[]) => {
          if (typeof text !== 'string') return client.query(text as string, values as unknown[]);
          return client.query(await change(text), values as unknown[]);
        },
        release: () => client.release(),
      };
    },
    end: async () => undefined,
  };
  const db = new Kysely<DatabaseTables>({
    dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { ...connection, db };
}
