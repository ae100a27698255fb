import { beforeEach, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';

interface HourRow {
  startsAt: string;
  endsAt: string;
  planned: number;
  plannedNow: number;
  good: number;
  scrap: number;
}

const CURRENT_SHIFT_FIELDS = { period: 'currentShift' };
const sumFigure = (rows: readonly HourRow[], name: 'planned' | 'plannedNow' | 'good' | 'scrap') =>
  rows.reduce((sum, row) => sum + row[name], 0);

describeForEachDatabase('The output of each hour', (database) => {
  let noonFloor: NoonFactory;
  beforeEach(async () => {
    noonFloor = await createNoonFactory(await database.open());
  });

  const readRows = (fields: Record<string, unknown> = {}) =>
    noonFloor.readReportRows<HourRow>('outputByHour', fields);
  const getHourOfRow = (row: HourRow) => noonFloor.getHour(row.startsAt);
  /** Reads a figure for each hour. Hours with the figure 0 are left out. */
  const readHours = async (name: 'planned' | 'good' | 'scrap', fields: Record<string, unknown> = {}) =>
    Object.fromEntries(
      (await readRows(fields)).filter((row) => row[name] > 0).map((row) => [getHourOfRow(row), row[name]]),
    );

  test('on a day without a roster spreads the plan over all 24 hours', async () => {
    const { processIds } = await noonFloor.factory.createOrder(240, ['a']);
    await noonFloor.planProcess(processIds[0]!);
    const rows = await readRows();
    expect(rows.map(getHourOfRow)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(rows.map((row) => row.planned)).toEqual(Array.from({ length: 24 }, () => 10));
    expect(rows.map((row) => noonFloor.getHour(row.endsAt) - getHourOfRow(row))).toEqual(
      Array.from({ length: 24 }, () => 1),
    );
    expect(rows.filter((row) => getHourOfRow(row) < 12).every((row) => row.plannedNow === 10)).toBe(true);
    expect(rows.filter((row) => getHourOfRow(row) > 12).every((row) => row.plannedNow === 0)).toBe(true);
  });

  test('counts pieces in the hour in which their report ended, and no reversed report', async () => {
    const { processIds } = await noonFloor.factory.createOrder(60, ['a']);
    const [processId] = processIds as [number];
    await noonFloor.reportWork(processId, 9, 5, 1);
    await noonFloor.reportWork(processId, 9.99, 3);
    await noonFloor.reportWork(processId, 10, 2);
    await noonFloor.reportWork(processId, -0.01, 7);
    const reportId = await noonFloor.reportWork(processId, 11, 4);
    await noonFloor.factory.call('/mes/report/reverse', { reportId, reason: 'Counted twice' });
    expect(await readHours('good')).toEqual({ 9: 8, 10: 2 });
    expect(await readHours('scrap')).toEqual({ 9: 1 });
  });

  test('plans each group over the times of its own shifts, and adds up to plan and actual', async () => {
    const turningGroupId = await noonFloor.save('/mes/system/basic/group', { name: 'Turning' });
    const millingGroupId = await noonFloor.save('/mes/system/basic/group', { name: 'Milling' });
    await noonFloor.factory.connection.db.updateTable('process').set({ leapfrog: true }).execute();
    const { processIds } = await noonFloor.factory.createOrder(100, ['a', 'b']);
    await noonFloor.planProcess(processIds[0]!, turningGroupId);
    await noonFloor.planProcess(processIds[1]!, millingGroupId);
    await noonFloor.addRoster([[8, 13]]);
    await noonFloor.addRoster([[10, 12]], { workGroupId: millingGroupId });
    await noonFloor.reportWork(processIds[0]!, 9.5, 12, 2);
    // Turning has five hours for 100 pieces. Two pieces are scrapped, so 98 are planned for milling, in two hours.
    expect(await readHours('planned')).toEqual({ 8: 20, 9: 20, 10: 69, 11: 69, 12: 20 });
    expect(await readHours('planned', { workGroupId: millingGroupId })).toEqual({ 10: 49, 11: 49 });
    expect(await readHours('good', { workGroupId: turningGroupId })).toEqual({ 9: 12 });
    expect(await readHours('good', { workGroupId: millingGroupId })).toEqual({});
    const rows = await readRows();
    const total = (await noonFloor.readReportRows<Record<string, number | string>>('planActualToday')).find(
      (row) => row['groupKey'] === 'total',
    );
    expect([sumFigure(rows, 'planned'), sumFigure(rows, 'good')]).toEqual([
      total!['planned'],
      total!['actual'],
    ]);
    expect(Math.abs(sumFigure(rows, 'plannedNow') - Number(total!['plannedNow']))).toBeLessThanOrEqual(1);
  });

  test('of the current shift divides the plan of the day by the lengths of its shifts', async () => {
    await noonFloor.addRoster([
      [6, 9],
      [9, 15],
    ]);
    const { processIds } = await noonFloor.factory.createOrder(90, ['a']);
    const [processId] = processIds as [number];
    await noonFloor.planProcess(processId);
    await noonFloor.reportWork(processId, 8.5, 6);
    await noonFloor.reportWork(processId, 9.5, 4, 1);
    expect(await readHours('planned', CURRENT_SHIFT_FIELDS)).toEqual({
      9: 10,
      10: 10,
      11: 10,
      12: 10,
      13: 10,
      14: 10,
    });
    expect(await readHours('good', CURRENT_SHIFT_FIELDS)).toEqual({ 9: 4 });
    const rows = await readRows(CURRENT_SHIFT_FIELDS);
    const [shift] =
      await noonFloor.readReportRows<Record<'planned' | 'plannedNow' | 'actual' | 'scrap', number>>(
        'currentShift',
      );
    expect([sumFigure(rows, 'planned'), sumFigure(rows, 'good'), sumFigure(rows, 'scrap')]).toEqual([
      shift!.planned,
      shift!.actual,
      shift!.scrap,
    ]);
    expect(Math.abs(sumFigure(rows, 'plannedNow') - shift!.plannedNow)).toBeLessThanOrEqual(1);
  });

  test('between two shifts is that of the last one, with its whole plan', async () => {
    await noonFloor.addRoster([
      [7, 10],
      [16, 19],
    ]);
    const { processIds } = await noonFloor.factory.createOrder(60, ['a']);
    await noonFloor.planProcess(processIds[0]!);
    expect(
      (await readRows(CURRENT_SHIFT_FIELDS)).map((row) => [getHourOfRow(row), row.planned, row.plannedNow]),
    ).toEqual([
      [7, 10, 10],
      [8, 10, 10],
      [9, 10, 10],
    ]);
  });

  test('has a shorter first and last hour where a shift does not begin on the hour', async () => {
    await noonFloor.addRoster([[10.5, 13.25]]);
    const { processIds } = await noonFloor.factory.createOrder(110, ['a']);
    await noonFloor.planProcess(processIds[0]!);
    expect((await readRows(CURRENT_SHIFT_FIELDS)).map((row) => [getHourOfRow(row), row.planned])).toEqual([
      [10.5, 20],
      [11, 40],
      [12, 40],
      [13, 10],
    ]);
  });

  test('contains only the pieces of the own factory', async () => {
    const { processIds } = await noonFloor.factory.createOrder(10, ['a']);
    await noonFloor.planProcess(processIds[0]!);
    await noonFloor.reportWork(processIds[0]!, 9, 5);
    const otherFactory = await createTestFactory(noonFloor.factory.connection);
    const { rows } = await otherFactory.call<{ rows: HourRow[] }>('/mes/form/outputByHour', {});
    expect([sumFigure(rows, 'planned'), sumFigure(rows, 'good')]).toEqual([0, 0]);
  });
});
