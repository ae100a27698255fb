import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';
import { readRefusal } from '#tests/support/read-refusal.ts';

type Row = Record<string, string | number | boolean | null>;

const BASIC_DATA_URL = '/mes/system/basic';
/**
 * Each report: days ago, hour of the day, good pieces. All good quantities differ, so that a sum shows which reports it
 * includes.
 */
const REPORTED_PIECES: readonly (readonly [daysAgo: number, hour: number, good: number])[] = [
  [0, 11, 1],
  [1, 0.5, 2],
  [1, 23.5, 4],
  [2, 12, 8],
  [6, 12, 16],
  [9, 12, 32],
];
const PLANNED_QUANTITY = 100;

const sumGoodPieces = (isSummedDay: (daysAgo: number) => boolean) =>
  REPORTED_PIECES.reduce((sum, [daysAgo, , good]) => (isSummedDay(daysAgo) ? sum + good : sum), 0);

describeForEachDatabase('A report of a past day', (database) => {
  let noonFloor: NoonFactory;
  let today: string;

  beforeAll(async () => {
    noonFloor = await createNoonFactory(await database.open());
    const { factory, save } = noonFloor;
    today = noonFloor.noon.today();
    const groupId = await save(`${BASIC_DATA_URL}/group`, { name: 'Turning' });
    const deviceId = await save(`${BASIC_DATA_URL}/device`, { name: 'Lathe', workGroupId: groupId });
    const employeeId = await save(`${BASIC_DATA_URL}/employee`, { name: 'Li', workGroupId: groupId });
    const { processIds } = await factory.createOrder(PLANNED_QUANTITY, ['Turning']);
    await noonFloor.planProcess(processIds[0]!, groupId, addDays(today, -2));
    const people = [{ employeeId, ratio: 100 }];
    for (const [daysAgo, hour, good] of REPORTED_PIECES)
      await noonFloor.reportWork(processIds[0]!, hour - 24 * daysAgo, good, 0, { deviceId, people });
    // This process was due yesterday and has been completed today.
    const doneOrder = await factory.createOrder(64, ['Fitting']);
    await noonFloor.planProcess(doneOrder.processIds[0]!, groupId, addDays(today, -1));
    await noonFloor.reportWork(doneOrder.processIds[0]!, 10, 64, 0, { deviceId, people });
    const stopId = await noonFloor.reportWork(processIds[0]!, 11, 0.01, 0, { phase: 'stop', deviceId });
    await noonFloor.moveReport(stopId, -15, -14);
  });

  const readReport = (report: string, fields: Record<string, unknown>) =>
    noonFloor.readReportRows<Row>(report, fields);
  const sumColumn = async (report: string, column: string, fields: Record<string, unknown>) =>
    (await readReport(report, fields)).reduce((sum, row) => sum + Number(row[column]), 0);
  const readTotal = async (fields: Record<string, unknown>) =>
    (await readReport('planActualToday', fields)).find(({ groupKey }) => groupKey === 'total')!;
  /** The good quantity of the report about the stop, which ended yesterday. */
  const STOP_GOOD = 0.01;

  test('counts what ended on the day, and nothing of the days before and after', async () => {
    for (const daysAgo of [1, 2, 3]) {
      const expected =
        sumGoodPieces((reportDaysAgo) => reportDaysAgo === daysAgo) + (daysAgo === 1 ? STOP_GOOD : 0);
      for (const fields of [{ daysAgo }, { shownDay: addDays(today, -daysAgo) }]) {
        for (const report of ['outputByGroup', 'outputByHour'])
          expect([report, daysAgo, await sumColumn(report, 'good', fields)]).toEqual([
            report,
            daysAgo,
            expected,
          ]);
        expect((await readTotal(fields))['actual']).toBe(expected);
      }
    }
    expect(await sumColumn('outputByPerson', 'good', { period: 'today', daysAgo: 1 })).toBeCloseTo(6.01);
    expect(await sumColumn('outputByPerson', 'good', { period: 'today', daysAgo: 2 })).toBe(8);
  });

  test('ends its seven, fourteen or other days on the day', async () => {
    const piecesOfSevenDays = sumGoodPieces((reportDaysAgo) => reportDaysAgo >= 2 && reportDaysAgo <= 8);
    expect(await sumColumn('outputByPerson', 'good', { period: 'lastSevenDays', daysAgo: 2 })).toBe(
      piecesOfSevenDays,
    );
    expect(await sumColumn('outputByDay', 'good', { dayCount: 7, daysAgo: 2 })).toBe(piecesOfSevenDays);
    expect(await sumColumn('ranking', 'good', { rankedBy: 'device', days: 7, daysAgo: 2 })).toBe(
      piecesOfSevenDays,
    );
    expect(await sumColumn('ranking', 'good', { rankedBy: 'device', days: 1, daysAgo: 2 })).toBe(8);
  });

  test('plans what was due by then, less what had been made before', async () => {
    const piecesMadeBefore = sumGoodPieces((reportDaysAgo) => reportDaysAgo > 2);
    // Two days ago only the first process was due.
    expect((await readTotal({ daysAgo: 2 }))['planned']).toBe(PLANNED_QUANTITY - piecesMadeBefore);
    expect((await readTotal({ daysAgo: 3 }))['planned']).toBe(0);
    // Yesterday the second process was due too, and none of its pieces had been made.
    const yesterday = await readTotal({ daysAgo: 1 });
    expect(yesterday['planned']).toBe(
      PLANNED_QUANTITY - sumGoodPieces((reportDaysAgo) => reportDaysAgo > 1) + 64,
    );
    // A past day is over, so the plan until now is the plan of the whole day.
    expect(yesterday['plannedNow']).toBe(yesterday['planned']);
    expect(await sumColumn('outputByHour', 'planned', { daysAgo: 1 })).toBe(yesterday['planned']);
    expect(await sumColumn('outputByGroup', 'planned', { daysAgo: 1 })).toBe(yesterday['planned']);
  });

  test('lists the stops of the day', async () => {
    const [stop] = await readReport('stopPareto', { period: 'today', daysAgo: 1 });
    expect(stop).toMatchObject({ reasonKey: 'report', stopCount: 1, seconds: 3600 });
    expect(await readReport('stopPareto', { period: 'today', daysAgo: 2 })).toEqual([]);
    expect(await readReport('stopPareto', { period: 'lastSevenDays', daysAgo: 2 })).toEqual([]);
  });

  test('shows the last shift of the day as its shift', async () => {
    await noonFloor.addRoster([
      [0, 8],
      [16, 24],
    ]);
    expect(await sumColumn('outputByHour', 'good', { period: 'currentShift', daysAgo: 1 })).toBe(4);
    expect(await sumColumn('outputByPerson', 'good', { period: 'currentShift', daysAgo: 1 })).toBe(4);
    const [interval] = await readReport('deviceTimeline', { daysAgo: 1 });
    expect([
      noonFloor.getHour(String(interval!['shiftStartsAt'])),
      noonFloor.getHour(String(interval!['shiftEndsAt'])),
    ]).toEqual([-8, 0]);
  });

  test('is today’s report for today, and refuses a day in the future or too long ago', async () => {
    for (const report of ['outputByGroup', 'planActualToday', 'ranking'])
      expect(await readReport(report, { shownDay: today })).toEqual(await readReport(report, { daysAgo: 0 }));
    for (const shownDay of [addDays(today, 1), addDays(today, -367)]) {
      expect(await readRefusal(readReport('outputByGroup', { shownDay }))).toEqual([
        'fieldsInvalid',
        'shownDay',
      ]);
    }
    expect(await readRefusal(readReport('outputByGroup', { daysAgo: 367 }))).toEqual([
      'fieldsInvalid',
      'daysAgo',
    ]);
  });
});
