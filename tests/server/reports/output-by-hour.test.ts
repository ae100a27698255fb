import { beforeEach, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFloor, type NoonFloor } from '#tests/support/noon-floor.ts';

interface HourRow {
  startsAt: string;
  endsAt: string;
  planned: number;
  plannedNow: number;
  good: number;
  scrap: number;
}

const SHIFT = { period: 'currentShift' };
const sumOf = (rows: readonly HourRow[], name: 'planned' | 'plannedNow' | 'good' | 'scrap') =>
  rows.reduce((sum, row) => sum + row[name], 0);

describeForEachDatabase('The output of each hour', (database) => {
  let at: NoonFloor;
  beforeEach(async () => {
    at = await createNoonFloor(await database.open());
  });

  const readRows = (fields: Record<string, unknown> = {}) => at.rows<HourRow>('outputByHour', fields);
  const hourOf = (row: HourRow) => at.hourOf(row.startsAt);
  /** Reads a figure of the hours in which it is not 0, by the hour. */
  const readHours = async (name: 'planned' | 'good' | 'scrap', fields: Record<string, unknown> = {}) =>
    Object.fromEntries(
      (await readRows(fields)).filter((row) => row[name] > 0).map((row) => [hourOf(row), row[name]]),
    );

  test('of a day without a roster spreads the plan over all 24 hours', async () => {
    const { processIds } = await at.floor.order(240, ['a']);
    await at.plan(processIds[0]!);
    const rows = await readRows();
    expect(rows.map(hourOf)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(rows.map((row) => row.planned)).toEqual(Array.from({ length: 24 }, () => 10));
    expect(rows.map((row) => at.hourOf(row.endsAt) - hourOf(row))).toEqual(
      Array.from({ length: 24 }, () => 1),
    );
    expect(rows.filter((row) => hourOf(row) < 12).every((row) => row.plannedNow === 10)).toBe(true);
    expect(rows.filter((row) => hourOf(row) > 12).every((row) => row.plannedNow === 0)).toBe(true);
  });

  test('counts pieces in the hour in which their report ended, and no reversed report', async () => {
    const { processIds } = await at.floor.order(60, ['a']);
    const [process] = processIds as [number];
    await at.report(process, 9, 5, 1);
    await at.report(process, 9.99, 3);
    await at.report(process, 10, 2);
    await at.report(process, -0.01, 7);
    const reportId = await at.report(process, 11, 4);
    await at.floor.call('/mes/report/reverse', { reportId, reason: 'Counted twice' });
    expect(await readHours('good')).toEqual({ 9: 8, 10: 2 });
    expect(await readHours('scrap')).toEqual({ 9: 1 });
  });

  test('plans each group over the times of its own shifts, and adds up to plan and actual', async () => {
    const turning = await at.save('/mes/system/basic/group', { name: 'Turning' });
    const milling = await at.save('/mes/system/basic/group', { name: 'Milling' });
    await at.floor.connection.db.updateTable('process').set({ leapfrog: true }).execute();
    const { processIds } = await at.floor.order(100, ['a', 'b']);
    await at.plan(processIds[0]!, turning);
    await at.plan(processIds[1]!, milling);
    await at.roster([[8, 13]]);
    await at.roster([[10, 12]], { workGroupId: milling });
    await at.report(processIds[0]!, 9.5, 12, 2);
    // Turning has five hours for 100 pieces. Two pieces are scrapped, so 98 are planned for milling, in two hours.
    expect(await readHours('planned')).toEqual({ 8: 20, 9: 20, 10: 69, 11: 69, 12: 20 });
    expect(await readHours('planned', { workGroupId: milling })).toEqual({ 10: 49, 11: 49 });
    expect(await readHours('good', { workGroupId: turning })).toEqual({ 9: 12 });
    expect(await readHours('good', { workGroupId: milling })).toEqual({});
    const rows = await readRows();
    const total = (await at.rows<Record<string, number | string>>('planActualToday')).find(
      (row) => row['groupKey'] === 'total',
    );
    expect([sumOf(rows, 'planned'), sumOf(rows, 'good')]).toEqual([total!['planned'], total!['actual']]);
    expect(Math.abs(sumOf(rows, 'plannedNow') - Number(total!['plannedNow']))).toBeLessThanOrEqual(1);
  });

  test('of the current shift divides the plan of the day by the lengths of its shifts', async () => {
    await at.roster([
      [6, 9],
      [9, 15],
    ]);
    const { processIds } = await at.floor.order(90, ['a']);
    const [process] = processIds as [number];
    await at.plan(process);
    await at.report(process, 8.5, 6);
    await at.report(process, 9.5, 4, 1);
    expect(await readHours('planned', SHIFT)).toEqual({ 9: 10, 10: 10, 11: 10, 12: 10, 13: 10, 14: 10 });
    expect(await readHours('good', SHIFT)).toEqual({ 9: 4 });
    const rows = await readRows(SHIFT);
    const [shift] =
      await at.rows<Record<'planned' | 'plannedNow' | 'actual' | 'scrap', number>>('currentShift');
    expect([sumOf(rows, 'planned'), sumOf(rows, 'good'), sumOf(rows, 'scrap')]).toEqual([
      shift!.planned,
      shift!.actual,
      shift!.scrap,
    ]);
    expect(Math.abs(sumOf(rows, 'plannedNow') - shift!.plannedNow)).toBeLessThanOrEqual(1);
  });

  test('between two shifts is that of the last one, with its whole plan', async () => {
    await at.roster([
      [7, 10],
      [16, 19],
    ]);
    const { processIds } = await at.floor.order(60, ['a']);
    await at.plan(processIds[0]!);
    expect((await readRows(SHIFT)).map((row) => [hourOf(row), row.planned, row.plannedNow])).toEqual([
      [7, 10, 10],
      [8, 10, 10],
      [9, 10, 10],
    ]);
  });

  test('has a shorter first and last hour where a shift does not begin on the hour', async () => {
    await at.roster([[10.5, 13.25]]);
    const { processIds } = await at.floor.order(110, ['a']);
    await at.plan(processIds[0]!);
    expect((await readRows(SHIFT)).map((row) => [hourOf(row), row.planned])).toEqual([
      [10.5, 20],
      [11, 40],
      [12, 40],
      [13, 10],
    ]);
  });

  test('is that of the own factory alone', async () => {
    const { processIds } = await at.floor.order(10, ['a']);
    await at.plan(processIds[0]!);
    await at.report(processIds[0]!, 9, 5);
    const elsewhere = await createTestFactory(at.floor.connection);
    const { rows } = await elsewhere.call<{ rows: HourRow[] }>('/mes/form/outputByHour', {});
    expect([sumOf(rows, 'planned'), sumOf(rows, 'good')]).toEqual([0, 0]);
  });
});
