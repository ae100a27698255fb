import { beforeAll, expect, test } from 'vitest';
import type { FirstSteps } from '#shared/answers/first-steps.ts';
import { SET_UP_ITEMS } from '#shared/rules/set-up.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('the first steps', (database) => {
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });
  const read = (caller: Pick<TestFactory, 'call'> = floor) =>
    caller.call<FirstSteps>('/mes/home/firstSteps', {});
  const setDemo = (isDemo: boolean) =>
    floor.connection.db.updateTable('factory').set({ isDemo }).where('id', '=', floor.factoryId).execute();

  test('of a new factory are counted, and end when everything is there', async () => {
    const isDone = async (entity: string) =>
      (await read()).setUp?.find((item) => item.entity === entity)?.isDone ?? true;
    const before = await read();
    expect(before).toMatchObject({ isHidden: false, demo: null });
    expect(before.setUp!.map(({ entity }) => entity)).toEqual(SET_UP_ITEMS.map(({ entity }) => entity));
    expect(await isDone('device')).toBe(false);
    const make = (path: string, fields: Record<string, unknown>) =>
      floor.call<{ id: number }>(`${path}/save`, fields);
    const device = await make('/mes/system/basic/device', { code: 'D-1', name: 'Lathe' });
    expect((await read()).setUp!.find(({ entity }) => entity === 'device')).toEqual({
      entity: 'device',
      count: 1,
      isDone: true,
    });
    await floor.call('/mes/system/basic/device/delete', { ids: [device.id] });
    expect(await isDone('device')).toBe(false);

    await make('/mes/system/basic/device', { code: 'D-2', name: 'Mill' });
    const { id: classTableId } = await make('/mes/system/classTable', {
      code: 'C',
      name: 'Day',
      shifts: JSON.stringify([{ name: 'Day', startsAt: '08:00', endsAt: '16:00' }]),
      breaks: '[]',
    });
    await make('/mes/system/roster', { classTableId, validFrom: '2026-01-01' });
    await make('/mes/system/holiday', { date: '2026-10-01', kind: 'statutory', name: 'National day' });
    await make('/mes/system/basic/department', { code: 'P', name: 'Production' });
    await make('/mes/system/basic/crafts', { code: 'T', name: 'Turning' });
    await make('/mes/system/basic/group', { code: 'G', name: 'Turners' });
    await make('/mes/system/basic/terminal', { code: 'K-1', name: 'Terminal' });
    await make('/mes/order', { code: 'W-1', name: 'Order', quantity: 1 });
    const openEntities =
      (await read()).setUp?.filter((item) => !item.isDone).map(({ entity }) => entity) ?? [];
    expect(openEntities.filter((entity) => entity !== 'employee')).toEqual([]);
    await floor.person('Second', []);
    expect((await read()).setUp).toBeNull();
  });

  test('contain only what a person may do', async () => {
    const planner = await floor.person('Planner', ['WORK_ORDER', 'WORK_ORDER_ADD']);
    const worker = await floor.person('Worker', ['TASK_REPORT']);
    const switcher = await floor.person('Switcher', ['DEMO_SIMULATOR']);
    await setDemo(true);
    try {
      const steps = await read();
      expect(steps.setUp).toBeNull();
      expect((await read(planner)).demo).toEqual({
        terminal: null,
        mayAddOrders: true,
        maySwitchSimulator: false,
      });
      expect((await read(switcher)).demo).toMatchObject({ mayAddOrders: false, maySwitchSimulator: true });
      expect((await read(worker)).demo).toBeNull();
    } finally {
      await setDemo(false);
    }
    expect((await read(worker)).setUp).toBeNull();
  });

  test('name a terminal and the badge of a person of its group only to who may read both', async () => {
    const permissions = ['TERMINAL_OPEN', 'SYSTEM_BASIC_TERMINAL'] as const;
    const halfway = await floor.person('Halfway', [...permissions]);
    const opener = await floor.person('Opener', [...permissions, 'SYSTEM_BASIC_EMPLOYEE']);
    const group = await floor.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'M',
      name: 'Millers',
    });
    const inGroup = { workGroupId: group.id };
    await floor.call('/mes/system/basic/terminal/save', { code: 'K-MILL', name: 'Mill', ...inGroup });
    await floor.call('/mes/system/basic/employee/save', {
      code: 'E-MILL',
      name: 'Miller',
      badgeCode: '4711',
      ...inGroup,
    });
    await setDemo(true);
    try {
      expect((await read(opener)).demo?.terminal).toEqual({
        code: 'K-MILL',
        name: 'Mill',
        person: 'Miller',
        badge: '4711',
      });
      expect((await read(halfway)).demo).toBeNull();
    } finally {
      await setDemo(false);
    }
  });

  test('are hidden by a person for themselves, and come back', async () => {
    const other = await floor.person('Other', ['WORK_ORDER', 'WORK_ORDER_ADD', 'SYSTEM_BASIC_DEVICE_ADD']);
    const hide = (hidden: boolean) =>
      other.call('/mes/home/firstSteps/hide', { action: hidden ? 'hideFirstSteps' : 'showFirstSteps' });
    await hide(true);
    expect((await read(other)).isHidden).toBe(true);
    expect((await read()).isHidden).toBe(false);
    await hide(false);
    expect((await read(other)).isHidden).toBe(false);
  });
});
