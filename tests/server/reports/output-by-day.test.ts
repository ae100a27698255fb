import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';

interface DayRow {
  groupKey: string;
  groupName: string | null;
  day: string;
  good: number;
  scrap: number;
}

describeForEachDatabase('The output of each group and day', (database) => {
  let noonFloor: NoonFactory;
  beforeEach(async () => {
    noonFloor = await createNoonFactory(await database.open());
  });
  const readDays = async (fields: Record<string, unknown> = {}) =>
    (await noonFloor.readReportRows<DayRow>('outputByDay', fields)).map(({ groupName, day, good, scrap }) => [
      groupName,
      day,
      good,
      scrap,
    ]);

  test('counts a report on the day of the factory on which it ended', async () => {
    const turningGroupId = await noonFloor.save('/mes/system/basic/group', { name: 'Turning' });
    const { processIds } = await noonFloor.factory.createOrder(100, ['a', 'b']);
    const [firstProcessId, secondProcessId] = processIds as [number, number];
    await noonFloor.factory.connection.db.updateTable('process').set({ leapfrog: true }).execute();
    await noonFloor.planProcess(firstProcessId, turningGroupId);
    await noonFloor.reportWork(firstProcessId, 9, 5, 1);
    await noonFloor.reportWork(firstProcessId, 0, 3);
    await noonFloor.reportWork(firstProcessId, -0.01, 7);
    await noonFloor.reportWork(secondProcessId, 9, 2);
    const reportId = await noonFloor.reportWork(firstProcessId, 10, 4);
    await noonFloor.factory.call('/mes/report/reverse', { reportId, reason: 'Counted twice' });
    const [today, yesterday] = [noonFloor.noon.today(), addDays(noonFloor.noon.today(), -1)];
    expect(await readDays()).toEqual([
      ['Turning', yesterday, 7, 0],
      ['Turning', today, 8, 1],
      [null, today, 2, 0],
    ]);
    const otherFactory = await createTestFactory(noonFloor.factory.connection);
    expect(await otherFactory.call('/mes/form/outputByDay', {})).toMatchObject({ rows: [] });
  });

  test('covers the 14 days up to today, or the given number of days', async () => {
    const { processIds } = await noonFloor.factory.createOrder(100, ['a']);
    const [processId] = processIds as [number];
    const toMidnightHour = (daysAgo: number) => -24 * daysAgo;
    await noonFloor.reportWork(processId, toMidnightHour(13), 1);
    await noonFloor.reportWork(processId, toMidnightHour(13) - 0.01, 2);
    await noonFloor.reportWork(processId, toMidnightHour(6), 3);
    const readGoodQuantities = async (fields?: Record<string, unknown>) =>
      (await readDays(fields)).map(([, , good]) => good);
    expect(await readGoodQuantities()).toEqual([1, 3]);
    expect(await readGoodQuantities({ dayCount: 15 })).toEqual([2, 1, 3]);
    expect(await readGoodQuantities({ dayCount: 7 })).toEqual([3]);
  });
});
