import { beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('the routing of another part', (database) => {
  let floor: TestFactory;
  let source: { id: number; partId: number; processIds: number[] };
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    source = await floor.order(5, [{ name: 'Sawing', deviceMinutes: 3, manMachineRatio: 1 }, 'Turning']);
    const [sawing] = await routing(source.partId);
    const group = await floor.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'S',
      name: 'Saws',
    });
    const changes = { workGroupId: group.id, plannedStart: '2026-12-01', leapfrog: true };
    await floor.call('/mes/process/save', { id: sawing!.id, version: sawing!.version, ...changes });
  });
  const routing = async (partId: number) =>
    (
      await floor.call<{ rows: Entity<'process'>[] }>('/mes/process/page', {
        filter: JSON.stringify({ partId }),
        sort: 'seq',
      })
    ).rows;
  const addPart = async (orderId: number, quantity: number) =>
    (await floor.call<{ id: number }>('/mes/order/part/save', { orderId, code: 'B', name: 'Bolt', quantity }))
      .id;
  const copy = (partId: number, fromPartId: number, caller: Pick<TestFactory, 'call'> = floor) =>
    caller.call<{ processIds: number[] }>('/mes/process/copy', { partId, fromPartId });

  test('is copied without its dates, quantities and reports, and follows what the part has', async () => {
    await floor.call('/mes/report/start', { processId: source.processIds[0], quantity: 5 });
    const partId = await addPart(source.id, 8);
    await copy(partId, source.partId);
    const [sawing, turning] = await routing(partId);
    const [sourceProcess] = await routing(source.partId);
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
    await copy(partId, source.partId);
    expect((await routing(partId)).map(({ seq }) => seq)).toEqual([10, 20, 30, 40]);
  });

  test('is not copied to the part itself, between factories, or by who may not change processes', async () => {
    const partId = await addPart(source.id, 1);
    expect(await readRefusalCode(copy(partId, partId))).toBe('fieldsInvalid');
    const other = await createTestFactory(floor.connection);
    const foreign = await other.order(1, ['Milling']);
    expect(await readRefusalCode(copy(partId, foreign.partId))).toBe('rowNotFound');
    expect(await readRefusalCode(copy(foreign.partId, source.partId))).toBe('rowNotFound');
    const worker = await floor.person('Worker', ['TASK_REPORT']);
    expect(await readRefusalCode(copy(partId, source.partId, worker))).toBe('noPermission');
    expect(await routing(partId)).toEqual([]);
  });
});
