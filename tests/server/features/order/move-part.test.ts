import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  getIsoTimeAgo,
  readRefusalCode,
  type CallFunction,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { openSecondNode } from '#tests/support/second-node.ts';

const ROUNDS_PER_PAIR = 5;

describeForEachDatabase('a part that moves into another assembly', (database) => {
  let factory: TestFactory;
  let craftId: number;
  let codeCount = 0;
  const saveRecord = (path: string, fields: Record<string, unknown>) =>
    factory.call<{ id: number; version: number }>(`/mes/${path}/save`, fields);
  const readPart = (id: number) => factory.call<Entity<'part'>>('/mes/order/part/get', { id });
  const readProcess = (id: number) => factory.call<Entity<'process'>>('/mes/process/get', { id });
  const movePart = async (
    id: number,
    parentId: number | null,
    fields: Record<string, unknown> = {},
    call = factory.call,
  ) =>
    call<Entity<'part'>>('/mes/order/part/save', {
      id,
      version: (await readPart(id)).version,
      parentId,
      ...fields,
    });
  const readRefusal = (call: Promise<unknown>): Promise<RefusedCallError> =>
    call.then(
      () => Promise.reject(new Error('The call was accepted')),
      (error: unknown) => error as RefusedCallError,
    );
  const receivePieces = (processId: number, quantity: number, call = factory.call) =>
    call('/mes/report/receive', { processId, quantity });
  const finishPieces = async (processId: number, quantity: number) => {
    const { employeeId } = await factory.createPerson('Worker', []);
    const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity,
      at: getIsoTimeAgo(20),
      people: [{ employeeId }],
    });
    await factory.call('/mes/report/finish', { reportId, good: quantity });
  };

  /**
   * Creates a released order of 10 machines. Each machine takes a frame and a pump. Wheels are made beside the
   * machines.
   */
  async function createMachineOrder() {
    const code = `V-${++codeCount}`;
    const order = await saveRecord('order', { code, name: 'Machines', quantity: 10 });
    const addPart = async (partCode: string, parentId: number | null, quantity: number) => {
      const { id } = await saveRecord('order/part', {
        orderId: order.id,
        parentId,
        code: partCode,
        name: partCode,
        quantity,
      });
      const process = await saveRecord('process', { partId: id, seq: 10, craftId, manMachineRatio: 1 });
      return { id, processId: process.id };
    };
    const machine = await addPart('MACHINE', null, 10);
    const frame = await addPart('FRAME', machine.id, 10);
    const pump = await addPart('PUMP', machine.id, 10);
    const wheel = await addPart('WHEEL', null, 40);
    await factory.call('/mes/order/release', { id: order.id, version: order.version });
    return { id: order.id, machine, frame, pump, wheel };
  }

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    craftId = (await saveRecord('system/basic/crafts', { code: 'K1', name: 'Turning' })).id;
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  it('supplies the new assembly and no longer the old one, and its sub-parts move along', async () => {
    const { machine, frame, pump, wheel } = await createMachineOrder();
    expect(await readProcess(pump.processId)).toMatchObject({ arrived: 10 });
    expect(await movePart(wheel.id, pump.id, { quantityPer: 4 })).toMatchObject({
      parentId: pump.id,
      quantityPer: 4,
      quantity: 40,
    });
    expect(await readProcess(pump.processId)).toMatchObject({ arrived: 0 });
    await finishPieces(wheel.processId, 9);
    expect(await readProcess(pump.processId)).toMatchObject({ arrived: 2 });
    // Moving the pump into the frame also moves its wheels.
    expect(await readProcess(frame.processId)).toMatchObject({ arrived: 10 });
    await movePart(pump.id, frame.id);
    expect(await readProcess(frame.processId)).toMatchObject({ arrived: 0 });
    await finishPieces(pump.processId, 2);
    expect(await readProcess(frame.processId)).toMatchObject({ arrived: 2 });
    expect(await readProcess(machine.processId)).toMatchObject({ arrived: 0 });
    // At the top level, the pump supplies no other part.
    await movePart(pump.id, null);
    expect(await readProcess(frame.processId)).toMatchObject({ arrived: 10 });
    expect((await readPart(wheel.id)).parentId).toBe(pump.id);
    const history = await factory.connection.db
      .selectFrom('log')
      .select(['before', 'after'])
      .where('entity', '=', 'part')
      .where('entityId', '=', pump.id)
      .where('action', '=', 'modify')
      .orderBy('id')
      .execute();
    expect(history).toMatchObject([
      { before: { parentId: machine.id }, after: { parentId: frame.id } },
      { before: { parentId: frame.id }, after: { parentId: null } },
    ]);
  });

  it('goes neither into itself, nor into a part below it, nor into a part of another order', async () => {
    const { machine, pump, wheel } = await createMachineOrder();
    await movePart(wheel.id, pump.id);
    for (const [id, parentId] of [
      [pump.id, pump.id],
      [pump.id, wheel.id],
      [machine.id, wheel.id],
    ] as const)
      expect(await readRefusalCode(movePart(id, parentId))).toBe('cyclicParent');
    const otherOrder = await createMachineOrder();
    const foreignOrder = await (await createTestFactory(factory.connection)).createOrder(1, ['Turning']);
    for (const parentId of [otherOrder.pump.id, foreignOrder.partId, 999_999_999]) {
      const refusal = await readRefusal(movePart(pump.id, parentId));
      expect(Object.keys(refusal.fields)).toEqual(['parentId']);
    }
    expect(await readPart(pump.id)).toMatchObject({ parentId: machine.id, version: 1 });
  });

  it('stays where a process would have received more than has arrived', async () => {
    const { machine, frame, pump, wheel } = await createMachineOrder();
    await receivePieces(pump.processId, 3);
    const refusal = await readRefusal(movePart(wheel.id, pump.id, { quantityPer: 4 }));
    expect([refusal.code, refusal.params, refusal.rows.map(({ id }) => id)]).toEqual([
      'partSupplyBelowReceived',
      { part: 'PUMP', name: 'Turning', received: 3, arrived: 0 },
      [pump.processId],
    ]);
    expect(await readPart(wheel.id)).toMatchObject({ parentId: null });
    await finishPieces(wheel.processId, 12);
    await movePart(wheel.id, pump.id, { quantityPer: 4 });
    // The 3 received pumps have fewer wheels than the new quantity for each pump requires.
    expect((await readRefusal(movePart(wheel.id, pump.id, { quantityPer: 5 }))).code).toBe(
      'partSupplyBelowReceived',
    );
    expect(await readProcess(pump.processId)).toMatchObject({ arrived: 3, received: 3 });
    // The machine contains the pump, so the machine cannot become a part of the pump.
    await finishPieces(frame.processId, 5);
    expect((await readRefusal(movePart(machine.id, pump.id))).code).toBe('cyclicParent');
  });

  it('needs the permission to change orders, an open order and the current version', async () => {
    const { id, pump, wheel } = await createMachineOrder();
    const { call } = await factory.createPerson('Reader', ['WORK_ORDER', 'WORK_ORDER_ADD']);
    expect(await readRefusalCode(movePart(wheel.id, pump.id, {}, call))).toBe('noPermission');
    expect(await readRefusalCode(movePart(wheel.id, pump.id, { version: 9 }))).toBe('stale');
    expect(await readRefusalCode(movePart(wheel.id, pump.id, { quantityPer: 0 }))).toBe('fieldsInvalid');
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id });
    await factory.call('/mes/order/close', { id, version });
    expect(await readRefusalCode(movePart(wheel.id, pump.id))).toBe('orderState');
  });

  for (const [name, run, refusals] of [
    [
      'a report at the new assembly',
      ({ pump }, call) => receivePieces(pump.processId, 3, call),
      ['quantityExceedsReceivable'],
    ],
    ['a report at the part itself', ({ wheel }, call) => receivePieces(wheel.processId, 3, call), []],
    [
      'a move of the new assembly below the part',
      ({ pump, wheel }, call) => movePart(pump.id, wheel.id, {}, call),
      ['cyclicParent', 'stale'],
    ],
    [
      'a new process of the new assembly',
      ({ pump }, call) => call('/mes/process/save', { partId: pump.id, seq: 5, craftId }),
      [],
    ],
  ] as const satisfies readonly (readonly [
    string,
    (order: Awaited<ReturnType<typeof createMachineOrder>>, call: CallFunction) => Promise<unknown>,
    readonly string[],
  ])[])
    it(`is moved before or after ${name}, and no process receives more than arrives`, async () => {
      for (let round = 0; round < ROUNDS_PER_PAIR; round++) {
        const order = await createMachineOrder();
        const { version } = await readPart(order.wheel.id);
        const sendMove = () =>
          readRefusalCode(
            factory.call('/mes/order/part/save', {
              id: order.wheel.id,
              version,
              parentId: order.pump.id,
              quantityPer: 4,
            }),
          );
        const sendOtherAction = () => readRefusalCode(run(order, callOnSecondNode));
        const [moveCode, nextCode] =
          round % 2 === 0
            ? await Promise.all([sendMove(), sendOtherAction()])
            : (await Promise.all([sendOtherAction(), sendMove()])).reverse();
        expect(['accepted', 'partSupplyBelowReceived', 'cyclicParent', 'stale']).toContain(moveCode);
        expect(['accepted', ...refusals]).toContain(nextCode);
        expect([moveCode, nextCode]).toContain('accepted');
        for (const { processId } of [order.pump, order.wheel, order.machine]) {
          const { received, arrived } = await readProcess(processId);
          expect([processId, received > arrived]).toEqual([processId, false]);
        }
      }
    });

  it('leaves ledgers that agree with their entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(0);
    expect(mismatches).toEqual([]);
  });
});
