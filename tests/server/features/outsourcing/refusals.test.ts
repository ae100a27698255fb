import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type RefusedCallError, type TestFactory } from '#tests/support/floor.ts';
import { makeOutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import { finishWork, readProcessProgress, startWorkByNewPerson } from '#tests/support/reports.ts';
import { readTableVersions } from '#tests/support/table-versions.ts';

describeForEachDatabase('outsourcing is refused', (database) => {
  let factory: TestFactory;
  let calls: ReturnType<typeof makeOutsourcingCalls>;
  let supplierId: number;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeOutsourcingCalls(factory.call);
    supplierId = (await calls.addSupplier('Plater')).id;
  });
  /** Runs a call that must be refused and must change no table. @returns the refusal */
  const readRefusal = async (run: () => Promise<unknown>): Promise<RefusedCallError> => {
    const before = await readTableVersions(factory.connection);
    const refusal = await run().then(
      () => Promise.reject(new Error('The call was accepted')),
      (error: unknown) => error as RefusedCallError,
    );
    expect(await readTableVersions(factory.connection)).toEqual(before);
    return refusal;
  };
  const createProcess = async (quantity = 5, name = 'Harden') => {
    const order = await factory.createOrder(quantity, [name, 'Grind']);
    return { order, processId: order.processIds[0]! };
  };

  test('when the process is already external: in another open order, or planned for another supplier', async () => {
    const { processId } = await createProcess();
    const otherOrder = await calls.order(supplierId, { [processId]: 2 }, { code: 'OS-OTHER' });
    const refusal = await readRefusal(() => calls.order(supplierId, { [processId]: 1 }));
    expect(refusal).toMatchObject({
      code: 'processAlreadyExternal',
      params: { name: 'Harden', where: 'OS-OTHER, Plater' },
      rows: [{ entity: 'outsourcingOrder', id: otherOrder.id, name: 'OS-OTHER' }],
    });
    expect(refusal.message).toContain('Process “Harden” is already external: OS-OTHER, Plater');
    // The process stays reserved until all its pieces are back. Then it can be ordered again.
    await calls.send(otherOrder.id, { [processId]: 2 });
    expect((await readRefusal(() => calls.order(supplierId, { [processId]: 1 }))).code).toBe(
      'processAlreadyExternal',
    );
    await calls.return(otherOrder.id, processId, { good: 2 });
    const next = await calls.order(supplierId, { [processId]: 3 });
    await calls.cancel(next.id);
    await calls.order(supplierId, { [processId]: 3 });

    const planned = await createProcess();
    const { version } = await factory.call<{ version: number }>('/mes/process/get', {
      id: planned.processId,
    });
    const heaterId = (await calls.addSupplier('Heater')).id;
    await factory.call('/mes/process/save', { id: planned.processId, version, supplierId: heaterId });
    expect(await readRefusal(() => calls.order(supplierId, { [planned.processId]: 1 }))).toMatchObject({
      code: 'processAlreadyExternal',
      params: { name: 'Harden', where: 'Heater' },
    });
    const planAtHeater = await calls.order(heaterId, { [planned.processId]: 1 });
    expect(
      (await readRefusal(() => calls.change(planAtHeater.id, { supplierId }))).code,
      'the supplier of a planned process cannot be replaced in the order only',
    ).toBe('processAlreadyExternal');
  });

  test('when the state of the process or of its work order disallows it', async () => {
    const runningProcess = await createProcess();
    const runningOrder = await calls.order(supplierId, { [runningProcess.processId]: 5 });
    const { reportId } = await startWorkByNewPerson(factory, runningProcess.processId, 1);
    const sendPiece = () => calls.send(runningOrder.id, { [runningProcess.processId]: 1 });
    expect(await readRefusal(sendPiece)).toMatchObject({
      code: 'outsourcingForbidden',
      params: { name: 'Harden', state: expect.stringContaining('processing') as unknown },
    });
    const otherOrder = await createProcess();
    await startWorkByNewPerson(factory, otherOrder.processId, 1);
    expect((await readRefusal(() => calls.order(supplierId, { [otherOrder.processId]: 1 }))).code).toBe(
      'outsourcingForbidden',
    );
    await finishWork(factory.call, reportId, 1);
    await factory.call('/mes/process/suspend', {
      processId: runningProcess.processId,
      reason: 'no gas',
      seenReportIds: [],
    });
    expect((await readRefusal(sendPiece)).code).toBe('outsourcingForbidden');
    await factory.call('/mes/process/resume', { processId: runningProcess.processId });
    await sendPiece();
    await factory.call('/mes/process/suspend', {
      processId: runningProcess.processId,
      reason: 'no gas',
      seenReportIds: [],
    });
    for (const run of [
      () => calls.return(runningOrder.id, runningProcess.processId, { good: 1 }),
      () => calls.takeBack(runningOrder.id, { [runningProcess.processId]: 1 }),
    ])
      expect((await readRefusal(run)).code).toBe('outsourcingForbidden');

    const completedProcess = await createProcess(1);
    await finishWork(
      factory.call,
      (await startWorkByNewPerson(factory, completedProcess.processId, 1)).reportId,
      1,
    );
    expect((await readRefusal(() => calls.order(supplierId, { [completedProcess.processId]: 1 }))).code).toBe(
      'outsourcingForbidden',
    );

    const suspendedProcess = await createProcess();
    const earlyOrder = await calls.order(supplierId, { [suspendedProcess.processId]: 1 });
    await factory.call('/mes/order/suspend', {
      id: suspendedProcess.order.id,
      version: suspendedProcess.order.version,
    });
    expect(
      await readRefusal(() => calls.send(earlyOrder.id, { [suspendedProcess.processId]: 1 })),
    ).toMatchObject({
      code: 'outsourcingOrderForbids',
      params: { name: 'Harden' },
    });
    const draft = await factory.call<{ id: number; version: number }>('/mes/order/copy', {
      id: suspendedProcess.order.id,
      code: `DRAFT-${suspendedProcess.order.id}`,
      quantity: 2,
      dueDate: null,
    });
    const { rows } = await factory
      .call<{ rows: { processId: number }[] }>('/mes/process/progress', {
        orderId: draft.id,
      })
      .then((processes) => ({ rows: processes as unknown as { processId: number }[] }));
    expect((await readRefusal(() => calls.order(supplierId, { [rows[0]!.processId]: 1 }))).code).toBe(
      'outsourcingOrderForbids',
    );
  });

  test('when the same process is added twice', async () => {
    const { processId } = await createProcess();
    const repeatedItems = [
      { processId, quantity: 1 },
      { processId, quantity: 2 },
    ];
    expect(await readRefusal(() => calls.order(supplierId, {}, { items: repeatedItems }))).toMatchObject({
      code: 'processAddedTwice',
      params: { name: 'Harden' },
      fields: { 'items[1].processId': expect.any(String) as unknown },
    });
    const { id } = await calls.order(supplierId, { [processId]: 5 });
    expect((await readRefusal(() => calls.send(id, {}, { items: repeatedItems }))).code).toBe(
      'processAddedTwice',
    );
    await calls.send(id, { [processId]: 5 });
    const repeatedGoodItems = repeatedItems.map(({ processId: repeatedProcessId }) => ({
      processId: repeatedProcessId,
      good: 1,
    }));
    expect((await readRefusal(() => calls.return(id, 0, {}, { items: repeatedGoodItems }))).code).toBe(
      'processAddedTwice',
    );
  });

  test('for more than is machinable, ordered or at the supplier, in words that name the process', async () => {
    const { processId, order } = await createProcess(10);
    expect(await readRefusal(() => calls.order(supplierId, { [processId]: 11 }))).toMatchObject({
      code: 'outsourcingExceedsPlanned',
      params: { name: 'Harden', planned: 10, quantity: 11 },
    });
    const { id } = await calls.order(supplierId, { [processId]: 6, [order.processIds[1]!]: 10 });
    expect(await readRefusal(() => calls.send(id, { [processId]: 7 }))).toMatchObject({
      code: 'sendExceedsOrdered',
      params: { name: 'Harden', open: 6, quantity: 7 },
    });
    expect(await readRefusal(() => calls.send(id, { [order.processIds[1]!]: 1 }))).toMatchObject({
      code: 'sendExceedsMachinable',
      params: { name: 'Grind', machinable: 0, quantity: 1 },
      fields: { 'items[0].quantity': expect.any(String) as unknown },
    });
    await calls.send(id, { [processId]: 4 });
    for (const pieces of [{ good: 5 }, { good: 2, hold: 2, unmachined: 1 }])
      expect(await readRefusal(() => calls.return(id, processId, pieces))).toMatchObject({
        code: 'returnExceedsOut',
        params: { name: 'Harden', out: 4, quantity: 5 },
      });
    expect((await readRefusal(() => calls.takeBack(id, { [processId]: 4.0001 }))).code).toBe(
      'returnExceedsOut',
    );
    for (const pieces of [{}, { good: 0 }, { good: -1 }])
      expect((await readRefusal(() => calls.return(id, processId, pieces))).code).toBe('fieldsInvalid');
    for (const quantity of [0, -1])
      expect((await readRefusal(() => calls.send(id, { [processId]: quantity }))).code).toBe('fieldsInvalid');
    expect((await readRefusal(() => calls.send(id, {}))).code).toBe('nothingSelected');
    expect(await readProcessProgress(factory, processId)).toMatchObject({ outsourced: 4 });
  });

  test('for a change that contradicts what was sent', async () => {
    const { processId, order } = await createProcess(10);
    const { id } = await calls.order(supplierId, { [processId]: 6 });
    await calls.send(id, { [processId]: 4 });
    const makeChange = (fields: Record<string, unknown>) => () => calls.change(id, fields);
    const items = calls.makeItems({ [processId]: 3 });
    expect(await readRefusal(makeChange({ items }))).toMatchObject({
      code: 'outsourcingBelowSent',
      params: { name: 'Harden', sent: 4 },
    });
    const otherItems = calls.makeItems({ [order.processIds[1]!]: 3 });
    expect((await readRefusal(makeChange({ items: otherItems }))).code).toBe('outsourcingHasMovements');
    const otherSupplier = await calls.addSupplier();
    expect((await readRefusal(makeChange({ supplierId: otherSupplier.id }))).code).toBe(
      'outsourcingHasMovements',
    );
    expect((await readRefusal(makeChange({ items: [] }))).code).toBe('fieldsInvalid');
    expect((await readRefusal(makeChange({ state: 'completed' }))).code).toBe('fieldsInvalid');
    expect((await readRefusal(() => factory.call('/mes/outsourcing/delete', { ids: [id] }))).code).toBe(
      'outsourcingHasMovements',
    );
    await calls.return(id, processId, { good: 1 });
    expect(await readRefusal(() => calls.end(id))).toMatchObject({
      code: 'outsourcingStillOut',
      params: { name: 'Harden', out: 3 },
    });
    // Lowering the ordered quantity to the returned quantity completes the order.
    await calls.takeBack(id, { [processId]: 3 });
    expect(await calls.change(id, { items: calls.makeItems({ [processId]: 1 }) })).toMatchObject({
      state: 'completed',
    });
  });
});
