import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { GrowingTableAnalyzer } from '#server/db/table-growth.ts';
import { runTransaction } from '#server/db/work.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';

const ROW_COUNT = 200;

describeForEachDatabase('A table that grows by much', (database) => {
  it('is known to the planner before the commit, and looked at less and less often', async () => {
    const { db } = await database.open();
    const made = await sql<{ id: number }>`
      insert into factory (code, name) values ('GROWN', 'Grown') returning id`.execute(db);
    const actor = { factoryId: made.rows[0]!.id, accountId: null, name: 'Test', ip: '' };
    const knownRatios: number[] = [];
    await runTransaction(db, actor, async (work) => {
      const tables = new GrowingTableAnalyzer();
      for (let batch = 0; batch < 8; batch++) {
        await sql`insert into unit (factory_id, code, name)
          select ${actor.factoryId}::bigint, ${`B${batch}-`}::text || n, 'N'
          from generate_series(1, ${ROW_COUNT}::int) n`.execute(work.db);
        await tables.after(work, ROW_COUNT);
        const found = await sql<{ rows: number }>`
          select reltuples::int as rows from pg_class where oid = 'unit'::regclass`.execute(work.db);
        knownRatios.push(found.rows[0]!.rows / ROW_COUNT);
      }
    });
    expect(knownRatios).toEqual([1, 2, 2, 4, 4, 4, 4, 8]);
  });
});
