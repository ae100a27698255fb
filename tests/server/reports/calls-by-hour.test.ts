import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAndonFloor } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFloor } from '#tests/support/noon-floor.ts';

interface HourRow {
  startsAt: string;
  raised: number;
  openCount: number;
}

describeForEachDatabase('The calls of each hour', (database) => {
  test('are those raised in it, and those open at its end; of the own factory, and of a group on demand', async () => {
    const at = await createNoonFloor(await database.open());
    const calls = await createAndonFloor(at.floor);
    /** Raises a call and moves its times. @param from the hour of the day at which it was raised */
    const call = async (from: number, until: number | null, state = until === null ? 'raised' : 'solved') => {
      const { id } = await calls.raise();
      const end = until === null ? null : at.instantOf(until);
      await sql`update abnormal_call set raised_at = ${at.instantOf(from)}, state = ${state},
          solved_at = ${state === 'solved' ? end : null}, cancelled_at = ${state === 'cancelled' ? end : null}
        where factory_id = ${at.floor.factoryId} and id = ${id}`.execute(at.floor.connection.db);
    };
    await call(8.25, 8.75);
    await call(8.5, 9.5);
    await call(9, 11.5, 'cancelled');
    await call(10.75, null);
    await call(-13, 6.5);
    await call(-20, -15);
    const readOf = async (fields: Record<string, unknown> = {}) =>
      (await at.rows<HourRow>('callsByHour', fields)).map((row) => [
        at.hourOf(row.startsAt),
        row.raised,
        row.openCount,
      ]);
    const rows = await readOf();
    expect(rows.map(([hour]) => hour)).toEqual(Array.from({ length: 24 }, (_, index) => index - 11));
    expect(rows.filter(([, raised]) => raised! > 0)).toEqual([
      [8, 2, 1],
      [9, 1, 1],
      [10, 1, 2],
    ]);
    const openOf = (from: number, until: number) =>
      rows.filter(([hour]) => hour! >= from && hour! <= until).map(([, , open]) => open);
    expect(openOf(-11, 6)).toEqual([...Array.from({ length: 17 }, () => 1), 0]);
    expect(openOf(11, 12)).toEqual([1, 1]);
    expect((await readOf({ workGroupId: calls.lathes })).at(-1)).toEqual([12, 0, 1]);
    const empty = await at.save('/mes/system/basic/group', { name: 'Paint shop' });
    expect((await readOf({ workGroupId: empty })).at(-1)).toEqual([12, 0, 0]);
    const elsewhere = await createTestFactory(at.floor.connection);
    const other = await elsewhere.call<{ rows: HourRow[] }>('/mes/form/callsByHour', {});
    expect(other.rows.every(({ raised, openCount }) => raised === 0 && openCount === 0)).toBe(true);
  });
});
