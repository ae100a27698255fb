import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { GrowingTableAnalyzer } from '#server/db/table-growth.ts';
import { runTransaction } from '#server/db/transaction.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';

const ROW_COUNT = 200;

describeForEachDatabase('A table that grows a lot', (database) => {
  it('gets planner statistics before the commit, and is analyzed less and less often', async () => {
    const { db } = await database.open();
    const insertedFactory = await sql<{ id: number }>`
      insert into factory (code, name) values ('GROWN', 'Grown') returning id`.execute(db);
    const actor = { factoryId: insertedFactory.rows[0]!.id, accountId: null, name: 'Test', ip: '' };
    const knownBatchCounts: number[] = [];
    await runTransaction(db, actor, async (tx) => {
      const analyzer = new GrowingTableAnalyzer();
      for (let batch = 0; batch < 8; batch++) {
        await sql`insert into unit (factory_id, code, name)
          select ${actor.factoryId}::bigint, ${`B${batch}-`}::text || n, 'N'
          from generate_series(1, ${ROW_COUNT}::int) n`.execute(tx.db);
        await analyzer.analyzeGrownTables(tx, ROW_COUNT);
        const result = await sql<{ rows: number }>`
          select reltuples::int as rows from pg_class where oid = 'unit'::regclass`.execute(tx.db);
        knownBatchCounts.push(result.rows[0]!.rows / ROW_COUNT);
      }
    });
    expect(knownBatchCounts).toEqual([1, 2, 2, 4, 4, 4, 4, 8]);
  });
});
