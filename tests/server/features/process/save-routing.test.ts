import { beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';

type RoutingRow = Entity<'process'>;

describeForEachDatabase('a routing as a table', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const readRouting = async (partId: number) =>
    (
      await factory.call<{ rows: RoutingRow[] }>('/mes/process/page', {
        filter: JSON.stringify({ partId }),
        sort: 'seq',
      })
    ).rows;
  const makeOrder = () => factory.createOrder(5, ['Sawing', 'Turning', 'Milling']);
  const toLine = (row: RoutingRow, changes: object = {}) => ({
    processId: row.id,
    version: row.version,
    seq: row.seq,
    craftId: row.craftId,
    name: row.name,
    plannedQuantity: row.plannedQuantity,
    plannedStart: row.plannedStart,
    plannedEnd: row.plannedEnd,
    ...changes,
  });
  const saveRouting = (
    partId: number,
    processes: readonly object[],
    removedIds: readonly number[] = [],
    caller: Pick<TestFactory, 'call'> = factory,
  ) => caller.call<{ processIds: number[] }>('/mes/process/routing/save', { partId, processes, removedIds });
  const readRefusal = (call: Promise<unknown>): Promise<RefusedCallError> =>
    call.then(
      () => Promise.reject(new Error('The call was accepted')),
      (error: unknown) => error as RefusedCallError,
    );

  test('adds, changes and removes processes together, and leaves the others as they are', async () => {
    const { partId } = await makeOrder();
    const [sawing, turning, milling] = await readRouting(partId);
    const answer = await saveRouting(
      partId,
      [
        toLine(sawing!, { seq: 30, name: 'Cutting off', deviceMinutes: 4 }),
        { seq: 15, craftId: milling!.craftId, name: 'Deburring' },
      ],
      [milling!.id],
    );
    expect(answer.processIds).toHaveLength(2);
    const after = await readRouting(partId);
    expect(after.map(({ seq, name }) => [seq, name])).toEqual([
      [15, 'Deburring'],
      [20, 'Turning'],
      [30, 'Cutting off'],
    ]);
    expect(after[2]).toMatchObject({ id: sawing!.id, deviceMinutes: 4, plannedQuantity: 5 });
    expect(after[0]).toMatchObject({ plannedQuantity: 5 });
    expect(after[1]!.version).toBe(turning!.version);
  });

  test('exchanges two processes at once, although neither could move alone', async () => {
    const { partId } = await makeOrder();
    const [sawing, turning] = await readRouting(partId);
    await saveRouting(partId, [
      toLine(sawing!, { plannedStart: '2026-05-01' }),
      toLine(turning!, { plannedStart: '2026-05-08' }),
    ]);
    const [first, second] = await readRouting(partId);
    await saveRouting(partId, [
      toLine(first!, { seq: 20, plannedStart: '2026-05-08' }),
      toLine(second!, { seq: 10, plannedStart: '2026-05-01' }),
    ]);
    expect((await readRouting(partId)).map(({ id }) => id).slice(0, 2)).toEqual([turning!.id, sawing!.id]);
  });

  test('is refused as a whole, and the refusal names the line and the field', async () => {
    const { partId, processIds } = await makeOrder();
    await factory.call('/mes/report/start', { processId: processIds[0], quantity: 3 });
    const before = await readRouting(partId);
    const [sawing, turning] = before;
    const refusal = await readRefusal(
      saveRouting(partId, [toLine(turning!, { name: 'Changed' }), toLine(sawing!, { plannedQuantity: 2 })]),
    );
    expect(refusal.code).toBe('plannedBelowReceived');
    expect(Object.keys(refusal.fields)).toEqual(['processes[1].plannedQuantity']);
    const missingCraftRefusal = await readRefusal(
      saveRouting(partId, [toLine(turning!), { seq: 40, name: 'Nothing' }]),
    );
    expect(Object.keys(missingCraftRefusal.fields)).toEqual(['processes[1].craftId']);
    expect(await readRefusalCode(saveRouting(partId, [], [sawing!.id]))).toBe('processHasReports');
    expect(await readRefusalCode(saveRouting(partId, [{ seq: 5, craftId: sawing!.craftId }]))).toBe(
      'processOrderFixed',
    );
    expect(await readRouting(partId)).toEqual(before);
  });

  test('names a process only once, only of this part, and only at its present version', async () => {
    const { partId } = await makeOrder();
    const otherOrder = await makeOrder();
    const [sawing] = await readRouting(partId);
    const [foreignProcess] = await readRouting(otherOrder.partId);
    expect(await readRefusalCode(saveRouting(partId, [toLine(sawing!)], [sawing!.id]))).toBe('fieldsInvalid');
    expect(await readRefusalCode(saveRouting(partId, [toLine(sawing!), toLine(sawing!)]))).toBe(
      'fieldsInvalid',
    );
    expect(await readRefusalCode(saveRouting(partId, [toLine(foreignProcess!)]))).toBe('rowNotFound');
    expect(await readRefusalCode(saveRouting(partId, [], [foreignProcess!.id]))).toBe('rowNotFound');
    await saveRouting(partId, [toLine(sawing!, { name: 'Newer' })]);
    expect(await readRefusalCode(saveRouting(partId, [toLine(sawing!, { name: 'Older' })]))).toBe('stale');
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    expect(await readRefusalCode(saveRouting(partId, [], [sawing!.id], worker))).toBe('noPermission');
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(saveRouting(partId, [], [sawing!.id], otherFactory))).toBe('rowNotFound');
  });

  test('has planned starts that never decrease, said from the side that was edited', async () => {
    const { partId } = await makeOrder();
    const saveStart = async (index: number, plannedStart: string, seq?: number) => {
      const row = (await readRouting(partId))[index]!;
      return factory.call('/mes/process/save', {
        id: row.id,
        version: row.version,
        plannedStart,
        ...(seq === undefined ? {} : { seq }),
      });
    };
    await saveStart(0, '2026-05-04');
    const earlyRefusal = await readRefusal(saveStart(1, '2026-05-03'));
    expect(earlyRefusal.code).toBe('startsBeforePrevious');
    expect(earlyRefusal.fields).toEqual({ plannedStart: expect.anything() });
    await saveStart(1, '2026-05-04');
    const lateStartRefusal = await readRefusal(saveStart(0, '2026-05-05'));
    expect(lateStartRefusal.code).toBe('startsAfterNext');
    expect(lateStartRefusal.message).toContain('Turning');
    // Parallel processes are not compared with each other. A process may change its number and its date together.
    await saveStart(1, '2026-05-02', 10);
    expect(await readRefusalCode(saveStart(2, '2026-05-01'))).toBe('startsBeforePrevious');
    expect((await readRouting(partId)).map(({ plannedStart }) => plannedStart)).toEqual([
      '2026-05-04',
      '2026-05-02',
      null,
    ]);
  });
});
