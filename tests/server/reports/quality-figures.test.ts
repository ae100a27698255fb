import { beforeAll, expect, test } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { makePenaltyCalls } from '#tests/support/quality-states.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

interface Department {
  id: number;
  groupId: number;
}

describeForEachDatabase('The monthly figures of quality', (database) => {
  let factory: TestFactory;
  let quality: QualityFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    quality = await createQualityFactory(factory);
  });
  const save = <T = { id: number; version: number }>(path: string, fields: Record<string, unknown>) =>
    factory.call<T>(`/mes/${path}/save`, fields);
  /** Adds a department with one work group. */
  const addDepartment = async (): Promise<Department> => {
    const { id } = await save('system/basic/department', { code: makeUniqueText('DEP'), name: 'Shop' });
    const group = { code: makeUniqueText('G'), name: 'Group', departmentId: id };
    return { id, groupId: (await save('system/basic/group', group)).id };
  };
  /** Creates a released order of 10 pieces, with one process of each department. */
  const createOrder = async (...departments: readonly Department[]) => {
    const order = await save('order', { code: makeUniqueText('W'), name: 'Order', quantity: 10 });
    const part = { orderId: order.id, code: makeUniqueText('P'), name: 'Part', quantity: 10 };
    const { id: partId } = await save('order/part', part);
    const processIds: number[] = [];
    for (const [index, { groupId }] of departments.entries()) {
      const craft = await save('system/basic/crafts', { code: makeUniqueText('C'), name: 'Turn' });
      const process = { partId, seq: (index + 1) * 10, craftId: craft.id, workGroupId: groupId };
      processIds.push((await save('process', process)).id);
    }
    await factory.call('/mes/order/release', { id: order.id, version: order.version });
    return processIds;
  };
  const work = async (processId: number, good: number, bad: { scrap?: number; rework?: number } = {}) => {
    const started = good + (bad.scrap ?? 0) + (bad.rework ?? 0);
    const { reportId } = await startWorkByNewPerson(factory, processId, started);
    await finishWork(factory.call, reportId, good, bad);
    return reportId;
  };
  const readRows = async (name: string, fields: Record<string, unknown> = {}) =>
    (await factory.call<{ rows: ReportRow[] }>(`/mes/form/${name}`, fields)).rows;
  /** Reads the figures of a department in this month; nothing if it has none. */
  const readMonth = async ({ id }: Department) =>
    (await readRows('qualitySummaryMonthly')).find((row) => row['departmentId'] === id) ?? {};
  const readScrap = async (...departments: readonly Department[]) =>
    Promise.all(departments.map(async (department) => Number((await readMonth(department))['scrap'] ?? 0)));

  test('count pieces once that are reworked again and again, as produced and as reworked', async () => {
    const shop = await addDepartment();
    const [processId] = (await createOrder(shop)) as [number];
    await work(processId, 6, { rework: 2 });
    const figures = { produced: 8, scrap: 0, rework: 2, firstPassYield: 75 };
    expect(await readMonth(shop)).toMatchObject(figures);
    const { reportId } = await startWorkByNewPerson(factory, processId, 2, { isRework: true });
    await finishWork(factory.call, reportId, 1, { rework: 1 });
    expect(await readMonth(shop)).toMatchObject(figures);
    const bad = await readRows('qualityAnalysisReport', { by: 'craft' });
    expect(bad.reduce((sum, row) => sum + Number(row['reportedPieces']), 0)).toBe(2);
  });

  test('leave out a report that was reversed', async () => {
    const shop = await addDepartment();
    const [processId] = (await createOrder(shop)) as [number];
    const readReported = async () =>
      (await readRows('qualityAnalysisReport', { by: 'part' })).reduce(
        (sum, row) => sum + Number(row['reportedPieces']),
        0,
      );
    const before = await readReported();
    const reportId = await work(processId, 6, { scrap: 2 });
    expect([await readScrap(shop), (await readReported()) - before]).toEqual([[2], 2]);
    await factory.call('/mes/report/reverse', { reportId, reason: 'Counted wrong' });
    expect(Number((await readMonth(shop))['produced'] ?? 0)).toBe(0);
    expect([await readScrap(shop), (await readReported()) - before]).toEqual([[0], 0]);
  });

  test('take scrap from the department that holds it, and give it to the responsible one', async () => {
    const [turners, grinders] = [await addDepartment(), await addDepartment()];
    const [turning, grinding] = (await createOrder(turners, grinders)) as [number, number];
    await work(turning, 10);
    const reportId = await work(grinding, 6, { scrap: 4 });
    expect(await readScrap(turners, grinders)).toEqual([0, 4]);
    const raise = () => quality.raise({ processId: grinding }, { source: 'scrap', quantity: 2, reportId });
    const exception = await raise();
    expect(await readScrap(turners, grinders)).toEqual([0, 2]);
    await quality.determine(exception, { responsibleProcessId: turning });
    await quality.sign(exception);
    expect(await readScrap(turners, grinders)).toEqual([2, 2]);
    expect(await readMonth(turners)).toMatchObject({ raised: 1, openAtEnd: 1 });
    // The pieces of a cancelled exception go back to the department from which they were taken.
    const exceptionToCancel = await raise();
    await quality.determine(exceptionToCancel, { responsibleProcessId: turning });
    expect(await readScrap(turners, grinders)).toEqual([2, 0]);
    await quality.cancel(exceptionToCancel);
    expect(await readScrap(turners, grinders)).toEqual([2, 2]);
  });

  test('take scrap from the department that the report kept, although the group has changed department', async () => {
    const [shop, other] = [await addDepartment(), await addDepartment()];
    const [processId] = (await createOrder(shop)) as [number];
    const reportId = await work(processId, 6, { scrap: 2 });
    const { version } = await factory.call<{ version: number }>('/mes/system/basic/group/get', {
      id: shop.groupId,
    });
    await save('system/basic/group', { id: shop.groupId, version, departmentId: other.id });
    await quality.raise({ processId }, { source: 'scrap', quantity: 2, reportId });
    expect(await readScrap(shop, other)).toEqual([0, 0]);
  });

  test('sum the penalties that were not refused, and the rewards', async () => {
    const { listPenalties } = makePenaltyCalls(quality);
    const shop = await addDepartment();
    const [processId] = (await createOrder(shop)) as [number];
    await work(processId, 6);
    const exception = await quality.raise({ processId });
    await quality.determine(exception);
    await quality.sign(exception);
    const { culprit, signer } = quality;
    await quality.trace(exception, {
      ...{ lostHours: 2, lostMaterialCost: 60, lostManufacturingCost: 40, lossReason: 'Counted' },
      people: [culprit, signer].map(({ employeeId }, index) => ({
        ...{ type: 'factoryStaff', employeeId, ratio: [75, 25][index] },
      })),
    });
    await quality.sign(exception);
    const figures = { lostHours: 2, lostMaterialCost: 60, lostManufacturingCost: 40, finished: 1 };
    expect(await readMonth(shop)).toMatchObject({ ...figures, penalty: 100 });
    const [largePenalty] = await listPenalties(exception);
    await factory.call('/mes/quality/punish/refuse', {
      ...{ id: largePenalty!.id, version: largePenalty!.version, reason: 'The drawing was wrong' },
    });
    // Rewards have their own sum, apart from penalties.
    await factory.call('/mes/quality/punish/reward', {
      ...{ exceptionId: exception.id, employeeId: signer.employeeId, amount: 30, reason: 'Found it' },
    });
    expect(await readMonth(shop)).toMatchObject({ ...figures, penalty: 25, reward: 30 });
  });
});
