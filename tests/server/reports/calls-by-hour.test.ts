import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAndonFactory } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory } from '#tests/support/noon-floor.ts';

interface HourRow {
  startsAt: string;
  raised: number;
  openCount: number;
}

describeForEachDatabase('The calls of each hour', (database) => {
  test('are those raised in the hour and those open at its end, in one factory and optionally one group', async () => {
    const noonFloor = await createNoonFactory(await database.open());
    const andonFloor = await createAndonFactory(noonFloor.factory);
    /** Raises a call and moves its times. @param from the hour of the day when the call was raised */
    const raiseCall = async (
      from: number,
      until: number | null,
      state = until === null ? 'raised' : 'solved',
    ) => {
      const { id } = await andonFloor.raiseCall();
      const end = until === null ? null : noonFloor.getInstant(until);
      await sql`update abnormal_call set raised_at = ${noonFloor.getInstant(from)}, state = ${state},
          solved_at = ${state === 'solved' ? end : null}, cancelled_at = ${state === 'cancelled' ? end : null}
        where factory_id = ${noonFloor.factory.factoryId} and id = ${id}`.execute(
        noonFloor.factory.connection.db,
      );
    };
    await raiseCall(8.25, 8.75);
    await raiseCall(8.5, 9.5);
    await raiseCall(9, 11.5, 'cancelled');
    await raiseCall(10.75, null);
    await raiseCall(-13, 6.5);
    await raiseCall(-20, -15);
    const readHours = async (fields: Record<string, unknown> = {}) =>
      (await noonFloor.readReportRows<HourRow>('callsByHour', fields)).map((row) => [
        noonFloor.getHour(row.startsAt),
        row.raised,
        row.openCount,
      ]);
    const rows = await readHours();
    expect(rows.map(([hour]) => hour)).toEqual(Array.from({ length: 24 }, (_, index) => index - 11));
    expect(rows.filter(([, raised]) => raised! > 0)).toEqual([
      [8, 2, 1],
      [9, 1, 1],
      [10, 1, 2],
    ]);
    const listOpenCounts = (from: number, until: number) =>
      rows.filter(([hour]) => hour! >= from && hour! <= until).map(([, , open]) => open);
    expect(listOpenCounts(-11, 6)).toEqual([...Array.from({ length: 17 }, () => 1), 0]);
    expect(listOpenCounts(11, 12)).toEqual([1, 1]);
    expect((await readHours({ workGroupId: andonFloor.lathes })).at(-1)).toEqual([12, 0, 1]);
    const emptyGroupId = await noonFloor.save('/mes/system/basic/group', { name: 'Paint shop' });
    expect((await readHours({ workGroupId: emptyGroupId })).at(-1)).toEqual([12, 0, 0]);
    const otherFactory = await createTestFactory(noonFloor.factory.connection);
    const otherAnswer = await otherFactory.call<{ rows: HourRow[] }>('/mes/form/callsByHour', {});
    expect(otherAnswer.rows.every(({ raised, openCount }) => raised === 0 && openCount === 0)).toBe(true);
  });
});
