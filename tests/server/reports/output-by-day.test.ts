import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFloor, type NoonFloor } from '#tests/support/noon-floor.ts';

interface DayRow {
  groupKey: string;
  groupName: string | null;
  day: string;
  good: number;
  scrap: number;
}

describeForEachDatabase('The output of each group and day', (database) => {
  let at: NoonFloor;
  beforeEach(async () => {
    at = await createNoonFloor(await database.open());
  });
  const read = async (fields: Record<string, unknown> = {}) =>
    (await at.rows<DayRow>('outputByDay', fields)).map(({ groupName, day, good, scrap }) => [
      groupName,
      day,
      good,
      scrap,
    ]);

  test('counts a report on the day of the factory on which it ended', async () => {
    const turning = await at.save('/mes/system/basic/group', { name: 'Turning' });
    const { processIds } = await at.floor.order(100, ['a', 'b']);
    const [a, b] = processIds as [number, number];
    await at.floor.connection.db.updateTable('process').set({ leapfrog: true }).execute();
    await at.plan(a, turning);
    await at.report(a, 9, 5, 1);
    await at.report(a, 0, 3);
    await at.report(a, -0.01, 7);
    await at.report(b, 9, 2);
    const reportId = await at.report(a, 10, 4);
    await at.floor.call('/mes/report/reverse', { reportId, reason: 'Counted twice' });
    const [today, yesterday] = [at.noon.today(), addDays(at.noon.today(), -1)];
    expect(await read()).toEqual([
      ['Turning', yesterday, 7, 0],
      ['Turning', today, 8, 1],
      [null, today, 2, 0],
    ]);
    const elsewhere = await createTestFactory(at.floor.connection);
    expect(await elsewhere.call('/mes/form/outputByDay', {})).toMatchObject({ rows: [] });
  });

  test('covers 14 days with today, or as many as are asked for', async () => {
    const { processIds } = await at.floor.order(100, ['a']);
    const [process] = processIds as [number];
    const midnight = (daysAgo: number) => -24 * daysAgo;
    await at.report(process, midnight(13), 1);
    await at.report(process, midnight(13) - 0.01, 2);
    await at.report(process, midnight(6), 3);
    const goodOf = async (fields?: Record<string, unknown>) => (await read(fields)).map(([, , good]) => good);
    expect(await goodOf()).toEqual([1, 3]);
    expect(await goodOf({ dayCount: 15 })).toEqual([2, 1, 3]);
    expect(await goodOf({ dayCount: 7 })).toEqual([3]);
  });
});
