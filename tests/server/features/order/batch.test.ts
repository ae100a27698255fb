import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { MAX_BATCH_ROWS, type BatchAnswer } from '#shared/answers/batch.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type TestFactory,
  type CallFunction,
  type RefusedCallError,
} from '#tests/support/floor.ts';

const PLANNER_EVENTS = ['release', 'suspend', 'resume', 'close', 'reopen', 'cancel'] as const;

interface BatchTestOrder {
  id: number;
  version: number;
  state: string;
  priority: number;
  dueDate: string | null;
}

describeForEachDatabase('a batch of orders', (database) => {
  let factory: TestFactory;
  let craftId: number;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    craftId = (
      await factory.call<{ id: number }>('/mes/system/basic/crafts/save', { code: 'K1', name: 'Turning' })
    ).id;
  });

  let count = 0;
  /** Creates a draft order. It can be released only if it has a process. */
  async function makeDraft(hasProcess: boolean, fields: object = {}): Promise<BatchTestOrder> {
    const code = `B-${++count}`;
    const draft = await factory.call<BatchTestOrder>('/mes/order/save', {
      code,
      name: code,
      quantity: 5,
      ...fields,
    });
    if (hasProcess) {
      const part = await factory.call<{ id: number }>('/mes/order/part/save', {
        orderId: draft.id,
        code: 'P',
        name: 'Part',
        quantity: 5,
      });
      await factory.call('/mes/process/save', { partId: part.id, seq: 10, craftId });
    }
    return draft;
  }
  const readOrder = (id: number) => factory.call<BatchTestOrder>('/mes/order/get', { id });
  const sendBatch = (
    verb: (typeof PLANNER_EVENTS)[number] | 'save',
    rows: unknown,
    { call = factory.call, requestId }: { call?: CallFunction; requestId?: string } = {},
  ) =>
    call<BatchAnswer<BatchTestOrder>>(`/mes/order/${verb}/batch`, { rows: JSON.stringify(rows) }, requestId);
  const listVerdicts = ({ rows }: BatchAnswer) =>
    rows.map(({ id, answer }) => [id, answer.success ? 'done' : answer.code]);
  const toIdAndVersion = ({ id, version }: BatchTestOrder) => ({ id, version });

  test('gives each row its own verdict, and a refused row does not stop the others', async () => {
    const [emptyOrder, firstOrder, staleOrder, releasedOrder, lastOrder] = [
      await makeDraft(false),
      await makeDraft(true),
      await makeDraft(true),
      await makeDraft(true),
      await makeDraft(true),
    ];
    const orderAfterRelease = await factory.call<BatchTestOrder>(
      '/mes/order/release',
      toIdAndVersion(releasedOrder),
    );
    const answer = await sendBatch('release', [
      toIdAndVersion(emptyOrder),
      toIdAndVersion(firstOrder),
      { id: staleOrder.id, version: 9 },
      { id: releasedOrder.id, version: orderAfterRelease.version },
      { id: 999_999_999, version: 1 },
      toIdAndVersion(lastOrder),
    ]);
    expect(listVerdicts(answer)).toEqual([
      [emptyOrder.id, 'orderNotReleasable'],
      [firstOrder.id, 'done'],
      [staleOrder.id, 'stale'],
      [releasedOrder.id, 'orderState'],
      [999_999_999, 'rowNotFound'],
      [lastOrder.id, 'done'],
    ]);
    const refusedAnswer = answer.rows[3]!.answer;
    expect(refusedAnswer).toMatchObject({ message: expect.stringMatching(/Released.*[Rr]elease/s) });
    const states = await Promise.all(
      [emptyOrder, firstOrder, staleOrder, lastOrder].map(async ({ id }) => (await readOrder(id)).state),
    );
    expect(states).toEqual(['draft', 'released', 'draft', 'released']);
  });

  test('changes the priority or the due date of each row for which the rules allow the change', async () => {
    const [draftOrder, plannedOrder, orderToCancel] = [
      await makeDraft(true),
      await makeDraft(true, { plannedStart: '2026-05-10' }),
      await makeDraft(true),
    ];
    const cancelledOrder = await factory.call<BatchTestOrder>(
      '/mes/order/cancel',
      toIdAndVersion(orderToCancel),
    );
    const dueDateAnswer = await sendBatch('save', [
      { ...toIdAndVersion(draftOrder), dueDate: '2026-05-01' },
      { ...toIdAndVersion(plannedOrder), dueDate: '2026-05-01' },
      { id: orderToCancel.id, version: cancelledOrder.version, dueDate: '2026-05-01' },
    ]);
    expect(listVerdicts(dueDateAnswer)).toEqual([
      [draftOrder.id, 'done'],
      [plannedOrder.id, 'startAfterEnd'],
      [orderToCancel.id, 'orderState'],
    ]);
    const changedOrder = await readOrder(draftOrder.id);
    expect(changedOrder).toMatchObject({ dueDate: '2026-05-01', priority: 5 });
    const priorityAnswer = await sendBatch('save', [
      { ...toIdAndVersion(changedOrder), priority: 9 },
      { ...toIdAndVersion(plannedOrder), priority: 10 },
    ]);
    expect(listVerdicts(priorityAnswer)).toEqual([
      [draftOrder.id, 'done'],
      [plannedOrder.id, 'fieldsInvalid'],
    ]);
    expect(await readOrder(draftOrder.id)).toMatchObject({ priority: 9, dueDate: '2026-05-01' });
  });

  test('changes each row once, even if the batch is sent several times', async () => {
    const orders = [await makeDraft(true), await makeDraft(false), await makeDraft(true)];
    const requestId = randomUUID();
    const releaseOrders = () => sendBatch('release', orders.map(toIdAndVersion), { requestId });
    const [firstAnswer, ...otherAnswers] = await Promise.all([
      releaseOrders(),
      releaseOrders(),
      releaseOrders(),
    ]);
    const repeatedAnswer = await releaseOrders();
    for (const answer of [firstAnswer!, ...otherAnswers, repeatedAnswer]) {
      expect(listVerdicts(answer)).toEqual([
        [orders[0]!.id, 'done'],
        [orders[1]!.id, 'orderNotReleasable'],
        [orders[2]!.id, 'done'],
      ]);
      expect(answer.rows[0]).toEqual(repeatedAnswer.rows[0]);
    }
    const logRows = await factory.connection.db
      .selectFrom('log')
      .select('entityId')
      .where('action', '=', 'release')
      .where(
        'entityId',
        'in',
        orders.map(({ id }) => id),
      )
      .orderBy('entityId')
      .execute();
    expect(logRows.map((row) => row.entityId)).toEqual([orders[0]!.id, orders[2]!.id]);
    // A refused row can succeed later with the same request id.
    const part = { orderId: orders[1]!.id, code: 'P', name: 'Part', quantity: 5 };
    const { id: partId } = await factory.call<{ id: number }>('/mes/order/part/save', part);
    await factory.call('/mes/process/save', { partId, seq: 10, craftId });
    expect(listVerdicts(await releaseOrders()).map(([, verdict]) => verdict)).toEqual([
      'done',
      'done',
      'done',
    ]);
  });

  test('needs the permission of the single action', async () => {
    const order = await makeDraft(true);
    const reader = await factory.createPerson('Reader', ['WORK_ORDER']);
    const adder = await factory.createPerson('Adder', ['WORK_ORDER', 'WORK_ORDER_ADD']);
    const planner = await factory.createPerson('Planner', ['WORK_ORDER', 'WORK_ORDER_MODIFY']);
    for (const verb of [...PLANNER_EVENTS, 'save'] as const)
      expect(await readRefusalCode(sendBatch(verb, [toIdAndVersion(order)], { call: reader.call }))).toBe(
        'noPermission',
      );
    expect(await readRefusalCode(sendBatch('release', [toIdAndVersion(order)], { call: adder.call }))).toBe(
      'noPermission',
    );
    // Reopening requires its own permission.
    expect(await readRefusalCode(sendBatch('reopen', [toIdAndVersion(order)], { call: planner.call }))).toBe(
      'noPermission',
    );
    const row = { ...toIdAndVersion(order), priority: 8 };
    expect(listVerdicts(await sendBatch('save', [row], { call: adder.call }))).toEqual([
      [order.id, 'noPermission'],
    ]);
    expect(listVerdicts(await sendBatch('save', [row], { call: planner.call }))).toEqual([
      [order.id, 'done'],
    ]);
  });

  test('has a maximum length, and contains each row once, by its id', async () => {
    const order = await makeDraft(true);
    const readProblems = async (rows: unknown) => {
      const error = await sendBatch('release', rows).then(
        () => null,
        (thrown: unknown) => thrown as RefusedCallError,
      );
      return error && [error.code, Object.keys(error.fields)];
    };
    const tooManyRows = Array.from({ length: MAX_BATCH_ROWS + 1 }, (_, index) => ({
      id: index + 1,
      version: 1,
    }));
    expect(await readProblems(tooManyRows)).toEqual(['fieldsInvalid', ['rows']]);
    for (const rows of [[], {}, 'rows', null])
      expect(await readProblems(rows)).toEqual(['fieldsInvalid', ['rows']]);
    for (const row of [null, 7, [], {}, { id: '1' }, { id: 1.5 }])
      expect(await readProblems([toIdAndVersion(order), row])).toEqual(['fieldsInvalid', ['rows[1].id']]);
    expect(await readProblems([toIdAndVersion(order), toIdAndVersion(order)])).toEqual([
      'fieldsInvalid',
      ['rows[1].id'],
    ]);
    expect((await readOrder(order.id)).state).toBe('draft');
  });

  test('checks each value of a row as the single action does', async () => {
    const order = await makeDraft(true);
    const readVerdict = async (change: Record<string, unknown>) =>
      listVerdicts(await sendBatch('save', [{ ...toIdAndVersion(order), ...change }]))[0]![1];
    for (const priority of [-1, 1e9, 'abc', {}, [1]])
      expect([priority, await readVerdict({ priority })]).toEqual([priority, 'fieldsInvalid']);
    for (const quantity of [-1, 1e12, 'abc'])
      expect([quantity, await readVerdict({ quantity })]).toEqual([quantity, 'fieldsInvalid']);
    // A text that is not valid Unicode makes the server refuse the whole call, before any row is written.
    expect(await readRefusalCode(readVerdict({ name: 'half \ud800' }))).toBe('fieldsInvalid');
    expect(await readVerdict({ noSuchField: 1 })).toBe('fieldsInvalid');
    expect(await readVerdict({ id: 999_999_999 })).toBe('rowNotFound');
    expect(await readOrder(order.id)).toEqual(order);
  });

  test('releases each order once if two planners send it at the same time', async () => {
    const orders = [await makeDraft(true), await makeDraft(true)];
    const answers = await Promise.all(
      [1, 2].map(() => sendBatch('release', orders.map(toIdAndVersion), { requestId: randomUUID() })),
    );
    for (const { id } of orders) {
      const verdicts = answers.map((answer) => listVerdicts(answer).find(([rowId]) => rowId === id)![1]);
      expect(verdicts.filter((verdict) => verdict === 'done')).toHaveLength(1);
      expect((await readOrder(id)).state).toBe('released');
    }
  });
});
