import { beforeAll, expect, it } from 'vitest';
import type { PartWarehouse } from '#shared/ledger/warehouse.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { openSecondNode } from '#tests/support/second-node.ts';

describeForEachDatabase('the warehouse', (database) => {
  let factory: TestFactory;
  let shelfId: number;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    shelfId = (
      await factory.call<{ id: number }>('/mes/system/basic/shelf/save', { code: 'S1', name: 'Shelf 1' })
    ).id;
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  const reportPieces = async (processId: number, good: number, call: CallFunction = factory.call) => {
    const { employeeId } = await factory.createPerson('Idle', []);
    const fields = { processId, good, minutes: 1, people: [{ employeeId }] };
    return (await call<{ reportId: number }>('/mes/report/record', fields)).reportId;
  };
  const receivePieces = (partId: number, quantity: number, call: CallFunction = factory.call) =>
    call<{ receiptId: number; warehoused: number; warehouseStatus: string }>('/mes/warehouse/receive', {
      partId,
      quantity,
      shelfId,
    });
  const reverseReceipt = (receiptId: number, call: CallFunction = factory.call) =>
    call('/mes/warehouse/reverse', { receiptId, reason: 'wrong shelf' });
  const readPart = (partId: number) => factory.call<PartWarehouse>('/mes/warehouse/part', { partId });
  const readProcess = async (processId: number) =>
    (await factory.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!;
  const expectNoMismatches = async () =>
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  /** Creates an order of 4 assemblies with two bushes in each. */
  const createAssembly = async () => {
    const order = await factory.createOrder(4, ['Assembly']);
    const bush = await factory.call<{ id: number }>('/mes/order/part/save', {
      ...{ orderId: order.id, parentId: order.partId, code: 'B', name: 'Bush', quantity: 8, quantityPer: 2 },
    });
    const craft = await factory.call<{ id: number }>('/mes/system/basic/crafts/save', {
      code: `W${bush.id}`,
      name: 'Bushing',
    });
    const process = await factory.call<{ id: number }>('/mes/process/save', {
      partId: bush.id,
      seq: 10,
      craftId: craft.id,
    });
    return { order, bushId: bush.id, bushing: process.id, assembly: order.processIds[0]! };
  };

  it('takes finished pieces, up to what is finished, and says how much of a part is in', async () => {
    const order = await factory.createOrder(10, ['Turning', 'Milling']);
    const [turning, milling] = order.processIds as [number, number];
    await reportPieces(turning, 10);
    expect(await readRefusalCode(receivePieces(order.partId, 1))).toBe('quantityExceedsFinished');
    await reportPieces(milling, 6);
    expect(await receivePieces(order.partId, 5)).toMatchObject({
      warehoused: 5,
      warehouseStatus: 'partlyIn',
    });
    expect(await readRefusalCode(receivePieces(order.partId, 2))).toBe('quantityExceedsFinished');
    await reportPieces(milling, 4);
    expect(await receivePieces(order.partId, 5)).toMatchObject({ warehoused: 10, warehouseStatus: 'allIn' });
    expect(await readPart(order.partId)).toMatchObject({
      completed: 10,
      consumed: 0,
      waiting: 0,
      receipts: [
        { quantity: 5, shelfName: 'Shelf 1', byName: 'Admin', reversedBy: null },
        { quantity: 5, shelfName: 'Shelf 1' },
      ],
    });
    await expectNoMismatches();
  });

  it('gives pieces back by a reversal with a reason, once', async () => {
    const order = await factory.createOrder(4, ['Turning']);
    await reportPieces(order.processIds[0]!, 4);
    const { receiptId } = await receivePieces(order.partId, 4);
    await reverseReceipt(receiptId);
    expect(await readRefusalCode(reverseReceipt(receiptId))).toBe('receiptReversed');
    expect(await readPart(order.partId)).toMatchObject({
      warehoused: 0,
      warehouseStatus: 'notIn',
      waiting: 4,
      receipts: [{ reversedBy: 'Admin', reverseReason: 'wrong shelf' }],
    });
    await expectNoMismatches();
  });

  it('has all pieces of an order that is completed short', async () => {
    const order = await factory.createOrder(4, ['Turning']);
    const { employeeId } = await factory.createPerson('Idle', []);
    await factory.call('/mes/report/record', {
      ...{ processId: order.processIds[0]!, good: 3, scrap: 1 },
      minutes: 1,
      people: [{ employeeId }],
    });
    expect(await receivePieces(order.partId, 3)).toMatchObject({ warehouseStatus: 'partlyIn' });
    await factory.call('/mes/process/loss/answer', {
      processId: order.processIds[0]!,
      answer: 'acceptShort',
      quantity: 1,
      reason: 'sold as it is',
    });
    expect(await readPart(order.partId)).toMatchObject({ warehouseStatus: 'allIn' });
  });

  it('keeps pieces from the assembly, and takes none that the assembly has received', async () => {
    const { bushId, bushing, assembly } = await createAssembly();
    await reportPieces(bushing, 8);
    const { receiptId } = await receivePieces(bushId, 3);
    expect(await readProcess(assembly)).toMatchObject({ arrived: 2, receivable: 2 });
    await reportPieces(assembly, 2);
    expect(await readPart(bushId)).toMatchObject({ completed: 8, consumed: 4, warehoused: 3, waiting: 1 });
    expect(await readRefusalCode(receivePieces(bushId, 2))).toBe('quantityExceedsFinished');
    await reverseReceipt(receiptId);
    expect(await readProcess(assembly)).toMatchObject({ arrived: 4, receivable: 2 });
    await expectNoMismatches();
  });

  it('holds on to the work that it rests on: neither reversed nor followed by a further process', async () => {
    const order = await factory.createOrder(4, ['Turning']);
    const reportId = await reportPieces(order.processIds[0]!, 4);
    const { receiptId } = await receivePieces(order.partId, 1);
    const reverseReport = () => factory.call('/mes/report/reverse', { reportId, reason: 'counted wrong' });
    await expect(reverseReport()).rejects.toMatchObject({
      code: 'reverseInWarehouse',
      params: { name: 'Part', warehoused: 1, finished: 0, quantity: 1, who: 'Admin' },
      message: expect.stringMatching(/First reverse the receipt of 1 \(Admin, \d\d-\d\d \d\d:\d\d\)/),
    });
    const craft = await factory.call<{ id: number }>('/mes/system/basic/crafts/save', {
      code: `F${order.id}`,
      name: 'Further',
    });
    const addProcess = (partId: number) =>
      factory.call('/mes/process/save', { partId, seq: 99, craftId: craft.id });
    expect(await readRefusalCode(addProcess(order.partId))).toBe('processOrderFixed');
    await reverseReceipt(receiptId);
    await addProcess(order.partId);
    await reverseReport();
    // With another process, no bush would be finished, although 2 are in the warehouse: the assembly would have −2
    // bushes.
    const { bushId, bushing } = await createAssembly();
    await reportPieces(bushing, 8);
    await receivePieces(bushId, 2);
    expect(await readRefusalCode(addProcess(bushId))).toBe('processOrderFixed');
    await expectNoMismatches();
  });

  it('refuses strangers, foreign receipts, closed orders and shelves that do not exist', async () => {
    const order = await factory.createOrder(4, ['Turning']);
    await reportPieces(order.processIds[0]!, 4);
    const { call: callAsVisitor } = await factory.createPerson('Visitor', []);
    const { call: callAsStorekeeper } = await factory.createPerson('Store', ['TASK_REPORT']);
    expect(await readRefusalCode(receivePieces(order.partId, 1, callAsVisitor))).toBe('noPermission');
    const { receiptId } = await receivePieces(order.partId, 1);
    expect(await readRefusalCode(reverseReceipt(receiptId, callAsStorekeeper))).toBe('notYourReport');
    const ownReceipt = await receivePieces(order.partId, 1, callAsStorekeeper);
    await reverseReceipt(ownReceipt.receiptId, callAsStorekeeper);
    const fieldsWithShelf = { partId: order.partId, quantity: 1, shelfId: order.partId };
    expect(await readRefusalCode(factory.call('/mes/warehouse/receive', fieldsWithShelf))).toBe(
      'referenceMissing',
    );
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: order.id });
    await factory.call('/mes/order/close', { id: order.id, version });
    expect(await readRefusalCode(receivePieces(order.partId, 1))).toBe('orderState');
    expect(await readRefusalCode(reverseReceipt(receiptId))).toBe('orderState');
  });

  it('shows on the page of the warehouse what waits, with its receipts behind it', async () => {
    const { order, bushId, bushing, assembly } = await createAssembly();
    await reportPieces(bushing, 8);
    await reportPieces(assembly, 3);
    await receivePieces(order.partId, 2);
    const readReport = async (name: string, fields: Record<string, unknown>) =>
      (await factory.call<{ rows: Record<string, unknown>[] }>(`/mes/form/${name}`, fields)).rows;
    const rows = await readReport('partWarehouseStatus', { orderId: order.id });
    expect(rows).toMatchObject([
      {
        partId: bushId,
        completed: 8,
        consumed: 6,
        warehoused: 0,
        waiting: 2,
        warehouseStatus: 'notIn',
        lastInAt: null,
      },
      {
        partId: order.partId,
        completed: 3,
        consumed: 0,
        warehoused: 2,
        waiting: 1,
        warehouseStatus: 'partlyIn',
        shelfName: 'Shelf 1',
        daysIn: 0,
      },
    ]);
    expect(await readReport('warehouseReceipts', { partId: order.partId })).toMatchObject([
      { quantity: 2, shelfName: 'Shelf 1' },
    ]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  const runBoth = (first: Promise<unknown>, second: Promise<unknown>) =>
    Promise.all([readRefusalCode(first), readRefusalCode(second)]);
  itOnPostgres('never has more than is finished, whatever is reversed or put in at once', async () => {
    for (let round = 0; round < 6; round++) {
      const order = await factory.createOrder(4, ['Turning']);
      const reportId = await reportPieces(order.processIds[0]!, 4);
      const outcomes = await runBoth(
        factory.call('/mes/report/reverse', { reportId, reason: 'counted wrong' }),
        receivePieces(order.partId, 3, callOnSecondNode),
      );
      expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(1);
      const { completed, warehoused } = await readPart(order.partId);
      expect(warehoused).toBeLessThanOrEqual(completed);
    }
    await expectNoMismatches();
  });
  itOnPostgres('never has pieces that the assembly receives at once', async () => {
    for (let round = 0; round < 6; round++) {
      const { bushId, bushing, assembly } = await createAssembly();
      await reportPieces(bushing, 8);
      const { employeeId } = await factory.createPerson('Idle', []);
      const start = callOnSecondNode('/mes/report/start', {
        processId: assembly,
        quantity: 4,
        people: [{ employeeId }],
      });
      const outcomes = await runBoth(receivePieces(bushId, 1), start);
      expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(1);
      expect((await readPart(bushId)).waiting).toBeGreaterThanOrEqual(0);
    }
    await expectNoMismatches();
  });
});
