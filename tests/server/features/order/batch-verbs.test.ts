import { beforeAll, expect, test } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

const PLANNER_EVENTS = ['release', 'suspend', 'resume', 'close', 'reopen', 'cancel'] as const;
type PlannerEvent = (typeof PLANNER_EVENTS)[number];

/** The state that each event requires, and the state after the event. */
const STATE_CHANGES: Record<PlannerEvent, { from: string; to: string }> = {
  release: { from: 'draft', to: 'released' },
  suspend: { from: 'released', to: 'suspended' },
  resume: { from: 'suspended', to: 'released' },
  close: { from: 'released', to: 'closed' },
  reopen: { from: 'closed', to: 'released' },
  cancel: { from: 'released', to: 'cancelled' },
};
/** The events that move an order from draft to a state. */
const EVENTS_TO_STATE: Record<string, PlannerEvent[]> = {
  draft: [],
  released: ['release'],
  suspended: ['release', 'suspend'],
  closed: ['release', 'close'],
  cancelled: ['cancel'],
};

interface BatchTestOrder {
  id: number;
  version: number;
  state: string;
}

describeForEachDatabase('a batch that moves orders', (database) => {
  let factory: TestFactory;
  let templateId: number;
  let count = 0;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    templateId = (await factory.createOrder(5, ['Turning'])).id;
  });

  const read = (id: number) => factory.call<BatchTestOrder>('/mes/order/get', { id });
  const toIdAndVersion = ({ id, version }: BatchTestOrder) => ({ id, version });
  const sendBatch = (event: PlannerEvent, rows: unknown) =>
    factory.call<BatchAnswer>(`/mes/order/${event}/batch`, { rows: JSON.stringify(rows) });
  const verdictsOf = ({ rows }: BatchAnswer) =>
    rows.map(({ id, answer }) => [id, answer.success ? 'done' : answer.code]);

  /** Creates an order and moves it to a state. */
  async function makeOrderIn(state: string): Promise<BatchTestOrder> {
    const { id } = await factory.call<{ id: number }>('/mes/order/copy', {
      id: templateId,
      code: `V-${++count}`,
      quantity: 5,
    });
    for (const event of EVENTS_TO_STATE[state]!)
      await factory.call(`/mes/order/${event}`, toIdAndVersion(await read(id)));
    const order = await read(id);
    expect(order.state).toBe(state);
    return order;
  }

  test.each(PLANNER_EVENTS)('gives each row its own verdict: %s', async (event) => {
    const { from, to } = STATE_CHANGES[event];
    const otherFactory = await createTestFactory(factory.connection);
    const foreignOrder = await otherFactory.createOrder(5, ['Turning']);
    const [first, cancelled, stale, last] = [
      await makeOrderIn(from),
      await makeOrderIn('cancelled'),
      await makeOrderIn(from),
      await makeOrderIn(from),
    ];
    const answer = await sendBatch(event, [
      toIdAndVersion(first),
      toIdAndVersion(cancelled),
      { id: stale.id, version: stale.version + 1 },
      { id: foreignOrder.id, version: foreignOrder.version },
      toIdAndVersion(last),
    ]);
    expect(verdictsOf(answer)).toEqual([
      [first.id, 'done'],
      [cancelled.id, 'orderState'],
      [stale.id, 'stale'],
      [foreignOrder.id, 'rowNotFound'],
      [last.id, 'done'],
    ]);
    for (const [{ id }, state] of [
      [first, to],
      [cancelled, 'cancelled'],
      [stale, from],
      [last, to],
    ] as const)
      expect([id, (await read(id)).state]).toEqual([id, state]);
    expect(await otherFactory.call<BatchTestOrder>('/mes/order/get', { id: foreignOrder.id })).toMatchObject({
      state: 'released',
      version: foreignOrder.version,
    });
    const logRows = await factory.connection.db
      .selectFrom('log')
      .select('entityId')
      .where('action', '=', event)
      .where('entityId', 'in', [first.id, cancelled.id, stale.id, last.id])
      .execute();
    expect(logRows.map(({ entityId }) => entityId).filter((id) => id === stale.id)).toHaveLength(
      EVENTS_TO_STATE[from]!.filter((done) => done === event).length,
    );
    expect(logRows.map(({ entityId }) => entityId)).toEqual(expect.arrayContaining([first.id, last.id]));
  });

  test('does not cancel an order with reports, but closes it', async () => {
    const [reported, untouched] = [
      await factory.createOrder(5, ['Turning']),
      await factory.createOrder(5, ['Turning']),
    ];
    await factory.call('/mes/report/receive', { processId: reported.processIds[0], quantity: 1 });
    const readRows = async () =>
      (await Promise.all([reported, untouched].map(({ id }) => read(id)))).map(toIdAndVersion);
    await sendBatch('suspend', await readRows());
    expect(verdictsOf(await sendBatch('cancel', await readRows()))).toEqual([
      [reported.id, 'orderHasReports'],
      [untouched.id, 'done'],
    ]);
    expect(verdictsOf(await sendBatch('close', await readRows()))).toEqual([
      [reported.id, 'done'],
      [untouched.id, 'orderState'],
    ]);
  });
});
