import { beforeAll, expect, test } from 'vitest';
import type { FirstSteps } from '#shared/answers/first-steps.ts';
import { SET_UP_ITEMS } from '#shared/rules/set-up.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('the first steps', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const readFirstSteps = (caller: Pick<TestFactory, 'call'> = factory) =>
    caller.call<FirstSteps>('/mes/home/firstSteps', {});
  const setDemo = (isDemo: boolean) =>
    factory.connection.db
      .updateTable('factory')
      .set({ isDemo })
      .where('id', '=', factory.factoryId)
      .execute();

  test('of a new factory are counted, and end when everything is there', async () => {
    const isDone = async (entity: string) =>
      (await readFirstSteps()).setUp?.find((item) => item.entity === entity)?.isDone ?? true;
    const before = await readFirstSteps();
    expect(before).toMatchObject({ isHidden: false, demo: null });
    expect(before.setUp!.map(({ entity }) => entity)).toEqual(SET_UP_ITEMS.map(({ entity }) => entity));
    expect(await isDone('device')).toBe(false);
    const saveRecord = (path: string, fields: Record<string, unknown>) =>
      factory.call<{ id: number }>(`${path}/save`, fields);
    const device = await saveRecord('/mes/system/basic/device', { code: 'D-1', name: 'Lathe' });
    expect((await readFirstSteps()).setUp!.find(({ entity }) => entity === 'device')).toEqual({
      entity: 'device',
      count: 1,
      isDone: true,
    });
    await factory.call('/mes/system/basic/device/delete', { ids: [device.id] });
    expect(await isDone('device')).toBe(false);

    await saveRecord('/mes/system/basic/device', { code: 'D-2', name: 'Mill' });
    const { id: classTableId } = await saveRecord('/mes/system/classTable', {
      code: 'C',
      name: 'Day',
      shifts: JSON.stringify([{ name: 'Day', startsAt: '08:00', endsAt: '16:00' }]),
      breaks: '[]',
    });
    await saveRecord('/mes/system/roster', { classTableId, validFrom: '2026-01-01' });
    await saveRecord('/mes/system/holiday', { date: '2026-10-01', kind: 'statutory', name: 'National day' });
    await saveRecord('/mes/system/basic/department', { code: 'P', name: 'Production' });
    await saveRecord('/mes/system/basic/crafts', { code: 'T', name: 'Turning' });
    await saveRecord('/mes/system/basic/group', { code: 'G', name: 'Turners' });
    await saveRecord('/mes/system/basic/terminal', { code: 'K-1', name: 'Terminal' });
    await saveRecord('/mes/order', { code: 'W-1', name: 'Order', quantity: 1 });
    const openEntities =
      (await readFirstSteps()).setUp?.filter((item) => !item.isDone).map(({ entity }) => entity) ?? [];
    expect(openEntities.filter((entity) => entity !== 'employee')).toEqual([]);
    await factory.createPerson('Second', []);
    expect((await readFirstSteps()).setUp).toBeNull();
  });

  test('contain only what a person may do', async () => {
    const planner = await factory.createPerson('Planner', ['WORK_ORDER', 'WORK_ORDER_ADD']);
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    const switcher = await factory.createPerson('Switcher', ['DEMO_SIMULATOR']);
    await setDemo(true);
    try {
      const steps = await readFirstSteps();
      expect(steps.setUp).toBeNull();
      expect((await readFirstSteps(planner)).demo).toEqual({
        terminal: null,
        mayAddOrders: true,
        maySwitchSimulator: false,
      });
      expect((await readFirstSteps(switcher)).demo).toMatchObject({
        mayAddOrders: false,
        maySwitchSimulator: true,
      });
      expect((await readFirstSteps(worker)).demo).toBeNull();
    } finally {
      await setDemo(false);
    }
    expect((await readFirstSteps(worker)).setUp).toBeNull();
  });

  test('name a terminal and the badge of a person of its group only to people who may read both', async () => {
    const permissions = ['TERMINAL_OPEN', 'SYSTEM_BASIC_TERMINAL'] as const;
    const terminalReader = await factory.createPerson('Halfway', [...permissions]);
    const opener = await factory.createPerson('Opener', [...permissions, 'SYSTEM_BASIC_EMPLOYEE']);
    const group = await factory.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'M',
      name: 'Millers',
    });
    const groupFields = { workGroupId: group.id };
    await factory.call('/mes/system/basic/terminal/save', { code: 'K-MILL', name: 'Mill', ...groupFields });
    await factory.call('/mes/system/basic/employee/save', {
      code: 'E-MILL',
      name: 'Miller',
      badgeCode: '4711',
      ...groupFields,
    });
    await setDemo(true);
    try {
      expect((await readFirstSteps(opener)).demo?.terminal).toEqual({
        code: 'K-MILL',
        name: 'Mill',
        person: 'Miller',
        badge: '4711',
      });
      expect((await readFirstSteps(terminalReader)).demo).toBeNull();
    } finally {
      await setDemo(false);
    }
  });

  test('can be hidden and shown again by a person, without effect on others', async () => {
    const otherPerson = await factory.createPerson('Other', [
      'WORK_ORDER',
      'WORK_ORDER_ADD',
      'SYSTEM_BASIC_DEVICE_ADD',
    ]);
    const setHidden = (isHidden: boolean) =>
      otherPerson.call('/mes/home/firstSteps/hide', {
        action: isHidden ? 'hideFirstSteps' : 'showFirstSteps',
      });
    await setHidden(true);
    expect((await readFirstSteps(otherPerson)).isHidden).toBe(true);
    expect((await readFirstSteps()).isHidden).toBe(false);
    await setHidden(false);
    expect((await readFirstSteps(otherPerson)).isHidden).toBe(false);
  });
});
