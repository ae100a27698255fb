import { beforeAll, expect, it } from 'vitest';
import type { SchedulePromise } from '#shared/answers/schedule/promise.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode } from '#tests/support/floor.ts';
import {
  createScheduleFloor,
  registerTestPlanner,
  type ScheduleFloor,
} from '#tests/support/schedule-floor.ts';

const PATH = '/mes/plan/schedule/promise';
const TURN = { name: 'Turn', deviceMinutes: 60, manMachineRatio: 1 };

describeForEachDatabase('The promise of an order', (database) => {
  registerTestPlanner(database);
  let floor: ScheduleFloor;
  let draftId: number;
  beforeAll(async () => {
    floor = await createScheduleFloor(await database.open());
    draftId = await floor.save('/mes/order', { code: 'DRAFT', name: 'Draft', quantity: 4 });
    const partId = await floor.save('/mes/order/part', {
      orderId: draftId,
      code: 'P',
      name: 'Part',
      quantity: 4,
    });
    const craftId = await floor.save('/mes/system/basic/crafts', { code: 'T', ...TURN });
    await floor.save('/mes/process', { partId, seq: 10, craftId, workGroupId: floor.groupId });
  });

  const computePromise = (fields: Record<string, unknown> = {}) =>
    floor.factory.call<SchedulePromise>(PATH, { orderId: draftId, ...fields });

  it('is when a draft could be ready behind all that is planned', async () => {
    const promiseWhenIdle = await computePromise();
    // It is between 12:00 and 13:00, so less than one of the four hours of work is left for the next morning.
    expect(promiseWhenIdle).toMatchObject({ isBesidePlan: false, processCount: 1, unplaced: [], lateBy: 0 });
    expect(promiseWhenIdle.end!).toBeLessThanOrEqual(Date.parse(floor.getInstant(1, 9)) / 60_000);
    // Both lathes are busy for two days.
    for (let index = 0; index < 2; index++) await floor.addOrder(20, [TURN], 5);
    const { run, plan } = await floor.propose();
    await floor.apply(run.id);
    const busyUntil = Math.min(...plan!.bars.map(({ end }) => end));
    const promiseWhenBusy = await computePromise();
    expect(promiseWhenBusy).toMatchObject({ isBesidePlan: true, processCount: 1, unplaced: [] });
    expect(promiseWhenBusy.end!).toBeGreaterThanOrEqual(busyUntil + 240);
    // For an order on time, the causes cover all the time until it is ready: waiting for other orders, nights, and its
    // own work.
    expect(promiseWhenBusy.lateBy).toBe(0);
    expect(promiseWhenBusy.causes.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(
      promiseWhenBusy.end! - promiseWhenBusy.now,
    );
    expect(promiseWhenBusy.causes.find(({ kind }) => kind === 'work')!.minutes).toBe(240);
    const waiting = promiseWhenBusy.causes.find(({ kind }) => kind === 'machine')!;
    expect(waiting.machineName).toMatch(/^Lathe L[12]$/);
    expect(plan!.orders.map(({ code }) => code)).toEqual(expect.arrayContaining([...waiting.orderCodes]));
    // The promise writes nothing, so the draft is in no plan.
    expect((await floor.readPresent()).plan!.bars.map(({ orderId }) => orderId)).not.toContain(draftId);
    const latePromise = await computePromise({ dueDate: floor.getDay(1) });
    expect(latePromise.end).toBe(promiseWhenBusy.end);
    expect(latePromise.lateBy).toBeGreaterThan(0);
    expect(latePromise.causes.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(latePromise.lateBy);
  });

  it('is compared with the given due date only, so it is not late without one', async () => {
    const { version } = await floor.factory.call<{ version: number }>('/mes/order/get', { id: draftId });
    const dueDate = floor.getDay(1);
    await floor.save('/mes/order', { id: draftId, version, dueDate });
    expect((await computePromise({ dueDate })).lateBy).toBeGreaterThan(0);
    expect((await computePromise({ dueDate: null })).lateBy).toBe(0);
  });

  it('names what cannot be planned', async () => {
    const order = await floor.addOrder(1, [{ name: 'Unknown', manMachineRatio: 1 }]);
    expect(await computePromise({ orderId: order.id })).toMatchObject({
      end: null,
      unplaced: [{ processId: order.processIds[0], name: 'Unknown', reason: 'noEstimate' }],
    });
  });

  it('asks for the permission for orders, and knows no orders of another factory', async () => {
    const person = await floor.factory.createPerson('Reader', []);
    expect(await readRefusalCode(person.call(PATH, { orderId: draftId }))).toBe('noPermission');
    const otherFactory = await createTestFactory(floor.factory.connection);
    expect(await readRefusalCode(otherFactory.call(PATH, { orderId: draftId }))).toBe('rowNotFound');
  });
});
