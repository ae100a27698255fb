import { beforeAll, expect, it } from 'vitest';
import type { OrderProgress } from '#shared/answers/order-progress.ts';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { createOrderFunctions, type CreatedOrder, type OrderFunctions } from '#tests/support/planner.ts';

const CAVITY_COUNT = 8;

describeForEachDatabase('The progress of one order', (database) => {
  let factory: TestFactory;
  let planner: OrderFunctions;
  let wangId: number;
  let pump: CreatedOrder;

  const readProgress = (orderId: number, call = factory.call) =>
    call<OrderProgress>('/mes/process/progress/summary', { orderId });
  const readNames = ({ current }: OrderProgress) =>
    current && [current.kind, current.total, ...current.processes.map(({ name }) => name)];

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    planner = createOrderFunctions(factory);
    wangId = await planner.add('system/basic/employee', { code: 'W1', name: 'Wang' });
    pump = await planner.createOrder({ code: 'PUMP' }, [
      { name: 'Pump', steps: [{ name: 'Assembly' }] },
      { name: 'Body', steps: [{ name: 'Casting' }, { name: 'Milling' }] },
      { name: 'Spool', steps: [{ name: 'Grinding' }] },
      { name: 'Bought seal', steps: [] },
    ]);
  });

  it('shows where pieces wait, in the sequence of the parts and their routings', async () => {
    const progress = await readProgress(pump.id);
    expect(progress.parts).toEqual(
      pump.partIds.slice(0, 3).map((partId, index) => ({
        partId,
        state: 'notStarted',
        processCount: [1, 2, 1][index],
        done: 0,
      })),
    );
    expect(readNames(progress)).toEqual(['waiting', 2, 'Casting', 'Grinding']);
    expect([progress.stuck, progress.openLosses]).toEqual([[], []]);
  });

  it('brings the processes of the part that is shown first, if they are asked for', async () => {
    const partId = pump.partIds[1]!;
    const processes = await factory.call<ProcessWithWait[]>('/mes/process/progress', { partId });
    expect(processes.map(({ name }) => name)).toEqual(['Casting', 'Milling']);
    const progressWithShownPart = await factory.call<OrderProgress>('/mes/process/progress/summary', {
      orderId: pump.id,
      withShownPart: true,
    });
    expect(progressWithShownPart.shownPart).toEqual({ partId, processes });
    expect((await readProgress(pump.id)).shownPart).toBeNull();
  });

  it('shows only running processes once work has begun, and the state of each part', async () => {
    await planner.reportWork(pump.processIds[1]![0]!, 10, wangId);
    const { reportId } = await planner.startReport(pump.processIds[1]![1]!, 4, wangId);
    const progress = await readProgress(pump.id);
    expect(readNames(progress)).toEqual(['running', 1, 'Milling']);
    expect(progress.current!.processes[0]!.open).toMatchObject([{ reportId, people: [{ name: 'Wang' }] }]);
    expect(progress.parts.map(({ state, done }) => [state, done])).toEqual([
      ['notStarted', 0],
      ['processing', 1],
      ['notStarted', 0],
    ]);
    await factory.call('/mes/report/reverse', { reportId, reason: 'pressed by mistake' });
    expect(readNames(await readProgress(pump.id))).toEqual(['waiting', 2, 'Milling', 'Grinding']);
  });

  it('counts the pieces that are stuck, and names the processes whose scrap nobody has answered', async () => {
    await planner.reportWork(pump.processIds[2]![0]!, 6, wangId, { scrap: 1, rework: 3 });
    const progress = await readProgress(pump.id);
    expect(progress.stuck).toEqual([
      { name: 'scrap', quantity: 1 },
      { name: 'reworkOpen', quantity: 3 },
    ]);
    expect(progress.openLosses.map(({ name, partName }) => [name, partName])).toEqual([
      ['Grinding', 'Spool'],
    ]);
    await factory.call('/mes/process/loss/answer', {
      processId: pump.processIds[2]![0]!,
      answer: 'acceptShort',
      quantity: 1,
      reason: 'bar too short',
    });
    expect((await readProgress(pump.id)).openLosses).toEqual([]);
  });

  it('lists the first current processes of a large order, and counts the others', async () => {
    const mould = await planner.createOrder(
      { code: 'MOULD' },
      Array.from({ length: CAVITY_COUNT + 1 }, (_, index) => ({
        name: `Cavity ${index}`,
        steps: [{ name: `Eroding ${index}` }],
      })),
    );
    const { current } = await readProgress(mould.id);
    expect(current).toMatchObject({ kind: 'waiting', total: CAVITY_COUNT });
    expect(current!.processes.map(({ partName }) => partName)).toEqual(
      Array.from({ length: 6 }, (_, index) => `Cavity ${index + 1}`),
    );
  });

  it('tells for the processes of one part what they wait for, also in the parts that go into it', async () => {
    const readWaits = async (fields: Record<string, number>) =>
      (await factory.call<ProcessWithWait[]>('/mes/process/progress', fields)).map(({ name, waiting }) => [
        name,
        waiting?.for,
        waiting?.at?.name,
        waiting?.at?.partName,
      ]);
    const assemblyWait = ['Assembly', 'process', 'Milling', 'Body'];
    expect(await readWaits({ partId: pump.partIds[0]! })).toEqual([assemblyWait]);
    expect(await readWaits({ processId: pump.processIds[0]![0]! })).toEqual([assemblyWait]);
    expect(await readWaits({ orderId: pump.id })).toEqual([
      assemblyWait,
      ['Casting', undefined, undefined, undefined],
      ['Milling', 'start', undefined, undefined],
      ['Grinding', 'rework', undefined, undefined],
    ]);
  });

  it('is empty for a draft without processes, and for another factory', async () => {
    const emptyProgress = {
      parts: [],
      current: null,
      stuck: [],
      openLosses: [],
      projectedEnd: null,
      shownPart: null,
    };
    const draft = await factory.call<{ id: number }>('/mes/order/save', {
      code: 'DRAFT',
      name: 'Draft',
      quantity: 1,
    });
    expect(await readProgress(draft.id)).toEqual(emptyProgress);
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readProgress(pump.id, otherFactory.call)).toEqual(emptyProgress);
  });
});
