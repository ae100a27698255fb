import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { analyzeChangedTables } from '#server/db/maintain-statistics.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';

/** When the statistics of some tables were last taken, in milliseconds; null if never. */
async function readAnalyzedAt(db: Db): Promise<Record<string, number | null>> {
  const { rows } = await sql<{ name: string; at: number | null }>`
    select relname as name, extract(epoch from last_analyze) * 1000 as at
    from pg_stat_user_tables where relname in ('unit', 'craft', 'shelf')`.execute(db);
  return Object.fromEntries(rows.map(({ name, at }) => [name, at]));
}

// Only the embedded database needs this maintenance, because a PostgreSQL server has autovacuum.
describeForEachDatabase(
  'The statistics of the planner',
  (database) => {
    it('are taken again for tables of which many rows have changed, and for no others', async () => {
      const { db } = await database.open();
      await sql`insert into factory (code, name) values ('S', 'S')`.execute(db);
      const insertUnits = (from: number, count: number) =>
        sql`insert into unit (factory_id, code, name)
          select min(factory.id), 'U' || n, 'N' from factory, generate_series(${from}::int, ${from + count - 1}::int) n
          group by n`.execute(db);
      await sql`analyze`.execute(db);
      const before = await readAnalyzedAt(db);
      await insertUnits(1, 400);
      await sql`insert into craft (factory_id, code, name) select min(id), 'K', 'K' from factory`.execute(db);
      await analyzeChangedTables(db);
      const after = await readAnalyzedAt(db);
      expect(after['unit']).toBeGreaterThan(before['unit']!);
      expect(after).toMatchObject({ craft: before['craft'], shelf: before['shelf'] });
      // The statistics of a table with about 500 rows are due after 50 changed rows plus 10 % of the rows.
      await insertUnits(401, 60);
      await analyzeChangedTables(db);
      expect(await readAnalyzedAt(db)).toEqual(after);
      await insertUnits(461, 60);
      await analyzeChangedTables(db);
      expect((await readAnalyzedAt(db))['unit']).toBeGreaterThan(after['unit']!);
    });
  },
  'embedded',
);
