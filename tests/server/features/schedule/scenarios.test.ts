import { beforeEach, expect, it } from 'vitest';
import type { ScheduleRun } from '#shared/answers/schedule.ts';
import type { ScheduleDifference } from '#shared/answers/schedule/difference.ts';
import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type CreatedOrder } from '#tests/support/floor.ts';
import {
  createScheduleFloor,
  findBar,
  registerTestPlanner,
  type ScheduleFloor,
} from '#tests/support/schedule-floor.ts';

const PATH = '/mes/plan/schedule';
const TURN = { name: 'Turn', deviceMinutes: 60, manMachineRatio: 1 };

describeForEachDatabase('A scenario', (database) => {
  registerTestPlanner(database);
  let floor: ScheduleFloor;
  let orders: CreatedOrder[];
  beforeEach(async () => {
    floor = await createScheduleFloor(await database.open());
    // Each lathe works eight hours a day, and four more hours today. The orders are due one after the other, and the
    // last one is late.
    orders = [];
    for (const [index, days] of [1, 2, 3, 3].entries())
      orders.push(await floor.addOrder(index === 3 ? 16 : 12, [TURN], days));
  });
  const propose = (patches: Record<string, unknown>[], name = 'What if') =>
    floor.propose(patches.length === 0 ? {} : { name, patches });
  const getOrder = (run: Awaited<ReturnType<typeof propose>>, index: number) =>
    run.plan!.orders.find(({ id }) => id === orders[index]!.id)!;

  it('rushes an order, and shows the effect on other orders', async () => {
    const plan = await propose([]);
    const rushProposal = await propose([{ kind: 'rushOrder', orderId: orders[3]!.id }]);
    expect(rushProposal.run).toMatchObject({
      name: 'What if',
      patches: [{ kind: 'rushOrder', orderId: orders[3]!.id, deviceId: null }],
    });
    expect(getOrder(rushProposal, 3).end!).toBeLessThan(getOrder(plan, 3).end!);
    const { comparison, run, other } = await floor.factory.call<ScheduleDifference>(`${PATH}/compare`, {
      id: rushProposal.run.id,
      otherId: plan.run.id,
    });
    expect([run.id, other!.id]).toEqual([rushProposal.run.id, plan.run.id]);
    expect(comparison.moved.map(({ processId }) => processId)).toContain(orders[3]!.processIds[0]);
    const shiftedOrder = comparison.shifted.find(({ id }) => id === orders[3]!.id)!;
    expect(shiftedOrder.laterBy).toBe(getOrder(rushProposal, 3).end! - getOrder(plan, 3).end!);
  });

  it('is compared with the plan that was present: orders, and the load of each day', async () => {
    const plan = await propose([]);
    const rushProposal = await propose([{ kind: 'rushOrder', orderId: orders[3]!.id }]);
    const compare = (fields: Record<string, unknown>) =>
      floor.factory.call<ScheduleDifference>(`${PATH}/compare`, fields);
    expect(await readRefusalCode(compare({ id: rushProposal.run.id }))).toBe('rowNotFound');
    await floor.apply(plan.run.id);
    const scenario = await propose([
      { kind: 'rushOrder', orderId: orders[3]!.id },
      { kind: 'overtimeOfGroup', workGroupId: floor.groupId, hours: 4 },
    ]);
    expect(scenario.run.patches.map(({ name }) => name)).toEqual([
      plan.plan!.orders.find(({ id }) => id === orders[3]!.id)!.code,
      'Turning',
    ]);
    const difference = await compare({ id: scenario.run.id });
    expect(difference.other).toBeNull();
    expect(difference.otherFigures).toEqual(scenario.run.before);
    const comparedOrder = difference.orders.find(({ id }) => id === orders[3]!.id)!;
    expect(comparedOrder.after).toEqual({
      end: getOrder(scenario, 3).end,
      lateBy: getOrder(scenario, 3).lateBy,
    });
    expect(comparedOrder.before.end).toBe(getOrder(plan, 3).end);
    // The two lathes work eight hours a day, and twelve with overtime. Both plans contain all the work.
    const [load] = difference.loads;
    expect(load).toMatchObject({ workGroupId: floor.groupId, name: 'Turning' });
    expect([load!.before.available[1], load!.after.available[1]]).toEqual([2 * 480, 2 * 720]);
    const sum = (minutes: readonly number[]): number => minutes.reduce((total, count) => total + count, 0);
    expect([sum(load!.before.planned), sum(load!.after.planned)]).toEqual([52 * 60, 52 * 60]);
  });

  it('gives an order another due date', async () => {
    const plan = await propose([]);
    const laterDueProposal = await propose([
      { kind: 'otherDueDate', orderId: orders[0]!.id, dueDate: floor.getDay(9) },
    ]);
    expect(getOrder(laterDueProposal, 0).lateBy).toBe(0);
    expect(laterDueProposal.run.figures!.lateMinutes).toBeLessThanOrEqual(plan.run.figures!.lateMinutes);
    // The scenario does not change the order itself.
    expect(await floor.factory.call('/mes/order/get', { id: orders[0]!.id })).toMatchObject({
      dueDate: floor.getDay(1),
    });
  });

  it('adds overtime to a group', async () => {
    const plan = await propose([]);
    const overtimeProposal = await propose([
      { kind: 'overtimeOfGroup', workGroupId: floor.groupId, hours: 4 },
    ]);
    expect(overtimeProposal.run.figures!.objective.makespan).toBeLessThan(
      plan.run.figures!.objective.makespan,
    );
    const [window] = overtimeProposal.plan!.calendars[0]!;
    expect(new Date(window![1] * 60_000).toISOString()).toBe(floor.getInstant(0, 20));
    // Overtime of one day is added only on this day.
    const oneDayProposal = await propose([
      {
        kind: 'overtimeOfGroup',
        workGroupId: floor.groupId,
        hours: 4,
        from: floor.getInstant(1, 0),
        until: floor.getInstant(2, 0),
      },
    ]);
    const shiftEnds = oneDayProposal
      .plan!.calendars[0]!.slice(0, 3)
      .map(([, until]) => new Date(until * 60_000).toISOString());
    expect(shiftEnds).toEqual([floor.getInstant(0, 16), floor.getInstant(1, 20), floor.getInstant(2, 16)]);
  });

  it('takes a machine away for some time', async () => {
    const machineDownProposal = await propose([
      { kind: 'machineDown', deviceId: floor.deviceIds[0], until: floor.getInstant(4, 10) },
    ]);
    for (const bar of machineDownProposal.plan!.bars)
      if (bar.machine === floor.deviceIds[0])
        expect(bar.start).toBeGreaterThanOrEqual(Date.parse(floor.getInstant(4, 10)) / 60_000);
    expect(findBar(machineDownProposal, orders[0]!.processIds[0]!).machine).toBe(floor.deviceIds[1]);
  });

  it('is kept and shared by its name, is never applied, and can be deleted', async () => {
    const { run } = await propose([{ kind: 'rushOrder', orderId: orders[1]!.id }], 'Rush');
    expect(await readRefusalCode(floor.apply(run.id))).toBe('scheduleIsScenario');
    expect(await readRefusalCode(floor.factory.call(`${PATH}/changes`, { id: run.id }))).toBe(
      'scheduleIsScenario',
    );
    const colleague = await floor.factory.createPerson('Planner', ['WORK_PLAN_CYCLE_SCHEDULE']);
    const { rows } = await colleague.call<{ rows: ScheduleRun[] }>(`${PATH}/list`, {});
    expect(rows.map(({ name }) => name)).toContain('Rush');
    const plan = await propose([]);
    await floor.apply(plan.run.id);
    expect(await readRefusalCode(floor.factory.call(`${PATH}/delete`, { id: plan.run.id }))).toBe(
      'scheduleInUse',
    );
    await colleague.call(`${PATH}/delete`, { id: run.id });
    expect(await readRefusalCode(floor.factory.call(`${PATH}/get`, { id: run.id }))).toBe('rowNotFound');
  });

  it('is refused without a name, with the wrong fields, or with rows of another factory', async () => {
    const read = (fields: Record<string, unknown>) =>
      floor.factory.call(`${PATH}/compute`, { keep: 'planAfresh', ...fields }).then(
        () => ({}),
        (error: { code: string; fields: Record<string, string> }) => [error.code, Object.keys(error.fields)],
      );
    const orderId = orders[0]!.id;
    expect(await read({ patches: [{ kind: 'rushOrder', orderId }] })).toEqual(['fieldsInvalid', ['name']]);
    expect(await read({ name: 'Empty' })).toEqual(['fieldsInvalid', ['patches']]);
    expect(await read({ name: 'A', patches: [{ kind: 'rushOrder' }] })).toEqual([
      'fieldsInvalid',
      ['patches[0].orderId'],
    ]);
    expect(await read({ name: 'A', patches: [{ kind: 'rushOrder', orderId, hours: 2 }] })).toEqual([
      'fieldsInvalid',
      ['patches[0].hours'],
    ]);
    const otherFactory = await createTestFactory(floor.factory.connection);
    const device = await otherFactory.call<{ id: number }>('/mes/system/basic/device/save', {
      code: 'X',
      name: 'X',
    });
    const patch = { kind: 'machineDown', deviceId: device.id, until: floor.getInstant(1, 0) };
    expect(await read({ name: 'A', patches: [patch] })).toEqual([
      'referenceMissing',
      ['patches[0].deviceId'],
    ]);
  });

  it('does not matter to the present states, which contain only pinned and begun processes', async () => {
    const readStates = () => floor.factory.call<{ rows: OperationState[] }>(`${PATH}/states`, {});
    expect((await readStates()).rows).toEqual([]);
    const id = orders[1]!.processIds[0]!;
    const { version } = await floor.factory.call<{ version: number }>('/mes/process/get', { id });
    await floor.factory.call('/mes/process/save', { id, version, pinned: true });
    expect((await readStates()).rows).toEqual([
      { processId: id, state: 'notStarted', pinned: true, started: false },
    ]);
    const person = await floor.factory.createPerson('Reader', []);
    expect(await readRefusalCode(person.call(`${PATH}/states`, {}))).toBe('noPermission');
  });
});
