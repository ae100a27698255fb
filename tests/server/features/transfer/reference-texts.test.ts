import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ReferenceTexts } from '#server/workbook/reference-texts.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('References in a workbook', (database) => {
  it('keep their texts when there are more rows than the cache holds', async () => {
    const connection = await database.open();
    const { factoryId } = await createTestFactory(connection);
    const { rows } = await sql<{ id: number }>`
      insert into department (id, factory_id, created_by, updated_by, code, name)
      select nextval('id_sequence'), ${factoryId}::bigint, 'test', 'test', 'R' || n, 'Department ' || n
      from generate_series(1, 20001) n returning id`.execute(connection.db);
    const ids = rows.map((row) => row.id);
    const referenceTexts = new ReferenceTexts(connection.db, factoryId);
    await referenceTexts.loadTexts('department', ids.slice(0, 20_000));
    const texts = await referenceTexts.loadTexts('department', [ids[0]!, ids[20_000]!]);
    expect([texts.get(ids[0]!), texts.get(ids[20_000]!)]).toEqual(['Department 1', 'Department 20001']);
  });
});
