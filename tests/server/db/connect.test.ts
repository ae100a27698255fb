import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { eachDatabase } from '#tests/support/databases.ts';

eachDatabase('A connection', (database) => {
  test.each(['nothing', 'the pool alone', 'the database'])(
    'is closed whole after %s was asked',
    async (asked) => {
      const connection = await openDatabase({ url: database.url, dataDir: database.dataDir });
      if (asked === 'the pool alone') await connection.pool.query('select 1');
      if (asked === 'the database') await connection.db.selectFrom('factory').select('id').execute();
      await connection.close();
      expect(connection.pool.ended).toBe(true);
      // Closing the connection a second time has no effect.
      await connection.close();
      await expect(connection.pool.query('select 1')).rejects.toThrow();
    },
  );
});
