import { beforeEach, expect, it } from 'vitest';
import type { CapacityLoad, LoadDetails } from '#shared/answers/capacity-load.ts';
import type { SchedulePlan } from '#shared/answers/schedule.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startWorkByNewPerson } from '#tests/support/reports.ts';
import {
  createScheduleFloor,
  findBar,
  registerTestPlanner,
  type ScheduleFloor,
} from '#tests/support/schedule-floor.ts';

const DAYS = 10;
const EVERY_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));
const TURN = { name: 'Turn', deviceMinutes: 37, manMachineRatio: 1 };
const MILL = { name: 'Mill', deviceMinutes: 11, preparationMinutes: 25, manMachineRatio: 1 };

describeForEachDatabase('The capacity load and the planner', (database) => {
  registerTestPlanner(database);
  let floor: ScheduleFloor;
  beforeEach(async () => {
    floor = await createScheduleFloor(await database.open());
  });

  const readLoad = async (groupId = floor.groupId): Promise<number[]> => {
    const { groups } = await floor.factory.call<CapacityLoad>('/mes/plan/capacityLoad', {
      from: floor.getDay(0),
      to: floor.getDay(DAYS - 1),
    });
    return groups.find(({ id }) => id === groupId)!.deviceHours.load;
  };
  /**
   * Counts, for each calendar day, the minutes of a group's bars during which their machines are open. It uses only the
   * calendars that the plan shows.
   */
  const countBarMinutes = (plan: SchedulePlan, groupId: number): number[] => {
    const starts = Array.from(
      { length: DAYS + 1 },
      (_, day) => Date.parse(floor.getInstant(day, 0)) / 60_000,
    );
    return starts.slice(0, -1).map((dayStart, day) =>
      plan.bars
        .filter((bar) => bar.workGroupId === groupId && bar.machine !== null)
        .flatMap((bar) => {
          const machine = plan.machines.find(({ id }) => id === bar.machine)!;
          return plan.calendars[machine.calendar]!.map(
            ([from, until]) =>
              Math.min(until, bar.end, starts[day + 1]!) - Math.max(from, bar.start, dayStart),
          );
        })
        .reduce((sum, minutes) => sum + Math.max(0, minutes), 0),
    );
  };

  it('agree to the minute on each day of an applied plan', async () => {
    for (const quantity of [7, 19, 3, 28, 11]) await floor.addOrder(quantity, [TURN, MILL], 2);
    expect((await readLoad()).reduce((sum, minutes) => sum + minutes, 0)).toBe(0);
    const { run, plan } = await floor.propose();
    // A proposal changes nothing.
    expect((await readLoad()).reduce((sum, minutes) => sum + minutes, 0)).toBe(0);
    await floor.apply(run.id);
    const load = await readLoad();
    expect(load).toEqual(countBarMinutes(plan!, floor.groupId));
    expect(load.reduce((sum, minutes) => sum + minutes, 0)).toBe(68 * (37 + 11) + 5 * 25);
    // No day has more minutes than the two lathes are open. Today counts only from now on.
    for (const minutes of load.slice(1)) expect(minutes).toBeLessThanOrEqual(960);
    expect(load[1]).toBe(960);
    for (const [day, minutes] of load.entries()) {
      const details = await floor.factory.call<LoadDetails>('/mes/plan/capacityLoad/processes', {
        from: floor.getDay(day),
        to: floor.getDay(day),
        axis: 'deviceHours',
        workGroupId: floor.groupId,
      });
      expect(details.minutes).toBe(minutes);
    }
    // The planning engine counts the same minutes for the machines.
    const loadOfMachines = plan!.days
      .slice(0, DAYS)
      .map((_, day) => plan!.machineLoad.reduce((sum, { planned }) => sum + planned[day]!, 0));
    expect(load).toEqual(loadOfMachines);
  });

  it('count a night shift on the day on which it begins', async () => {
    const classTableId = await floor.save('/mes/system/classTable', {
      code: 'NIGHT',
      name: 'Night',
      shifts: [{ name: 'Night', startsAt: '22:00', endsAt: '06:00', ...EVERY_DAY }],
      breaks: [],
    });
    const groupId = await floor.save('/mes/system/basic/group', { code: 'N', name: 'Night' });
    await floor.save('/mes/system/roster', {
      classTableId,
      workGroupId: groupId,
      validFrom: floor.getDay(-10),
    });
    await floor.save('/mes/system/basic/device', { code: 'N1', name: 'Night lathe', workGroupId: groupId });
    const order = await floor.addOrder(16, [{ name: 'Grind', deviceMinutes: 60, manMachineRatio: 1 }]);
    const [id] = order.processIds as [number];
    const { version } = await floor.factory.call<{ version: number }>('/mes/process/get', { id });
    await floor.factory.call('/mes/process/save', { id, version, workGroupId: groupId });
    const { run, plan } = await floor.propose();
    // 16 hours of work take two nights: this one and the next.
    expect(findBar({ plan }, id)).toMatchObject({
      start: Date.parse(floor.getInstant(0, 22)) / 60_000,
      end: Date.parse(floor.getInstant(2, 6)) / 60_000,
    });
    await floor.apply(run.id);
    expect((await readLoad(groupId)).slice(0, 3)).toEqual([480, 480, 0]);
    expect((await readLoad(groupId)).slice(3).every((minutes) => minutes === 0)).toBe(true);
  });

  it('share the standard minutes of a group that is slower', async () => {
    const { version } = await floor.factory.call<{ version: number }>('/mes/system/basic/group/get', {
      id: floor.groupId,
    });
    await floor.factory.call('/mes/system/basic/group/save', { id: floor.groupId, version, efficiency: 80 });
    const order = await floor.addOrder(20, [{ name: 'Turn', deviceMinutes: 32, manMachineRatio: 1 }]);
    const { run, plan } = await floor.propose();
    await floor.apply(run.id);
    // 640 standard minutes take 800 calendar minutes.
    expect(countBarMinutes(plan!, floor.groupId).reduce((sum, minutes) => sum + minutes, 0)).toBe(800);
    const load = await readLoad();
    expect(load.reduce((sum, minutes) => sum + minutes, 0)).toBe(640);
    const barMinutes = countBarMinutes(plan!, floor.groupId);
    for (const [day, minutes] of load.entries())
      expect(Math.abs(minutes - barMinutes[day]! * 0.8)).toBeLessThan(1);
    expect(findBar({ plan }, order.processIds[0]!).machine).not.toBeNull();
  });

  it('lower the load as reports come, and place what is in no plan by its own days', async () => {
    const order = await floor.addOrder(20, [TURN]);
    const { run } = await floor.propose();
    await floor.apply(run.id);
    const before = await readLoad();
    const { reportId } = await startWorkByNewPerson(floor.factory, order.processIds[0]!, 20, {
      deviceId: floor.deviceIds[0],
    });
    await floor.factory.call('/mes/report/unfinished', { reportId, good: 8 });
    const after = await readLoad();
    const sum = (load: readonly number[]) => load.reduce((total, minutes) => total + minutes, 0);
    expect([sum(before), sum(after)]).toEqual([20 * 37, 12 * 37]);
    const laterOrder = await floor.addOrder(2, [TURN]);
    const [id] = laterOrder.processIds as [number];
    const { version } = await floor.factory.call<{ version: number }>('/mes/process/get', { id });
    await floor.factory.call('/mes/process/save', { id, version, plannedEnd: floor.getDay(8) });
    expect((await readLoad())[8]).toBe(after[8]! + 74);
  });
});
