import { beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('the routing of another part', (database) => {
  let factory: TestFactory;
  let sourceOrder: { id: number; partId: number; processIds: number[] };
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    sourceOrder = await factory.createOrder(5, [
      { name: 'Sawing', deviceMinutes: 3, manMachineRatio: 1 },
      'Turning',
    ]);
    const [sawing] = await readRouting(sourceOrder.partId);
    const group = await factory.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'S',
      name: 'Saws',
    });
    const changes = { workGroupId: group.id, plannedStart: '2026-12-01', leapfrog: true };
    await factory.call('/mes/process/save', { id: sawing!.id, version: sawing!.version, ...changes });
  });
  const readRouting = async (partId: number) =>
    (
      await factory.call<{ rows: Entity<'process'>[] }>('/mes/process/page', {
        filter: JSON.stringify({ partId }),
        sort: 'seq',
      })
    ).rows;
  const addPart = async (orderId: number, quantity: number) =>
    (
      await factory.call<{ id: number }>('/mes/order/part/save', {
        orderId,
        code: 'B',
        name: 'Bolt',
        quantity,
      })
    ).id;
  const copyRouting = (partId: number, fromPartId: number, caller: Pick<TestFactory, 'call'> = factory) =>
    caller.call<{ processIds: number[] }>('/mes/process/copy', { partId, fromPartId });

  test('is copied without its dates, quantities and reports, after the processes that the part has', async () => {
    await factory.call('/mes/report/start', { processId: sourceOrder.processIds[0], quantity: 5 });
    const partId = await addPart(sourceOrder.id, 8);
    await copyRouting(partId, sourceOrder.partId);
    const [sawing, turning] = await readRouting(partId);
    const [sourceProcess] = await readRouting(sourceOrder.partId);
    expect(sawing).toMatchObject({
      seq: 10,
      name: 'Sawing',
      craftId: sourceProcess!.craftId,
      workGroupId: sourceProcess!.workGroupId,
      deviceMinutes: 3,
      leapfrog: true,
      plannedQuantity: 8,
      plannedStart: null,
      state: 'notStarted',
    });
    expect(sourceProcess).toMatchObject({
      plannedQuantity: 5,
      plannedStart: '2026-12-01',
      state: 'processing',
    });
    expect(turning).toMatchObject({ seq: 20, name: 'Turning' });
    await copyRouting(partId, sourceOrder.partId);
    expect((await readRouting(partId)).map(({ seq }) => seq)).toEqual([10, 20, 30, 40]);
  });

  test('is not copied to the part itself, between factories, or by users who may not change processes', async () => {
    const partId = await addPart(sourceOrder.id, 1);
    expect(await readRefusalCode(copyRouting(partId, partId))).toBe('fieldsInvalid');
    const otherFactory = await createTestFactory(factory.connection);
    const foreignOrder = await otherFactory.createOrder(1, ['Milling']);
    expect(await readRefusalCode(copyRouting(partId, foreignOrder.partId))).toBe('rowNotFound');
    expect(await readRefusalCode(copyRouting(foreignOrder.partId, sourceOrder.partId))).toBe('rowNotFound');
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    expect(await readRefusalCode(copyRouting(partId, sourceOrder.partId, worker))).toBe('noPermission');
    expect(await readRouting(partId)).toEqual([]);
  });
});
