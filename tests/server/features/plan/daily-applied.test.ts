import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CapacityLoad } from '#shared/answers/capacity-load.ts';
import type { DayPlan } from '#shared/answers/daily-plan.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createScheduleFloor,
  startTestPlanner,
  type ScheduleFloor,
  type TestPlanner,
} from '#tests/support/schedule-floor.ts';

const DAYS = 6;
const TURN = { name: 'Turn', deviceMinutes: 37, manMachineRatio: 1 };
const MILL = { name: 'Mill', deviceMinutes: 11, preparationMinutes: 25, manMachineRatio: 1 };

describeForEachDatabase('The plan of a day after cycle scheduling', (database) => {
  let floor: ScheduleFloor;
  let planner: TestPlanner;
  beforeAll(async () => {
    const connection = await database.open();
    planner = await startTestPlanner(connection);
    floor = await createScheduleFloor(connection);
    for (const quantity of [7, 19, 3, 28, 11]) await floor.addOrder(quantity, [TURN, MILL], 2);
  });
  afterAll(() => planner?.close());

  it('has the devices and times of the applied plan, and the minutes of the capacity load', async () => {
    const readDay = (index: number) =>
      floor.factory.call<DayPlan>('/mes/plan/day', { day: floor.getDay(index) });
    expect((await readDay(0)).lines).toEqual([]);
    expect((await readDay(0)).unplannedCount).toBe(10);
    const { run, plan } = await floor.propose();
    await floor.apply(run.id);
    const { groups } = await floor.factory.call<CapacityLoad>('/mes/plan/capacityLoad', {
      from: floor.getDay(0),
      to: floor.getDay(DAYS - 1),
    });
    const { load } = groups.find(({ id }) => id === floor.groupId)!.deviceHours;
    const barByProcess = new Map(plan!.bars.map((bar) => [bar.processId, bar]));
    const quantities = new Map<number, number>();
    for (let index = 0; index < DAYS; index++) {
      const { lines, unplannedCount } = await readDay(index);
      expect(unplannedCount).toBe(0);
      expect(lines.reduce((sum, line) => sum + (line.deviceMinutes ?? 0), 0)).toBe(load[index]);
      for (const line of lines) {
        const bar = barByProcess.get(line.processId)!;
        expect([
          line.deviceId,
          Date.parse(line.startsAt!) / 60_000,
          Date.parse(line.endsAt!) / 60_000,
        ]).toEqual([bar.machine, bar.start, bar.end]);
        expect(line.deviceName).not.toBeNull();
        quantities.set(line.processId, (quantities.get(line.processId) ?? 0) + line.quantity);
        expect(line.quantityLeft).toBeGreaterThanOrEqual(line.quantity);
      }
      const starts = lines
        .filter((line) => line.deviceId === floor.deviceIds[0])
        .map((line) => line.startsAt!);
      expect(starts).toEqual(starts.toSorted());
    }
    expect(load.reduce((sum, minutes) => sum + minutes, 0)).toBeGreaterThan(0);
    expect([...quantities.values()].toSorted((a, b) => a - b)).toEqual([3, 3, 7, 7, 11, 11, 19, 19, 28, 28]);
  });

  it('does not carry over from the same day what a night shift should have ended this morning', async () => {
    const { lines } = await floor.factory.call<DayPlan>('/mes/plan/day', { day: floor.getDay(1) });
    const { processId } = lines[0]!;
    const { db } = floor.factory.connection;
    await sql`update planned_operation set first_day = ${floor.getDay(-1)}::date, day_minutes = '{60}',
      starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
      where factory_id = ${floor.factory.factoryId} and process_id = ${processId}`.execute(db);
    const today = await floor.factory.call<DayPlan>('/mes/plan/day', { day: floor.getDay(0) });
    expect(today.lines.find((line) => line.processId === processId)).toMatchObject({ carriedFrom: null });
  });
});
