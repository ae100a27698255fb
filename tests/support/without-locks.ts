import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Connection } from '#server/db/connect.ts';
import type { DatabaseTables } from '#server/db/database.ts';

/**
 * Returns a connection whose statements lock no parts, so that a test can show what these locks prevent.
 * @param beforeStatement called before each statement, which waits for it
 */
export function createConnectionWithoutLocks(
  connection: Connection,
  beforeStatement: (text: string) => Promise<void> | undefined = () => undefined,
): Connection {
  const removeLockClause = (text: string) => text.replaceAll('for update of t', '');
  const pool = {
    connect: async () => {
      const client = await connection.pool.connect();
      return {
        query: async (text: unknown, values?: unknown[]) => {
          if (typeof text !== 'string') return client.query(text as string, values as unknown[]);
          await beforeStatement(text);
          return client.query(removeLockClause(text), values as unknown[]);
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
