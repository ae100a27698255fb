import { beforeAll, expect, test } from 'vitest';
import type { CombinedPart } from '#shared/ledger/combine-parts.ts';
import { createBracketOrders } from '#tests/support/bracket-orders.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';

const readRefusal = (call: Promise<unknown>): Promise<RefusedCallError> =>
  call.then(
    () => Promise.reject(new Error('The call was accepted')),
    (error: unknown) => error as RefusedCallError,
  );

describeForEachDatabase('parts that are combined', (database) => {
  let factory: TestFactory;
  let orders: Awaited<ReturnType<typeof createBracketOrders>>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    orders = await createBracketOrders(factory);
  });
  const receive = (processId: number, quantity: number, cardId?: number) =>
    factory.call('/mes/report/receive', { processId, quantity, cardId });
  const scan = (code: string) =>
    factory.call<{ cardId: number; quantity: number }>('/mes/floor/scan', { code });

  test('become one production part with all quantities, for which the assembly waits', async () => {
    const { createBracketOrder, combine, readParts, readRouting, readCards, save } = orders;
    const material = await save('system/basic/material', { code: 'STEEL', name: 'Steel' });
    const order = await createBracketOrder();
    const [keptPart, endedPart] = order.brackets;
    for (const [{ id }, plannedQuantity] of [
      [keptPart, 4],
      [endedPart, 1.5],
    ] as const)
      await save('order/part', {
        id,
        version: 1,
        materials: [{ materialId: material.id, plannedQuantity }],
      });
    const [endedCard] = await readCards(endedPart.id);
    expect(await combine(keptPart, [endedPart])).toEqual({ id: keptPart.id, quantity: 30 });
    expect(await readParts(order.id)).toMatchObject([
      { code: 'FRAME' },
      { id: keptPart.id, quantity: 30, quantityPer: 3, combinedIntoId: null },
    ]);
    expect((await orders.readPart(keptPart.id)).materials).toMatchObject([
      { materialId: material.id, plannedQuantity: 5.5 },
    ]);
    expect(await readRouting(keptPart.id)).toMatchObject([
      { plannedQuantity: 30, arrived: 30 },
      { plannedQuantity: 30, arrived: 0 },
    ]);
    const [card] = await readCards(keptPart.id);
    expect(card).toMatchObject({ quantity: 30, state: 'active' });
    const scanRefusal = await readRefusal(scan(endedCard!.code));
    expect([scanRefusal.code, scanRefusal.params['cards']]).toEqual(['cardEnded', card!.code]);
    expect(await scan(card!.code)).toMatchObject({ cardId: card!.id, quantity: 30 });

    // Ten frames take three brackets each.
    for (const processId of keptPart.processIds) {
      await receive(processId, 30);
      const { employeeId } = await factory.createPerson('Worker', []);
      await factory.call('/mes/report/record', {
        processId,
        good: 30,
        minutes: 30,
        people: [{ employeeId }],
      });
    }
    expect(await readRouting(order.frameId)).toMatchObject([{ arrived: 10 }]);
    const history = await factory.connection.db
      .selectFrom('log')
      .select(['entityId', 'after'])
      .where('factoryId', '=', factory.factoryId)
      .where('action', '=', 'combineParts')
      .where('entityId', 'in', [keptPart.id, endedPart.id])
      .orderBy('entityId')
      .execute();
    expect(history).toMatchObject([
      { entityId: keptPart.id, after: { quantity: 30 } },
      { entityId: endedPart.id, after: { combinedIntoId: keptPart.id } },
    ]);
  });

  test('are parts of their own again when they are taken out', async () => {
    const { createBracketOrder, combine, separate, readParts, readRouting, readCards } = orders;
    const order = await createBracketOrder();
    const [keptPart, endedPart] = order.brackets;
    const readAll = async () => ({
      quantities: (await readParts(order.id)).map(({ id, quantity, quantityPer }) => ({
        id,
        quantity,
        quantityPer,
      })),
      routings: (await Promise.all([keptPart, endedPart].map(({ id }) => readRouting(id))))
        .flat()
        .map(({ id, plannedQuantity, arrived }) => ({ id, plannedQuantity, arrived })),
      cards: (await Promise.all([keptPart, endedPart].map(({ id }) => readCards(id))))
        .flat()
        .map(({ id, code, quantity }) => ({ id, code, quantity })),
    });
    const before = await readAll();
    await combine(keptPart, [endedPart]);
    const combined = await factory.call<CombinedPart[]>('/mes/order/part/combined', { id: order.id });
    expect(combined).toMatchObject([{ id: endedPart.id, combinedIntoId: keptPart.id, quantity: 10 }]);
    expect(await separate(endedPart)).toEqual({ id: endedPart.id, combinedIntoId: keptPart.id });
    expect(await readAll()).toEqual(before);
    expect(await factory.call('/mes/order/part/combined', { id: order.id })).toEqual([]);
    expect(await readRefusalCode(separate(endedPart))).toBe('partNotCombined');
    // A part that was taken out can be combined again. This time the other part is kept.
    expect(await combine(endedPart, [keptPart])).toMatchObject({ quantity: 30 });
    // A combined part is also taken out when it is restored from the deleted data.
    await factory.call('/mes/system/deleted/restore', {
      rows: JSON.stringify([{ entity: 'part', id: keptPart.id }]),
    });
    expect(await readAll()).toEqual(before);
  });

  test('are taken out only while enough remains, and while the parts are still the same', async () => {
    const { createBracketOrder, combine, separate, readPart, save, turningId } = orders;
    const order = await createBracketOrder();
    const [keptPart, endedPart] = order.brackets;
    await combine(keptPart, [endedPart]);
    await receive(keptPart.processIds[0], 21);
    const belowRefusal = await readRefusal(separate(endedPart));
    expect([belowRefusal.code, belowRefusal.params]).toEqual([
      'separateBelowReceived',
      { part: 'Bracket 20', received: 21, remaining: 20 },
    ]);
    const otherOrder = await createBracketOrder();
    await combine(otherOrder.brackets[0], [otherOrder.brackets[1]]);
    await save('process', { partId: otherOrder.brackets[0].id, seq: 30, craftId: turningId });
    const changeRefusal = await readRefusal(separate(otherOrder.brackets[1]));
    expect([changeRefusal.code, changeRefusal.params]).toEqual(['separateChanged', { part: 'Bracket 20' }]);
    expect(await readPart(otherOrder.brackets[0].id)).toMatchObject({ quantity: 30 });
  });

  test('the same parts cannot be combined: neither a part with itself, nor twice', async () => {
    const { createBracketOrder, combine } = orders;
    const order = await createBracketOrder();
    const [keptPart, endedPart] = order.brackets;
    for (const chosenParts of [[keptPart], [endedPart, endedPart]]) {
      const refusal = await readRefusal(combine(keptPart, chosenParts));
      expect([refusal.code, refusal.message]).toEqual([
        'samePartsCombined',
        expect.stringMatching(/The same parts cannot be combined: “Bracket \d+” is chosen twice/),
      ]);
    }
    expect((await readRefusal(combine(keptPart, []))).fields).toHaveProperty('parts');
    const partAtFirstVersion = { id: endedPart.id, version: 1 };
    await combine(keptPart, [endedPart]);
    const repeatedRefusal = await readRefusal(
      factory.call('/mes/order/part/combine', {
        id: keptPart.id,
        version: (await orders.readPart(keptPart.id)).version,
        parts: JSON.stringify([partAtFirstVersion]),
      }),
    );
    expect([repeatedRefusal.code, repeatedRefusal.params]).toEqual([
      'partAlreadyCombined',
      { part: 'Bracket 10', into: 'Bracket 20' },
    ]);
  });

  test('have the same code, material and routing at the same place of one order', async () => {
    const { createBracketOrder, addBracket, combine, readParts, save, turningId } = orders;
    const base = await createBracketOrder();
    const topBracket = await addBracket(base.id, null, 10);
    const frame = { orderId: base.id, code: 'FRAME', name: 'Spare frame', quantity: 1 };
    const bracketInOtherFrame = await addBracket(base.id, (await save('order/part', frame)).id, 10);
    const longer = await createBracketOrder();
    await save('process', { partId: longer.brackets[1].id, seq: 30, craftId: turningId });
    const otherCraft = await createBracketOrder();
    await save('process', {
      id: otherCraft.brackets[1].processIds[1],
      version: 1,
      craftId: turningId,
    });
    const orderWithSubPart = await createBracketOrder();
    await addBracket(orderWithSubPart.id, orderWithSubPart.brackets[1].id, 5, { code: 'RING' });
    const [otherCode, otherMaterial, otherSize] = [
      await createBracketOrder({ code: 'BRACKET-B' }),
      await createBracketOrder({ materialName: 'Brass' }),
      await createBracketOrder({ size: '20×30' }),
    ];
    for (const [order, other, code, words] of [
      [
        base,
        topBracket,
        'combinePartsDiffer',
        /Parent.* of “BRACKET” is “Frame”, and that of the other “—”/i,
      ],
      [
        base,
        bracketInOtherFrame,
        'combinePartsDiffer',
        /of “BRACKET” is “Frame”, and that of the other “Spare frame”/,
      ],
      [otherCode, otherCode.brackets[1], 'combinePartsDiffer', /“BRACKET”.*“BRACKET-B”/],
      [otherMaterial, otherMaterial.brackets[1], 'combinePartsDiffer', /Material of .*“—”.*“Brass”/],
      [otherSize, otherSize.brackets[1], 'combinePartsDiffer', /Size of .*“20×30”/],
      [longer, longer.brackets[1], 'combineProcessMissing', /only one “BRACKET” has process 30 “Turning”/],
      [
        otherCraft,
        otherCraft.brackets[1],
        'combineProcessesDiffer',
        /Operation type of process 20 .*“Turning”/,
      ],
      [orderWithSubPart, orderWithSubPart.brackets[1], 'combineHasSubParts', /“Bracket 10” has sub-parts/],
      [base, otherSize.brackets[0], 'combineOrdersDiffer', /merge the orders instead/],
    ] as const) {
      const before = await readParts(order.id);
      const refusal = await readRefusal(combine(order.brackets[0], [other]));
      expect([refusal.code, refusal.message]).toEqual([code, expect.stringMatching(words)]);
      expect(await readParts(order.id)).toEqual(before);
    }
  });

  test('end only if nothing of them is received or issued, and only in an open order', async () => {
    const { createBracketOrder, combine, readParts, save } = orders;
    const begunOrder = await createBracketOrder();
    await receive(begunOrder.brackets[1].processIds[0], 1);
    const refusal = await readRefusal(combine(begunOrder.brackets[0], [begunOrder.brackets[1]]));
    expect([refusal.code, refusal.params, refusal.rows.map(({ id }) => id)]).toEqual([
      'combineBegun',
      { part: 'Bracket 10', name: 'Turning' },
      [begunOrder.brackets[1].processIds[0]],
    ]);
    // Work on the part that is kept may already have begun.
    expect(await combine(begunOrder.brackets[1], [begunOrder.brackets[0]])).toMatchObject({ quantity: 30 });

    const issuedOrder = await createBracketOrder();
    const material = await save('system/basic/material', { code: 'BRASS', name: 'Brass' });
    await save('order/part', {
      id: issuedOrder.brackets[1].id,
      version: 1,
      materials: [{ materialId: material.id, plannedQuantity: 2 }],
    });
    await factory.call('/mes/order/part/issueMaterial', {
      partId: issuedOrder.brackets[1].id,
      materialId: material.id,
      quantity: 2,
    });
    const issueRefusal = await readRefusal(combine(issuedOrder.brackets[0], [issuedOrder.brackets[1]]));
    expect([issueRefusal.code, issueRefusal.params]).toEqual([
      'combineIssued',
      { part: 'Bracket 10', material: 'Brass' },
    ]);

    const cancelledOrder = await createBracketOrder();
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: cancelledOrder.id });
    await factory.call('/mes/order/cancel', { id: cancelledOrder.id, version });
    const cancelledRefusal = await readRefusal(
      combine(cancelledOrder.brackets[0], [cancelledOrder.brackets[1]]),
    );
    expect([cancelledRefusal.code, cancelledRefusal.message]).toEqual([
      'orderState',
      expect.stringMatching(/Cancelled.*combine the parts/i),
    ]);
    expect(await readParts(cancelledOrder.id)).toHaveLength(3);
  });

  test('need the permissions to change orders and processes, a current version and this factory', async () => {
    const { createBracketOrder, combine, separate } = orders;
    const [keptPart, endedPart] = (await createBracketOrder()).brackets;
    for (const permissions of [
      ['WORK_ORDER', 'PROCESS_MODIFY'],
      ['WORK_ORDER', 'WORK_ORDER_MODIFY'],
    ] as const) {
      const { call } = await factory.createPerson('Planner', permissions);
      expect(await readRefusalCode(combine(keptPart, [endedPart], call))).toBe('noPermission');
      expect(await readRefusalCode(separate(endedPart, call))).toBe('noPermission');
    }
    const staleFields = {
      id: keptPart.id,
      version: 99,
      parts: JSON.stringify([{ id: endedPart.id, version: 1 }]),
    };
    expect(await readRefusalCode(factory.call('/mes/order/part/combine', staleFields))).toBe('stale');
    const { call: callElsewhere } = await createTestFactory(factory.connection);
    expect(await readRefusalCode(combine(keptPart, [endedPart], callElsewhere))).toBe('rowNotFound');
    expect(await readRefusalCode(separate(endedPart, callElsewhere))).toBe('rowNotFound');
  });

  test('leave ledgers that agree with their entries', async () => {
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
