import { beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { finishWork, startWork, startWorkByNewPerson } from '#tests/support/reports.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describeForEachDatabase('by the specification', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const createProcess = async () => (await factory.createOrder(10, ['Turning'])).processIds[0]!;
  /** Starts work two days ago, and tries to finish it after a duration. */
  const startAndFinishAfter = async (durationMs: number) => {
    const startedAt = getIsoTimeAgo(2 * 24 * 60);
    const { reportId } = await startWorkByNewPerson(factory, await createProcess(), 1, { at: startedAt });
    const at = new Date(Date.parse(startedAt) + durationMs).toISOString();
    return readRefusalCode(finishWork(factory.call, reportId, 1, { at }));
  };

  it('a report lasts at least 1 minute and at most 24 hours', async () => {
    expect(await startAndFinishAfter(MINUTE_MS - 1000)).toBe('durationTooShort');
    expect(await startAndFinishAfter(MINUTE_MS)).toBe('accepted');
    expect(await startAndFinishAfter(DAY_MS)).toBe('accepted');
    expect(await startAndFinishAfter(DAY_MS + 1000)).toBe('durationTooLong');
  });

  it('no report, process or order ends before it starts', async () => {
    expect(await startAndFinishAfter(-1000)).toBe('startAfterEnd');
    const { call } = factory;
    const processId = await createProcess();
    const { version } = await call<{ version: number }>('/mes/process/get', { id: processId });
    const planProcess = (plannedStart: string, plannedEnd: string) =>
      readRefusalCode(call('/mes/process/save', { id: processId, version, plannedStart, plannedEnd }));
    expect(await planProcess('2026-03-03', '2026-03-02')).toBe('startAfterEnd');
    expect(await planProcess('2026-03-02', '2026-03-02')).toBe('accepted');
    const saveOrder = (code: string, dueDate: string) =>
      readRefusalCode(
        call('/mes/order/save', { code, name: 'Order', quantity: 1, plannedStart: '2026-03-03', dueDate }),
      );
    expect(await saveOrder('L-1', '2026-03-02')).toBe('startAfterEnd');
    expect(await saveOrder('L-2', '2026-03-03')).toBe('accepted');
  });

  it('the finished quantity is at least 0.01', async () => {
    const finishQuantity = async (good: number) => {
      const { reportId } = await startWorkByNewPerson(factory, await createProcess(), 1);
      return readRefusalCode(finishWork(factory.call, reportId, good));
    };
    expect(await finishQuantity(0.0099)).toBe('quantityBelowMinimum');
    expect(await finishQuantity(0.01)).toBe('accepted');
  });

  it('no two process cards have the same barcode', async () => {
    const orders = [await factory.createOrder(1, ['Turning']), await factory.createOrder(1, ['Turning'])];
    await factory.call('/mes/order/part/save', {
      orderId: orders[0]!.id,
      code: 'P2',
      name: 'Second part',
      quantity: 1,
    });
    const { db } = factory.connection;
    const cards = await db
      .selectFrom('card')
      .select(['code', 'partId'])
      .where('factoryId', '=', factory.factoryId)
      .execute();
    expect(cards.length).toBeGreaterThanOrEqual(3);
    expect(new Set(cards.map(({ code }) => code)).size).toBe(cards.length);
    const secondCard = cards.find(({ partId }) => partId === orders[1]!.partId)!;
    // The database itself refuses a second card with the same code.
    await expect(
      db
        .updateTable('card')
        .set({ code: secondCard.code })
        .where('factoryId', '=', factory.factoryId)
        .where('partId', '=', orders[0]!.partId)
        .execute(),
    ).rejects.toThrow('card_code');
  });

  it('no process or part with a report is deleted', async () => {
    const { call } = factory;
    const order = await factory.createOrder(2, ['Turning']);
    await startWork(call, order.processIds[0]!, 1);
    const deleteProcess = () => readRefusalCode(call('/mes/process/delete', { ids: order.processIds }));
    expect(await deleteProcess()).toBe('processHasReports');
    expect(await readRefusalCode(call('/mes/order/part/delete', { ids: [order.partId] }))).toBe(
      'processHasReports',
    );
    const otherOrder = await factory.createOrder(2, ['Turning']);
    expect(await readRefusalCode(call('/mes/process/delete', { ids: otherOrder.processIds }))).toBe(
      'accepted',
    );
  });
});
