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

interface BatchTestOrder {
  id: number;
  version: number;
  state: string;
  priority: number;
  dueDate: string | null;
}

describeForEachDatabase('a batch of orders', (database) => {
  let floor: TestFactory;
  let craftId: number;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    craftId = (
      await floor.call<{ id: number }>('/mes/system/basic/crafts/save', { code: 'K1', name: 'Turning' })
    ).id;
  });

  let count = 0;
  /** Creates a draft order. It can be released only if it has a process. */
  async function makeDraft(hasProcess: boolean, fields: object = {}): Promise<BatchTestOrder> {
    const code = `B-${++count}`;
    const made = await floor.call<BatchTestOrder>('/mes/order/save', {
      code,
      name: code,
      quantity: 5,
      ...fields,
    });
    if (hasProcess) {
      const part = await floor.call<{ id: number }>('/mes/order/part/save', {
        orderId: made.id,
        code: 'P',
        name: 'Part',
        quantity: 5,
      });
      await floor.call('/mes/process/save', { partId: part.id, seq: 10, craftId });
    }
    return made;
  }
  const read = (id: number) => floor.call<BatchTestOrder>('/mes/order/get', { id });
  const send = (
    verb: 'release' | 'save',
    rows: unknown,
    { by = floor.call, requestId }: { by?: CallFunction; requestId?: string } = {},
  ) => by<BatchAnswer<BatchTestOrder>>(`/mes/order/${verb}/batch`, { rows: JSON.stringify(rows) }, requestId);
  const verdictsOf = ({ rows }: BatchAnswer) =>
    rows.map(({ id, answer }) => [id, answer.success ? 'done' : answer.code]);
  const pick = ({ id, version }: BatchTestOrder) => ({ id, version });

  test('gives each row its own verdict, and a refused row does not stop the others', async () => {
    const [empty, first, stale, released, last] = [
      await makeDraft(false),
      await makeDraft(true),
      await makeDraft(true),
      await makeDraft(true),
      await makeDraft(true),
    ];
    const movedOrder = await floor.call<BatchTestOrder>('/mes/order/release', pick(released));
    const answer = await send('release', [
      pick(empty),
      pick(first),
      { id: stale.id, version: 9 },
      { id: released.id, version: movedOrder.version },
      { id: 999_999_999, version: 1 },
      pick(last),
    ]);
    expect(verdictsOf(answer)).toEqual([
      [empty.id, 'orderNotReleasable'],
      [first.id, 'done'],
      [stale.id, 'stale'],
      [released.id, 'orderState'],
      [999_999_999, 'rowNotFound'],
      [last.id, 'done'],
    ]);
    const refused = answer.rows[3]!.answer;
    expect(refused).toMatchObject({ message: expect.stringMatching(/Released.*[Rr]elease/s) });
    const states = await Promise.all(
      [empty, first, stale, last].map(async ({ id }) => (await read(id)).state),
    );
    expect(states).toEqual(['draft', 'released', 'draft', 'released']);
  });

  test('changes the priority or the due date of every row to which the rules allow it', async () => {
    const [one, planned, over] = [
      await makeDraft(true),
      await makeDraft(true, { plannedStart: '2026-05-10' }),
      await makeDraft(true),
    ];
    const cancelled = await floor.call<BatchTestOrder>('/mes/order/cancel', pick(over));
    const dueDateAnswer = await send('save', [
      { ...pick(one), dueDate: '2026-05-01' },
      { ...pick(planned), dueDate: '2026-05-01' },
      { id: over.id, version: cancelled.version, dueDate: '2026-05-01' },
    ]);
    expect(verdictsOf(dueDateAnswer)).toEqual([
      [one.id, 'done'],
      [planned.id, 'startAfterEnd'],
      [over.id, 'orderState'],
    ]);
    const changed = await read(one.id);
    expect(changed).toMatchObject({ dueDate: '2026-05-01', priority: 5 });
    const priorityAnswer = await send('save', [
      { ...pick(changed), priority: 9 },
      { ...pick(planned), priority: 10 },
    ]);
    expect(verdictsOf(priorityAnswer)).toEqual([
      [one.id, 'done'],
      [planned.id, 'fieldsInvalid'],
    ]);
    expect(await read(one.id)).toMatchObject({ priority: 9, dueDate: '2026-05-01' });
  });

  test('does each row once, although the batch comes again and again', async () => {
    const orders = [await makeDraft(true), await makeDraft(false), await makeDraft(true)];
    const requestId = randomUUID();
    const release = () => send('release', orders.map(pick), { requestId });
    const [first, ...others] = await Promise.all([release(), release(), release()]);
    const again = await release();
    for (const answer of [first!, ...others, again]) {
      expect(verdictsOf(answer)).toEqual([
        [orders[0]!.id, 'done'],
        [orders[1]!.id, 'orderNotReleasable'],
        [orders[2]!.id, 'done'],
      ]);
      expect(answer.rows[0]).toEqual(again.rows[0]);
    }
    const logged = await floor.connection.db
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
    expect(logged.map((row) => row.entityId)).toEqual([orders[0]!.id, orders[2]!.id]);
    // A row that was refused can succeed later under the same request id.
    const part = { orderId: orders[1]!.id, code: 'P', name: 'Part', quantity: 5 };
    const { id: partId } = await floor.call<{ id: number }>('/mes/order/part/save', part);
    await floor.call('/mes/process/save', { partId, seq: 10, craftId });
    expect(verdictsOf(await release()).map(([, verdict]) => verdict)).toEqual(['done', 'done', 'done']);
  });

  test('needs the permission of the single action', async () => {
    const order = await makeDraft(true);
    const reader = await floor.person('Reader', ['WORK_ORDER']);
    const adder = await floor.person('Adder', ['WORK_ORDER', 'WORK_ORDER_ADD']);
    const planner = await floor.person('Planner', ['WORK_ORDER', 'WORK_ORDER_MODIFY']);
    for (const verb of ['release', 'save'] as const)
      expect(await readRefusalCode(send(verb, [pick(order)], { by: reader.call }))).toBe('noPermission');
    expect(await readRefusalCode(send('release', [pick(order)], { by: adder.call }))).toBe('noPermission');
    const row = { ...pick(order), priority: 8 };
    expect(verdictsOf(await send('save', [row], { by: adder.call }))).toEqual([[order.id, 'noPermission']]);
    expect(verdictsOf(await send('save', [row], { by: planner.call }))).toEqual([[order.id, 'done']]);
  });

  test('is bounded, names each row by its id, and no row twice', async () => {
    const order = await makeDraft(true);
    const problemsOf = async (rows: unknown) => {
      const error = await send('release', rows).then(
        () => null,
        (thrown: unknown) => thrown as RefusedCallError,
      );
      return error && [error.code, Object.keys(error.fields)];
    };
    const tooMany = Array.from({ length: MAX_BATCH_ROWS + 1 }, (_, index) => ({ id: index + 1, version: 1 }));
    expect(await problemsOf(tooMany)).toEqual(['fieldsInvalid', ['rows']]);
    for (const rows of [[], {}, 'rows', null])
      expect(await problemsOf(rows)).toEqual(['fieldsInvalid', ['rows']]);
    for (const row of [null, 7, [], {}, { id: '1' }, { id: 1.5 }])
      expect(await problemsOf([pick(order), row])).toEqual(['fieldsInvalid', ['rows[1].id']]);
    expect(await problemsOf([pick(order), pick(order)])).toEqual(['fieldsInvalid', ['rows[1].id']]);
    expect((await read(order.id)).state).toBe('draft');
  });

  test('checks each value of a row as the single action does', async () => {
    const order = await makeDraft(true);
    const verdictOf = async (change: Record<string, unknown>) =>
      verdictsOf(await send('save', [{ ...pick(order), ...change }]))[0]![1];
    for (const priority of [-1, 1e9, 'abc', {}, [1]])
      expect([priority, await verdictOf({ priority })]).toEqual([priority, 'fieldsInvalid']);
    for (const quantity of [-1, 1e12, 'abc'])
      expect([quantity, await verdictOf({ quantity })]).toEqual([quantity, 'fieldsInvalid']);
    // A text that is not valid Unicode makes the server refuse the whole call, before any row is written.
    expect(await readRefusalCode(verdictOf({ name: 'half \ud800' }))).toBe('fieldsInvalid');
    expect(await verdictOf({ noSuchField: 1 })).toBe('fieldsInvalid');
    expect(await verdictOf({ id: 999_999_999 })).toBe('rowNotFound');
    expect(await read(order.id)).toEqual(order);
  });

  test('pressed by two planners at once does each order once', async () => {
    const orders = [await makeDraft(true), await makeDraft(true)];
    const answers = await Promise.all(
      [1, 2].map(() => send('release', orders.map(pick), { requestId: randomUUID() })),
    );
    for (const { id } of orders) {
      const verdicts = answers.map((answer) => verdictsOf(answer).find(([row]) => row === id)![1]);
      expect(verdicts.filter((verdict) => verdict === 'done')).toHaveLength(1);
      expect((await read(id)).state).toBe('released');
    }
  });
});
