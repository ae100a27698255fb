import { beforeAll, expect, test } from 'vitest';
import { addDays, getWeekdayIndex } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

interface LoadRow {
  groupKey: string;
  groupName: string | null;
  firstDay: string;
  lastDay: string;
  load: number;
  normal: number;
  maximum: number;
  overdue: number;
  unplanned: number;
  withoutEstimate: number;
}

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now());
/** The Monday of the next week. */
const monday = addDays(today, 7 - getWeekdayIndex(today));
const [tuesday, wednesday, thursday, sunday] = [1, 2, 3, 6].map((days) => addDays(monday, days)) as [
  string,
  string,
  string,
  string,
];

describeForEachDatabase('The capacity load on a board', (database) => {
  let factory: TestFactory;
  let groupId: number;
  const saveRecord = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, fields)).id;
  const readLoadRows = async (fields: Record<string, unknown>): Promise<LoadRow[]> =>
    (await factory.call<{ rows: LoadRow[] }>('/mes/form/capacityLoad', fields)).rows;
  const readGroupLoadRows = (fields: Record<string, unknown>) =>
    readLoadRows({ workGroupId: groupId, ...fields });
  /** Adds a released process of the group. */
  const addProcess = async (
    quantity: number,
    craft: Record<string, unknown>,
    values: Record<string, unknown>,
  ) => {
    const { processIds } = await factory.createOrder(quantity, [
      { name: `Craft ${Object.values(values).join()}`, ...craft },
    ]);
    await factory.connection.db
      .updateTable('process')
      .set({ workGroupId: groupId, ...values })
      .where('id', '=', processIds[0]!)
      .execute();
  };

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    groupId = await saveRecord('/mes/system/basic/group', { code: 'TURN', name: 'Turning' });
    const classTableId = await saveRecord('/mes/system/classTable', {
      code: 'TWO',
      name: 'Two shifts',
      // Eight hours with a break of half an hour, and six hours over midnight: 450 + 360 minutes.
      shifts: [
        { name: 'Day', startsAt: '08:00', endsAt: '16:00', saturday: false, sunday: false },
        { name: 'Night', startsAt: '22:00', endsAt: '04:00', saturday: false, sunday: false },
      ],
      breaks: [{ startsAt: '12:00', endsAt: '12:30' }],
    });
    await saveRecord('/mes/system/roster', { classTableId, validFrom: '2026-01-01', workGroupId: groupId });
    for (const weekday of ['saturday', 'sunday'])
      await saveRecord('/mes/system/holiday', { kind: 'weeklyRest', weekday, name: weekday });
    await saveRecord('/mes/system/holiday', { kind: 'statutory', date: wednesday, name: 'Holiday' });
    await saveRecord('/mes/system/basic/device', {
      code: 'A',
      name: 'Lathe',
      workGroupId: groupId,
      normalCapacity: 12,
      maximumCapacity: 13,
      // Two hours of the day shift of Tuesday.
      downtimes: [{ downFrom: `${tuesday}T08:00:00+08:00`, downUntil: `${tuesday}T10:00:00+08:00` }],
    });
    await addProcess(
      20,
      { deviceMinutes: 30, manMachineRatio: 1 },
      { plannedStart: monday, plannedEnd: monday },
    );
    await addProcess(6, { deviceMinutes: 50, manMachineRatio: 1 }, { plannedEnd: thursday });
    await addProcess(8, { deviceMinutes: 30, manMachineRatio: 1 }, { plannedEnd: addDays(today, -3) });
    await addProcess(1, { deviceMinutes: 45, manMachineRatio: 1 }, { plannedEnd: null });
    await addProcess(1, {}, { plannedEnd: thursday });
  });

  test('shows the load and the capacity of each day: holiday, downtime and two shifts', async () => {
    const rows = await readGroupLoadRows({ periodCount: 16 });
    expect([rows.length, rows[0]!.firstDay]).toEqual([16, today]);
    const getFigures = (day: string) => {
      const { load, normal, maximum } = rows.find(({ firstDay }) => firstDay === day)!;
      return [load, normal, maximum];
    };
    // The lathe works at most 12 hours, with overtime 13; the downtime of Tuesday leaves 690 of the 810 minutes.
    expect(getFigures(monday)).toEqual([600, 720, 780]);
    expect(getFigures(tuesday)).toEqual([0, 690, 690]);
    expect(getFigures(wednesday)).toEqual([0, 0, 0]);
    expect(getFigures(thursday)).toEqual([300, 720, 780]);
    expect(getFigures(sunday)).toEqual([0, 0, 0]);
    expect(rows.map(({ overdue }) => overdue)).toEqual([240, ...Array.from({ length: 15 }, () => 0)]);
    expect(rows[0]!.load).toBe(240);
    expect(new Set(rows.map(({ unplanned, withoutEstimate }) => `${unplanned} ${withoutEstimate}`))).toEqual(
      new Set(['45 1']),
    );
  });

  test('adds up the days of a week from Monday to Sunday', async () => {
    const rows = await readGroupLoadRows({ loadStep: 'loadByWeek', periodCount: 3 });
    expect(rows.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
      [today, addDays(monday, -1)],
      [monday, sunday],
      [addDays(monday, 7), addDays(monday, 13)],
    ]);
    const { load, normal, maximum } = rows[1]!;
    expect([load, normal, maximum]).toEqual([900, 3 * 720 + 690, 3 * 780 + 690]);
    expect(rows.map(({ overdue }) => overdue)).toEqual([240, 0, 0]);
  });

  test('has all groups, and the work without a group, but nothing of another factory', async () => {
    await saveRecord('/mes/system/basic/group', { code: 'MILL', name: 'Milling' });
    await addProcess(
      2,
      { deviceMinutes: 15, manMachineRatio: 1 },
      { workGroupId: null, plannedEnd: thursday },
    );
    const rows = await readLoadRows({ periodCount: 16 });
    expect([...new Set(rows.map(({ groupName }) => groupName))]).toEqual(['Milling', 'Turning', null]);
    expect(
      rows
        .filter(({ groupKey, load }) => groupKey === 'none' && load > 0)
        .map(({ firstDay, load }) => [firstDay, load]),
    ).toEqual([[thursday, 30]]);
    const otherFactory = await createTestFactory(factory.connection);
    expect(await otherFactory.call('/mes/form/capacityLoad', {})).toMatchObject({ rows: [] });
  });
});
