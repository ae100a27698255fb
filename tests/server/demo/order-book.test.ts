import { expect, test } from 'vitest';
import { OrderBook, type OpenProcess, type ProcessAnswer } from '#server/demo/simulator/order-book.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type CallFunction } from '#tests/support/floor.ts';

describeForEachDatabase('The order book of the simulated workers', (database) => {
  const readOrderBook = async (call: CallFunction, partId: number) => {
    const rows = await call<ProcessProgress[]>('/mes/process/progress', { partId });
    const book = new OrderBook();
    const processes = rows.map((row): OpenProcess => ({ ...row, id: row.processId }));
    const order = { id: 1, version: 1, code: 'W-1', state: 'inProgress', dueDate: null, processes };
    book.putOrder(order);
    return { book, order };
  };

  test('lists rework beside other work until it is started, and an order with rework is not stuck', async () => {
    const { call, createOrder, createPerson } = await createTestFactory(await database.open());
    const { id: workGroupId } = await call<{ id: number }>('/mes/system/basic/group/save', {
      ...{ code: 'G', name: 'Turners' },
    });
    const { partId, processIds } = await createOrder(10, ['Turning']);
    const processId = processIds[0]!;
    const { version } = await call<{ version: number }>('/mes/process/get', { id: processId });
    await call('/mes/process/save', { id: processId, version, workGroupId });
    const hireSomebody = async () => [{ employeeId: (await createPerson('Turner', [])).employeeId }];
    const record = async (quantities: object) =>
      call('/mes/report/record', { processId, minutes: 1, people: await hireSomebody(), ...quantities });

    await record({ good: 5, rework: 3 });
    const listQuantities = (book: OrderBook) =>
      book.listWork(workGroupId).map(({ quantity, isRework }) => ({ quantity, isRework }));
    expect(listQuantities((await readOrderBook(call, partId)).book)).toEqual([
      { quantity: 2, isRework: false },
      { quantity: 3, isRework: true },
    ]);
    await record({ good: 2 });
    const { book, order } = await readOrderBook(call, partId);
    expect(listQuantities(book)).toEqual([{ quantity: 3, isRework: true }]);
    expect(book.isStuck(order)).toBe(false);
    const { process: answer } = await call<{ process: ProcessAnswer }>('/mes/report/start', {
      ...{ processId, quantity: 3, isRework: true, people: await hireSomebody() },
    });
    book.updateProcess(order.id, answer);
    expect(listQuantities(book)).toEqual([]);
  });
});
