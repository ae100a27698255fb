import { beforeAll, expect, it } from 'vitest';
import type { PlanNotice } from '#shared/answers/daily-plan.ts';
import { DayPlanFloor } from '#tests/support/day-plan-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { finishWork, startWork, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('The release of a day', (database) => {
  let floor: DayPlanFloor;
  let otherFactory: TestFactory;
  beforeAll(async () => {
    const connection = await database.open();
    floor = await DayPlanFloor.create(connection);
    otherFactory = await createTestFactory(connection);
  });
  const releaseAs = (call: DayPlanFloor['call'], day: string, number: number) =>
    call<{ planId: number; number: number; lineCount: number }>('/mes/plan/day/release', { day, number });

  it('keeps the lines of the day with their order, and says what changed since', async () => {
    const day = floor.getDay(1);
    const planned = { plannedStart: day, plannedEnd: day };
    const [first, second] = [await floor.plan(planned), await floor.plan(planned)];
    expect(await releaseAs(floor.call, day, 0)).toMatchObject({ number: 1, lineCount: 2 });
    const releasedDay = await floor.read(day);
    expect(releasedDay.release).toMatchObject({ number: 1, releasedBy: 'Admin', lineCount: 2 });
    expect(releasedDay.lines.map(({ position, change }) => [position, change])).toEqual([
      [0, null],
      [1, null],
    ]);
    const thirdProcess = await floor.plan(planned);
    await floor.change(second.processId, { plannedStart: floor.getDay(2), plannedEnd: floor.getDay(2) });
    await floor.change(first.processId, { deviceId: null });
    const changedDay = await floor.read(day);
    const findChange = (processId: number) =>
      changedDay.lines.find((line) => line.processId === processId)?.change;
    expect([first, second, thirdProcess].map(({ processId }) => findChange(processId))).toEqual([
      'lineMoved',
      'lineDropped',
      'lineAdded',
    ]);
    expect(await releaseAs(floor.call, day, 1)).toMatchObject({ number: 2, lineCount: 2 });
    const dayAfterRelease = await floor.read(day);
    expect(dayAfterRelease.lines.map(({ change }) => change)).toEqual([null, null]);
    expect(await readRefusalCode(releaseAs(floor.call, day, 2))).toBe('planUnchanged');
  });

  it('keeps finished work in the plan', async () => {
    const { processId } = await floor.plan();
    await floor.release();
    const { reportId } = await startWork(floor.call, processId, 4, { deviceId: floor.deviceId });
    await finishWork(floor.call, reportId, 4);
    expect(await floor.readLine(processId)).toMatchObject({ isDone: true, change: null, state: 'completed' });
    await floor.plan();
    await floor.release();
    expect(await floor.readLine(processId)).toMatchObject({ isDone: true, change: null });
  });

  it('refuses people without the permission, past days and days far ahead, and days without work', async () => {
    const reader = await floor.factory.createPerson('Reader', []);
    const { lastNumber } = await floor.read();
    expect(await readRefusalCode(releaseAs(reader.call, floor.today, lastNumber))).toBe('noPermission');
    expect(
      await readRefusalCode(reader.call('/mes/plan/day/withdraw', { day: floor.today, number: lastNumber })),
    ).toBe('noPermission');
    expect((await reader.call<{ day: string }>('/mes/plan/day', { day: floor.today })).day).toBe(floor.today);
    expect(await readRefusalCode(releaseAs(floor.call, floor.getDay(-1), 0))).toBe('planDayOver');
    expect(await readRefusalCode(releaseAs(floor.call, floor.getDay(70), 0))).toBe('fieldsInvalid');
    expect(await readRefusalCode(releaseAs(floor.call, floor.getDay(50), 0))).toBe('planDayEmpty');
    const planner = await floor.factory.createPerson('Planner', ['WORK_PLAN_MODIFY']);
    await floor.plan();
    expect((await releaseAs(planner.call, floor.today, (await floor.read()).lastNumber)).number).toBe(
      lastNumber + 1,
    );
  });

  it('refuses a release by somebody who has not seen the last one, and accepts one of two at once', async () => {
    const day = floor.getDay(5);
    await floor.plan({ plannedStart: day, plannedEnd: day });
    const codes = await Promise.all([1, 2, 3].map(() => readRefusalCode(releaseAs(floor.call, day, 0))));
    expect(codes.toSorted()).toEqual(['accepted', 'planReleasedMeanwhile', 'planReleasedMeanwhile']);
    await floor.plan({ plannedStart: day, plannedEnd: day });
    expect(await readRefusalCode(releaseAs(floor.call, day, 0))).toBe('planReleasedMeanwhile');
    expect(await readRefusalCode(releaseAs(floor.call, day, 1))).toBe('accepted');
  });

  it('shows nothing of another factory, and takes none of its groups', async () => {
    await floor.plan();
    const { call } = otherFactory;
    const otherPlan = await call<{ lines: unknown[]; release: unknown }>('/mes/plan/day', {
      day: floor.today,
      workGroupId: floor.groupId,
    }).catch(() => ({ lines: [], release: null }));
    expect([otherPlan.lines, otherPlan.release]).toEqual([[], null]);
    const { planId } = await floor.release();
    expect(await readRefusalCode(call('/mes/plan/day/notices/read', { planId }))).toBe('rowNotFound');
  });

  it('is accepted while work is reported, and loses no report', async () => {
    const day = floor.today;
    const processes = [await floor.plan(), await floor.plan(), await floor.plan()];
    const { lastNumber } = await floor.read(day);
    const reports = processes.map(({ processId }) =>
      startWorkByNewPerson(floor.factory, processId, 1, { skipReason: 'Urgent' }).then(({ reportId }) =>
        finishWork(floor.call, reportId, 1),
      ),
    );
    const results = await Promise.allSettled([releaseAs(floor.call, day, lastNumber), ...reports]);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    const { lines } = await floor.read(day);
    for (const { processId } of processes)
      expect(lines.find((line) => line.processId === processId)).toMatchObject({ quantityLeft: 3 });
  });

  it('tells the people and the head of a group what a later release changed, until they have read it', async () => {
    const day = floor.getDay(8);
    const planned = { plannedStart: day, plannedEnd: day };
    const departmentId = await floor.save('/mes/system/basic/department', { code: 'D1', name: 'Workshop' });
    const groupId = await floor.save('/mes/system/basic/group', {
      code: 'MILL',
      name: 'Milling',
      departmentId,
    });
    const [worker, head, stranger] = await Promise.all(
      ['Worker', 'Head', 'Stranger'].map((name) => floor.factory.createPerson(name, [])),
    );
    const changeEmployee = async (id: number, values: Record<string, unknown>) => {
      const { version } = await floor.call<{ version: number }>('/mes/system/basic/employee/get', { id });
      await floor.call('/mes/system/basic/employee/save', { id, version, ...values });
    };
    await changeEmployee(worker!.employeeId, { workGroupId: groupId });
    await changeEmployee(head!.employeeId, { departmentId, departmentalRole: 'head' });
    const { processId } = await floor.plan({ ...planned, workGroupId: groupId, deviceId: null });
    await floor.release(day);
    const listNotices = async (call: DayPlanFloor['call']) =>
      (await call<{ rows: PlanNotice[] }>('/mes/plan/day/notices', {})).rows;
    expect(await listNotices(worker!.call)).toEqual([]);
    await floor.plan({ ...planned, workGroupId: groupId, deviceId: null });
    await floor.change(processId, { workGroupId: floor.groupId });
    const { planId } = await floor.release(day);
    for (const person of [worker!, head!])
      expect(await listNotices(person.call)).toMatchObject([
        {
          planId,
          day,
          number: 2,
          workGroupName: 'Milling',
          added: 1,
          moved: 1,
          dropped: 0,
          isWithdrawn: false,
        },
      ]);
    expect(await listNotices(stranger!.call)).toEqual([]);
    await worker!.call('/mes/plan/day/notices/read', { planId });
    expect(await listNotices(worker!.call)).toEqual([]);
    expect(await listNotices(head!.call)).toHaveLength(1);
    await floor.call('/mes/plan/day/withdraw', { day, number: 2 });
    expect(await listNotices(worker!.call)).toMatchObject([{ planId, isWithdrawn: true }]);
    expect((await floor.read(day)).release).toBeNull();
    expect(await readRefusalCode(floor.call('/mes/plan/day/withdraw', { day, number: 2 }))).toBe(
      'planNotReleased',
    );
    expect((await floor.release(day)).number).toBe(3);
  });
});
