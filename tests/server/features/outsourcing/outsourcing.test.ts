import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import {
  createOutsourcedOrder,
  makeOutsourcingCalls,
  type OutsourcingCalls,
} from '#tests/support/outsourcing-calls.ts';
import { finishWork, readProcessProgress, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('an outsourcing order', (database) => {
  let factory: TestFactory;
  let calls: OutsourcingCalls;
  const readProcess = (id: number) => readProcessProgress(factory, id);
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeOutsourcingCalls(factory.call);
  });

  test('sends and returns in part, and the next process gets the good pieces', async () => {
    const { id, order, processId, nextProcessId } = await createOutsourcedOrder(factory, 10);
    expect(await calls.readOrder(id)).toMatchObject({ state: 'draft', confirmedDate: null, endedAt: null });
    const first = await calls.send(id, { [processId]: 6 }, { remark: 'two boxes' });
    expect(first).toMatchObject({
      state: 'partlySent',
      deliveryNote: expect.stringMatching(/-1$/) as unknown,
    });
    // The craft does not need receiving, so the shipment also receives the sent pieces.
    expect(await readProcess(processId)).toMatchObject({
      state: 'unfinished',
      received: 6,
      machinable: 0,
      outsourced: 6,
      hasRun: true,
    });
    expect(await factory.call('/mes/order/get', { id: order.id })).toMatchObject({
      state: 'inProgress',
      startedAt: expect.any(String) as unknown,
    });
    expect(await calls.send(id, { [processId]: 4 }, { deliveryNote: 'DN-77' })).toMatchObject({
      state: 'sent',
      deliveryNote: 'DN-77',
    });
    expect(await readProcess(nextProcessId)).toMatchObject({ arrived: 0 });
    const returnAnswer = await calls.return(
      id,
      processId,
      { good: 5, hold: 1, unmachined: 1 },
      { deliveryNote: 'R1' },
    );
    expect(returnAnswer).toMatchObject({ state: 'partlyReturned', deliveryNote: 'R1' });
    expect(await readProcess(processId)).toMatchObject({ good: 5, hold: 1, machinable: 1, outsourced: 3 });
    expect(await readProcess(nextProcessId)).toMatchObject({ arrived: 5 });
    // Pieces that were returned unmachined can be sent again or machined in the factory.
    await calls.send(id, { [processId]: 1 });
    expect(await calls.return(id, processId, { good: 4 })).toMatchObject({ state: 'completed' });
    expect(await calls.readOrder(id)).toMatchObject({ endedAt: expect.any(String) as unknown });
    expect(await readProcess(processId)).toMatchObject({ good: 9, hold: 1, outsourced: 0, received: 10 });
    const { lines, movements } = await calls.readDetail(id);
    expect(lines).toMatchObject([
      {
        processId,
        name: 'Harden',
        quantity: 10,
        sent: 11,
        returnedGood: 9,
        returnedHold: 1,
        takenBack: 1,
        sendable: 0,
      },
    ]);
    expect(movements.map(({ kind, byName }) => [kind, byName])).toEqual(
      ['returnPieces', 'sendPieces', 'returnPieces', 'sendPieces', 'sendPieces'].map((kind) => [
        kind,
        'Admin',
      ]),
    );
    expect(movements.at(-1)).toMatchObject({ remark: 'two boxes', lines: [{ processId, sent: 6 }] });
  });

  test('holds processes of several orders, and one shipment takes pieces of each', async () => {
    const [firstOrder, secondOrder] = [
      await factory.createOrder(4, ['Harden', 'Grind']),
      await factory.createOrder(7, ['Harden']),
    ];
    const supplierId = (await calls.addSupplier()).id;
    const { id } = await calls.order(supplierId, {
      [firstOrder.processIds[0]!]: 4,
      [secondOrder.processIds[0]!]: 5,
    });
    await calls.send(id, { [firstOrder.processIds[0]!]: 4, [secondOrder.processIds[0]!]: 3 });
    expect(await readProcess(firstOrder.processIds[0]!)).toMatchObject({ outsourced: 4 });
    expect(await readProcess(secondOrder.processIds[0]!)).toMatchObject({
      outsourced: 3,
      state: 'unfinished',
    });
    // One outsourcing order can contain both processes of a part.
    const newItems = calls.makeItems({
      [firstOrder.processIds[0]!]: 4,
      [secondOrder.processIds[0]!]: 5,
      [firstOrder.processIds[1]!]: 4,
    });
    expect(await calls.change(id, { items: newItems })).toMatchObject({ state: 'partlySent' });
    await calls.return(id, firstOrder.processIds[0]!, { good: 4 });
    await calls.send(id, { [firstOrder.processIds[1]!]: 4 });
    expect(await readProcess(firstOrder.processIds[1]!)).toMatchObject({ outsourced: 4, arrived: 4 });
  });

  test('posts no receive where the craft needs one, and sends only what was received', async () => {
    const { id, processId } = await createOutsourcedOrder(factory, 10, [
      { name: 'Harden', needsReceive: true },
    ]);
    expect(await readRefusalCode(calls.send(id, { [processId]: 1 }))).toBe('sendExceedsMachinable');
    await factory.call('/mes/report/receive', { processId, quantity: 4 });
    expect(await readRefusalCode(calls.send(id, { [processId]: 5 }))).toBe('sendExceedsMachinable');
    await calls.send(id, { [processId]: 4 });
    expect(await readProcess(processId)).toMatchObject({ received: 4, outsourced: 4, machinable: 0 });
  });

  test('shares the pieces of a process with the people in the house', async () => {
    const { id, processId, nextProcessId } = await createOutsourcedOrder(factory, 10);
    await calls.send(id, { [processId]: 6 });
    const { reportId } = await startWorkByNewPerson(factory, processId, 4);
    await finishWork(factory.call, reportId, 4);
    await calls.return(id, processId, { good: 6 });
    expect(await readProcess(processId)).toMatchObject({ state: 'completed', good: 10 });
    expect(await readProcess(nextProcessId)).toMatchObject({ arrived: 10 });
    // Nothing is left to send, so the order can end with fewer pieces than ordered.
    expect(await calls.readOrder(id)).toMatchObject({ state: 'partlyReturned' });
    expect(await calls.end(id)).toMatchObject({ state: 'completed' });
    // The processes of a completed order can be ordered again.
    const nextOrder = await createOutsourcedOrder(factory, 3);
    expect(await calls.readOrder(nextOrder.id)).toMatchObject({ state: 'draft' });
  });

  test('takes pieces back unmachined, and is a draft again if all came back like this', async () => {
    const { id, processId } = await createOutsourcedOrder(factory, 8);
    await calls.send(id, { [processId]: 5 });
    expect(await calls.takeBack(id, { [processId]: 2 })).toMatchObject({ state: 'partlySent' });
    expect(await readProcess(processId)).toMatchObject({ machinable: 2, outsourced: 3, received: 5 });
    expect(await calls.takeBack(id, { [processId]: 3 })).toMatchObject({ state: 'draft' });
    expect(await readProcess(processId)).toMatchObject({ machinable: 5, outsourced: 0, good: 0 });
    expect(await calls.cancel(id)).toMatchObject({ state: 'cancelled' });
  });

  test('reverses movements by opposite entries, down to the process as it was', async () => {
    const { id, order, processId } = await createOutsourcedOrder(factory, 10);
    const before = await readProcess(processId);
    const sentMovement = await calls.send(id, { [processId]: 10 });
    const returnMovement = await calls.return(id, processId, { good: 9, hold: 1 });
    expect(returnMovement.state).toBe('completed');
    // The pieces of the shipment have already returned from the supplier.
    const { code } = await calls.readOrder(id);
    await expect(calls.reverse(id, sentMovement.movementId)).rejects.toMatchObject({
      code: 'reverseBlockedBy',
      params: { bucket: 'outsourced', left: 0, needed: 10, what: 'returnPieces', who: code, quantity: 10 },
      rows: [{ entity: 'outsourcingOrder', id, name: code }],
    });
    expect(await calls.reverse(id, returnMovement.movementId)).toMatchObject({ state: 'sent' });
    expect(await calls.readOrder(id)).toMatchObject({ endedAt: null });
    expect(await readRefusalCode(calls.reverse(id, returnMovement.movementId))).toBe('movementReversed');
    const reversal = await calls.reverse(id, sentMovement.movementId);
    expect(reversal.state).toBe('draft');
    expect(await readRefusalCode(calls.reverse(id, reversal.movementId))).toBe('movementReversed');
    const after = await readProcess(processId);
    expect({ ...after, version: 0 }).toEqual({ ...before, orderState: 'released', version: 0 });
    expect(await factory.call('/mes/order/get', { id: order.id })).toMatchObject({ state: 'released' });
    const { movements } = await calls.readDetail(id);
    expect(movements.map(({ reversesId, reversedById }) => [reversesId, reversedById])).toEqual([
      [sentMovement.movementId, null],
      [returnMovement.movementId, null],
      [null, movements[1]!.id],
      [null, movements[0]!.id],
    ]);
    expect(movements[0]!.lines).toEqual([
      { processId, sent: -10, returnedGood: 0, returnedHold: 0, takenBack: 0 },
    ]);
  });

  test('keeps the state of a process that has another shipment or report when one is reversed', async () => {
    const { id, processId } = await createOutsourcedOrder(factory, 10);
    const first = await calls.send(id, { [processId]: 3 });
    const second = await calls.send(id, { [processId]: 3 });
    await calls.reverse(id, first.movementId);
    expect(await readProcess(processId)).toMatchObject({ state: 'unfinished', hasRun: true, outsourced: 3 });
    const { reportId } = await startWorkByNewPerson(factory, processId, 2);
    await finishWork(factory.call, reportId, 2);
    await factory.call('/mes/report/reverse', { reportId, reason: 'counted wrong' });
    expect(await readProcess(processId)).toMatchObject({ state: 'unfinished', hasRun: true });
    await calls.reverse(id, second.movementId);
    expect(await readProcess(processId)).toMatchObject({ state: 'notStarted', hasRun: false, received: 0 });
  });

  test('reverses shipments of pieces that came back unmachined from the last to the first', async () => {
    const { id, processId } = await createOutsourcedOrder(factory, 4);
    const { code } = await calls.readOrder(id);
    const first = await calls.send(id, { [processId]: 4 });
    const takeBackMovement = await calls.takeBack(id, { [processId]: 4 });
    const second = await calls.send(id, { [processId]: 4 });
    // The return and the second shipment would use each other's pieces for ever.
    await expect(calls.reverse(id, first.movementId)).rejects.toMatchObject({
      code: 'reverseLaterFirst',
      params: { what: 'sendPieces', who: code, quantity: 4 },
      rows: [{ entity: 'outsourcingOrder', id, name: code }],
    });
    for (const { movementId } of [second, takeBackMovement, first]) await calls.reverse(id, movementId);
    expect(await readProcess(processId)).toMatchObject({ state: 'notStarted', received: 0, outsourced: 0 });
  });

  test('does not reverse a return whose pieces the next process has received', async () => {
    const { id, processId, nextProcessId } = await createOutsourcedOrder(factory, 10);
    await calls.send(id, { [processId]: 10 });
    const returnMovement = await calls.return(id, processId, { good: 10 });
    await factory.call('/mes/report/receive', { processId: nextProcessId, quantity: 4 });
    expect(await readRefusalCode(calls.reverse(id, returnMovement.movementId))).toBe('reverseBlockedBy');
    expect(await readProcess(nextProcessId)).toMatchObject({ arrived: 10, received: 4 });
  });

  test('takes pieces in although their work order was suspended or closed meanwhile', async () => {
    const { id, order, processId } = await createOutsourcedOrder(factory, 10);
    await calls.send(id, { [processId]: 10 });
    const readVersion = async () =>
      (await factory.call<{ version: number }>('/mes/order/get', { id: order.id })).version;
    await factory.call('/mes/order/suspend', { id: order.id, version: await readVersion() });
    await calls.return(id, processId, { good: 3 });
    await factory.call('/mes/order/close', { id: order.id, version: await readVersion() });
    await calls.return(id, processId, { good: 7 });
    expect(await readProcess(processId)).toMatchObject({ good: 10, orderState: 'closed' });
  });

  test('does the same request once', async () => {
    const { id, processId } = await createOutsourcedOrder(factory, 10);
    const { version } = await calls.readOrder(id);
    const requestId = crypto.randomUUID();
    const sendPieces = () =>
      factory.call<{ movementId: number }>(
        '/mes/outsourcing/send',
        { id, version, items: calls.makeItems({ [processId]: 4 }) },
        requestId,
      );
    const first = await sendPieces();
    expect(await sendPieces()).toEqual(first);
    expect(await readProcess(processId)).toMatchObject({ outsourced: 4 });
  });

  test('is written to the history and the ledger, which cannot be changed', async () => {
    const { id, processId } = await createOutsourcedOrder(factory, 10);
    const { movementId } = await calls.send(id, { [processId]: 4 });
    const { db } = factory.connection;
    const entries = await db
      .selectFrom('ledgerEntry')
      .select(['fromAccount', 'toAccount', 'quantity', 'reportId'])
      .where('factoryId', '=', factory.factoryId)
      .where('movementId', '=', movementId)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { fromAccount: 'supply', toAccount: 'machinable', quantity: 4, reportId: null },
      { fromAccount: 'machinable', toAccount: 'outsourced', quantity: 4, reportId: null },
    ]);
    const log = await db
      .selectFrom('log')
      .select('action')
      .where('factoryId', '=', factory.factoryId)
      .where('entity', '=', 'outsourcingOrder')
      .where('entityId', '=', id)
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['add', 'sendPieces']);
    for (const change of [
      () => db.deleteFrom('outsourcingMovement').where('id', '=', movementId).execute(),
      () =>
        db
          .updateTable('outsourcingMovementLine')
          .set({ sent: 1 })
          .where('movementId', '=', movementId)
          .execute(),
    ])
      await expect(change()).rejects.toThrow('append-only');
  });

  test('leaves every ledger in agreement with its entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(10);
    expect(mismatches).toEqual([]);
  });
});
