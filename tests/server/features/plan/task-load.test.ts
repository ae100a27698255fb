import { beforeAll, expect, test } from 'vitest';
import type { CapacityLoad, LoadDetails } from '#shared/answers/capacity-load.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { findNextRefreshTime } from '#server/live/next-tick.ts';
import { capacityLoad } from '#server/reports/capacity-load.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, type TestFactory } from '#tests/support/floor.ts';

const PATH = '/mes/plan/capacityLoad';
const today = toLocalDay('Asia/Shanghai', Date.now());

describeForEachDatabase('Work on a task that counts as load', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const save = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, fields)).id;
  const readGroupLoad = async (id: number | null, from = today, to = today) =>
    (await factory.call<CapacityLoad>(PATH, { from, to })).groups.find((row) => row.id === id)!;
  const readDetails = (fields: Record<string, unknown>) =>
    factory.call<LoadDetails>(`${PATH}/processes`, { axis: 'manHours', loadKind: 'plannedLoad', ...fields });

  test('takes hours that people have today, and is listed', async () => {
    const groupId = await save('/mes/system/basic/group', { code: 'G', name: 'Group' });
    const addTask = (name: string, countsAsLoad: boolean) =>
      save('/mes/system/basic/task', { code: name, name, countsAsLoad });
    const [cleaningId, meetingId] = [await addTask('Cleaning', true), await addTask('Meeting', false)];
    const [cleaner, helper] = [
      await factory.createPerson('Cleaner', []),
      await factory.createPerson('Helper', []),
    ];
    await factory.connection.db
      .updateTable('employee')
      .set({ workGroupId: groupId })
      .where('factoryId', '=', factory.factoryId)
      .where('id', 'in', [cleaner.employeeId, helper.employeeId])
      .execute();
    // The times are chosen so that all work lies within today, whenever the test runs.
    const midnight = Date.parse(`${today}T00:00:00+08:00`);
    const now = Date.now();
    const minutesOfToday = (now - midnight) / 60_000;
    const taskMinutes = Math.max(1, Math.min(40, Math.floor(minutesOfToday / 2) - 1));
    const people = [cleaner, helper].map(({ employeeId }) => ({ employeeId, ratio: 50 }));
    for (const [taskId, endedAgo] of [
      [cleaningId, 0],
      [meetingId, taskMinutes + 0.1],
    ] as const)
      await factory.call('/mes/report/task/record', {
        taskId,
        people,
        startedAt: new Date(now - (taskMinutes + endedAgo) * 60_000).toISOString(),
        endedAt: new Date(now - endedAgo * 60_000).toISOString(),
      });
    const { deviceHours, manHours } = await readGroupLoad(groupId);
    expect([manHours.load, deviceHours.load]).toEqual([[taskMinutes * 2], [0]]);
    const request = { workGroupId: groupId, from: today, to: today };
    const details = await readDetails(request);
    expect(details).toMatchObject({
      minutes: manHours.load[0],
      tasks: [{ taskId: cleaningId, name: 'Cleaning', people: 2, minutes: taskMinutes * 2 }],
    });
    expect((await readDetails({ ...request, axis: 'deviceHours' })).tasks).toEqual([]);
    const laterRequest = { ...request, from: addDays(today, 1), to: addDays(today, 6) };
    expect((await readDetails(laterRequest)).tasks).toEqual([]);
    // Work that is still running counts until now.
    await factory.call('/mes/report/task/start', {
      taskId: cleaningId,
      people: [{ employeeId: (await factory.createPerson('Late', [])).employeeId }],
      at: getIsoTimeAgo(taskMinutes),
    });
    const loadWithoutGroup = await readDetails({ ...request, workGroupId: null });
    expect(loadWithoutGroup.tasks).toMatchObject([{ taskId: cleaningId, people: 1, minutes: taskMinutes }]);
    expect((await readGroupLoad(null)).manHours.load).toEqual([loadWithoutGroup.minutes]);
    // So a board shows each minute of it.
    expect(findNextRefreshTime(capacityLoad.clock!, 'Asia/Shanghai', now) - now).toBeLessThanOrEqual(60_000);
  });
});
