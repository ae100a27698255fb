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

  const readOrder = (id: number) => factory.call<BatchTestOrder>('/mes/order/get', { id });
  const toIdAndVersion = ({ id, version }: BatchTestOrder) => ({ id, version });
  const sendBatch = (event: PlannerEvent, rows: unknown) =>
    factory.call<BatchAnswer>(`/mes/order/${event}/batch`, { rows: JSON.stringify(rows) });
  const listVerdicts = ({ rows }: BatchAnswer) =>
    rows.map(({ id, answer }) => [id, answer.success ? 'done' : answer.code]);

  /** Creates an order and moves it to a state. */
  async function makeOrderInState(state: string): Promise<BatchTestOrder> {
    const { id } = await factory.call<{ id: number }>('/mes/order/copy', {
      id: templateId,
      code: `V-${++count}`,
      quantity: 5,
    });
    for (const event of EVENTS_TO_STATE[state]!)
      await factory.call(`/mes/order/${event}`, toIdAndVersion(await readOrder(id)));
    const order = await readOrder(id);
    expect(order.state).toBe(state);
    return order;
  }

  test.each(PLANNER_EVENTS)('gives each row its own verdict: %s', async (event) => {
    const { from, to } = STATE_CHANGES[event];
    const otherFactory = await createTestFactory(factory.connection);
    const foreignOrder = await otherFactory.createOrder(5, ['Turning']);
    const [first, cancelledOrder, staleOrder, last] = [
      await makeOrderInState(from),
      await makeOrderInState('cancelled'),
      await makeOrderInState(from),
      await makeOrderInState(from),
    ];
    const answer = await sendBatch(event, [
      toIdAndVersion(first),
      toIdAndVersion(cancelledOrder),
      { id: staleOrder.id, version: staleOrder.version + 1 },
      { id: foreignOrder.id, version: foreignOrder.version },
      toIdAndVersion(last),
    ]);
    expect(listVerdicts(answer)).toEqual([
      [first.id, 'done'],
      [cancelledOrder.id, 'orderState'],
      [staleOrder.id, 'stale'],
      [foreignOrder.id, 'rowNotFound'],
      [last.id, 'done'],
    ]);
    for (const [{ id }, state] of [
      [first, to],
      [cancelledOrder, 'cancelled'],
      [staleOrder, from],
      [last, to],
    ] as const)
      expect([id, (await readOrder(id)).state]).toEqual([id, state]);
    expect(await otherFactory.call<BatchTestOrder>('/mes/order/get', { id: foreignOrder.id })).toMatchObject({
      state: 'released',
      version: foreignOrder.version,
    });
    const logRows = await factory.connection.db
      .selectFrom('log')
      .select('entityId')
      .where('action', '=', event)
      .where('entityId', 'in', [first.id, cancelledOrder.id, staleOrder.id, last.id])
      .execute();
    expect(logRows.map(({ entityId }) => entityId).filter((id) => id === staleOrder.id)).toHaveLength(
      EVENTS_TO_STATE[from]!.filter((pastEvent) => pastEvent === event).length,
    );
    expect(logRows.map(({ entityId }) => entityId)).toEqual(expect.arrayContaining([first.id, last.id]));
  });

  test('does not cancel an order with reports, but closes it', async () => {
    const [reportedOrder, unreportedOrder] = [
      await factory.createOrder(5, ['Turning']),
      await factory.createOrder(5, ['Turning']),
    ];
    await factory.call('/mes/report/receive', { processId: reportedOrder.processIds[0], quantity: 1 });
    const readRows = async () =>
      (await Promise.all([reportedOrder, unreportedOrder].map(({ id }) => readOrder(id)))).map(
        toIdAndVersion,
      );
    await sendBatch('suspend', await readRows());
    expect(listVerdicts(await sendBatch('cancel', await readRows()))).toEqual([
      [reportedOrder.id, 'orderHasReports'],
      [unreportedOrder.id, 'done'],
    ]);
    expect(listVerdicts(await sendBatch('close', await readRows()))).toEqual([
      [reportedOrder.id, 'done'],
      [unreportedOrder.id, 'orderState'],
    ]);
  });
});
