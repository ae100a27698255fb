import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { AxisLoad, CapacityLoad, LoadDetails } from '#shared/answers/capacity-load.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

const ZONE = 'Asia/Shanghai';
const PATH = '/mes/plan/capacityLoad';
const WEEK = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
const NO_WEEKEND = { ...WEEK, saturday: false, sunday: false };

/** Returns the day this many days after a day. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now());
/** A Monday at least a week from today. The week of the hand-made calendar begins on it. */
const monday = dayAfter(today, 7 + ((8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7));
const [tuesday, wednesday, thursday, friday, saturday, sunday] = [1, 2, 3, 4, 5, 6].map((days) =>
  dayAfter(monday, days),
) as [string, string, string, string, string, string];
const at = (day: string, time: string) => `${day}T${time}:00+08:00`;

describeForEachDatabase('The capacity load', (database) => {
  let floor: TestFactory;
  let turningGroupId: number;
  let nextNumber = 0;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    turningGroupId = await save('/mes/system/basic/group', { code: 'TURN', name: 'Turning', efficiency: 90 });
    const classTableId = await save('/mes/system/classTable', {
      code: 'TWO',
      name: 'Two shifts',
      shifts: [
        { name: 'Day', startsAt: '08:00', endsAt: '16:00', ...NO_WEEKEND },
        { name: 'Night', startsAt: '22:00', endsAt: '04:00', ...NO_WEEKEND },
      ],
      breaks: [
        { startsAt: '12:00', endsAt: '12:30' },
        { startsAt: '01:00', endsAt: '01:20' },
      ],
    });
    const roster = { classTableId, validFrom: '2026-01-01' };
    await save('/mes/system/roster', { ...roster, workGroupId: turningGroupId });
    for (const weekday of ['saturday', 'sunday'])
      await save('/mes/system/holiday', { kind: 'weeklyRest', weekday, name: weekday });
    await save('/mes/system/holiday', { kind: 'statutory', date: wednesday, name: 'Holiday' });
    await save('/mes/system/holiday', { kind: 'makeUpWorkday', date: sunday, name: 'Make-up day' });
    await save('/mes/system/basic/device', {
      code: 'A',
      name: 'Lathe A',
      workGroupId: turningGroupId,
      normalCapacity: 12,
      maximumCapacity: 20,
      budgetCapacity: 10,
      downtimes: [{ downFrom: at(monday, '14:00'), downUntil: at(monday, '23:00') }],
    });
    await save('/mes/system/basic/device', { code: 'B', name: 'Lathe B', workGroupId: turningGroupId });
    await save('/mes/system/basic/device', {
      code: 'C',
      name: 'Under repair',
      workGroupId: turningGroupId,
      status: 'repair',
    });
    const dayWorker = await save('/mes/system/basic/employee', {
      code: 'E1',
      name: 'Day worker',
      workGroupId: turningGroupId,
      normalCapacity: 7,
    });
    await save('/mes/system/roster', { ...roster, employeeId: dayWorker, shiftName: 'Day' });
    await save('/mes/system/basic/employee', {
      code: 'E2',
      name: 'Absent',
      workGroupId: turningGroupId,
      absences: [{ absentFrom: at(tuesday, '10:00'), absentUntil: at(thursday, '12:00') }],
    });
  });

  const save = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await floor.call<{ id: number }>(`${path}/save`, fields)).id;
  const group = (fields: Record<string, unknown> = {}) =>
    save('/mes/system/basic/group', { code: `G${nextNumber++}`, name: `Group ${nextNumber}`, ...fields });
  const load = (from = monday, to = sunday) => floor.call<CapacityLoad>(PATH, { from, to });
  const axesOf = async (id: number | null, from = monday, to = sunday) => {
    const found = (await load(from, to)).groups.find((one) => one.id === id);
    return found!;
  };
  const details = (fields: Record<string, unknown>) =>
    floor.call<LoadDetails>(`${PATH}/processes`, {
      from: monday,
      to: sunday,
      axis: 'deviceHours',
      ...fields,
    });
  const change = (id: number, values: Record<string, unknown>) =>
    floor.connection.db
      .updateTable('process')
      .set(values)
      .where('factoryId', '=', floor.factoryId)
      .where('id', '=', id)
      .execute();
  /** Creates a released order with one process. */
  const process = async (
    quantity: number,
    craft: Record<string, unknown>,
    values: Record<string, unknown>,
  ) => {
    const order = await floor.order(quantity, [{ name: `Craft ${nextNumber++}`, ...craft }]);
    await change(order.processIds[0]!, values);
    return { ...order, processId: order.processIds[0]! };
  };

  it('counts the hours of a holiday, a make-up day, an absence, a downtime and two shifts', async () => {
    const { deviceHours, manHours } = await axesOf(turningGroupId);
    // The day shift has 450 minutes without its break, and the night shift 340. Lathe B works 790.
    // Lathe A works at most 720. On Monday it loses 120 minutes of the day and 60 of the night: 610 are left.
    expect(deviceHours.normal).toEqual([1260, 1359, 0, 1359, 1359, 0, 1359]);
    // With overtime, lathe A works 1200 minutes, on Monday without the 180 that it loses.
    expect(deviceHours.maximum).toEqual([1629, 1791, 0, 1791, 1791, 0, 1791]);
    expect(deviceHours.budget).toEqual([1251, 1251, 0, 1251, 1251, 0, 1251]);
    // The day worker has 420 minutes. The other works 790, loses 330 + 340 on Tuesday and 240 on Thursday.
    expect(manHours.normal).toEqual([1089, 486, 0, 873, 1089, 0, 1089]);
    expect([deviceHours.unknownResources, manHours.unknownResources]).toEqual([0, 0]);
    expect(saturday < sunday).toBe(true);
  });

  it('limits the device hours by the capacity of the group, and a group without machines in its man hours', async () => {
    const machinesGroupId = await group({ normalCapacity: 10, maximumCapacity: 15, budgetCapacity: 9 });
    for (const code of ['L1', 'L2'])
      await save('/mes/system/basic/device', {
        code,
        name: code,
        workGroupId: machinesGroupId,
        normalCapacity: 8,
        maximumCapacity: 12,
      });
    const handGroupId = await group({ maximumCapacity: 10 });
    await save('/mes/system/basic/employee', {
      code: 'H1',
      name: 'Hand',
      workGroupId: handGroupId,
      normalCapacity: 8,
      absences: [{ absentFrom: at(monday, '08:00'), absentUntil: at(monday, '11:00') }],
    });
    await save('/mes/system/basic/employee', { code: 'H2', name: 'No hours', workGroupId: handGroupId });
    const [machineAxes, handAxes] = [await axesOf(machinesGroupId), await axesOf(handGroupId)];
    expect(machineAxes.deviceHours.normal).toEqual([600, 600, 0, 600, 600, 0, 600]);
    expect(machineAxes.deviceHours.maximum[0]).toBe(900);
    expect(machineAxes.deviceHours.budget[0]).toBe(540);
    // Without a roster, the working days are those of the holidays.
    expect(handAxes.manHours.normal).toEqual([300, 480, 0, 480, 480, 0, 480]);
    expect(handAxes.manHours.maximum).toEqual([420, 600, 0, 600, 600, 0, 600]);
    expect(handAxes.manHours.unknownResources).toBe(1);
  });

  it('spreads what is left over the working days of the plan, and the processes of a cell add up to it', async () => {
    const craft = { preparationMinutes: 31, deviceMinutes: 12.5, manMachineRatio: 0.5 };
    // 31 + 12.5 × 10 = 156 minutes fall on Monday, Tuesday, Thursday and Friday.
    await process(10, craft, { workGroupId: turningGroupId, plannedStart: monday, plannedEnd: friday });
    // 31 + 12.5 × 3 = 68.5, so 69 minutes, fall on Thursday, Friday and the make-up day.
    await process(3, craft, { workGroupId: turningGroupId, plannedStart: thursday, plannedEnd: sunday });
    // Only the end is known.
    await process(1, craft, { workGroupId: turningGroupId, plannedEnd: friday });
    // 31 minutes of preparation and 12.5 × 10 × 0.5 of a person.
    const { deviceHours, manHours } = await axesOf(turningGroupId);
    expect(deviceHours.load).toEqual([39, 39, 0, 39 + 23, 39 + 23 + 44, 0, 23]);
    expect(manHours.load.reduce((sum, one) => sum + one, 0)).toBe(94 + 50 + 37);
    for (const [index, day] of [monday, tuesday, wednesday, thursday, friday, saturday, sunday].entries()) {
      const cell = await details({ workGroupId: turningGroupId, from: day, to: day });
      expect(cell.rows.reduce((sum, row) => sum + row.minutes, 0)).toBe(deviceHours.load[index]);
      expect(cell.minutes).toBe(deviceHours.load[index]);
    }
    const week = await details({ workGroupId: turningGroupId });
    expect(week.rows.map((row) => [row.minutes, row.remainingMinutes])).toEqual([
      [156, 156],
      [69, 69],
      [44, 44],
    ]);
    // The load of a day is the same in every period.
    expect((await axesOf(turningGroupId, friday, friday)).deviceHours.load).toEqual([106]);
  });

  it('takes off what is done and the preparation that has begun, and adds rework', async () => {
    const lathesGroupId = await group();
    const craft = { preparationMinutes: 60, deviceMinutes: 10, manMachineRatio: 1 };
    const { processId } = await process(20, craft, { workGroupId: lathesGroupId, plannedEnd: friday });
    const total = async () => (await axesOf(lathesGroupId)).deviceHours.load[4];
    expect(await total()).toBe(260);
    const { employeeId } = await floor.person('Turner', ['TASK_REPORT']);
    const deviceId = await save('/mes/system/basic/device', { code: `M${nextNumber++}`, name: 'Lathe' });
    const given = { people: [{ employeeId }], deviceId };
    const { reportId } = await startWork(floor.call, processId, 8, { ...given, at: getIsoTimeAgo(30) });
    expect(await total()).toBe(200);
    await finishWork(floor.call, reportId, 6, { at: getIsoTimeAgo(10) });
    expect(await total()).toBe(140);
    await change(processId, {
      inheritedLoss: 2,
      acceptedLoss: 1,
      concession: 3,
      outsourced: 4,
      reworkOpen: 1.5,
    });
    // 20 − 2 − 1 − 6 − 3 − 4 + 1.5 pieces
    expect(await total()).toBe(55);
  });

  it('counts apart what is overdue, has no planned day, or has no standard time', async () => {
    const millsGroupId = await group();
    const timed = { preparationMinutes: 0, deviceMinutes: 10, manMachineRatio: 1 };
    const overdue = await process(3, timed, { workGroupId: millsGroupId, plannedEnd: dayAfter(today, -2) });
    await process(5, timed, {
      workGroupId: millsGroupId,
      plannedStart: dayAfter(today, -9),
      plannedEnd: today,
    });
    await process(7, timed, { workGroupId: millsGroupId });
    await process(9, {}, { workGroupId: millsGroupId, plannedEnd: today });
    await process(2, { manpowerMinutes: 30 }, { workGroupId: millsGroupId, plannedEnd: today });
    await process(4, { deviceMinutes: 10 }, { workGroupId: millsGroupId, plannedEnd: today });
    const { deviceHours, manHours } = await axesOf(millsGroupId, today, today);
    const numbersOf = (one: AxisLoad) => [
      one.load[0],
      one.overdueMinutes,
      one.overdueCount,
      one.unplannedMinutes,
      one.unplannedCount,
      one.withoutEstimate,
    ];
    expect(numbersOf(deviceHours)).toEqual([30 + 50 + 40, 30, 1, 70, 1, 1]);
    // The machine time of the last process says nothing about people.
    expect(numbersOf(manHours)).toEqual([30 + 50 + 60, 30, 1, 70, 1, 2]);
    const list = async (selection: string, axis = 'deviceHours') =>
      details({ workGroupId: millsGroupId, selection, axis });
    expect((await list('overdueLoad')).rows).toMatchObject([
      { orderId: overdue.id, minutes: 30, kind: 'overdue' },
    ]);
    expect((await list('unplannedLoad')).minutes).toBe(70);
    expect((await list('withoutEstimate')).rows).toHaveLength(1);
    expect((await list('withoutEstimate', 'manHours')).rows).toHaveLength(2);
  });

  it('leaves out external and suspended work and orders that are not released, and shows work without a group', async () => {
    const sawsGroupId = await group();
    const timed = { preparationMinutes: 0, deviceMinutes: 10 };
    const day = { plannedEnd: monday };
    await process(1, timed, { workGroupId: sawsGroupId, ...day, external: true });
    const held = await process(1, timed, { workGroupId: sawsGroupId, ...day });
    await floor.call('/mes/process/suspend', { processId: held.processId, reason: 'wait' });
    const stopped = await process(1, timed, { workGroupId: sawsGroupId, ...day });
    await floor.call('/mes/order/suspend', { id: stopped.id, version: stopped.version });
    expect((await axesOf(sawsGroupId)).deviceHours.load).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect((await details({ workGroupId: sawsGroupId })).rows).toEqual([]);
    expect((await load()).groups.map((one) => one.id)).not.toContain(null);
    await process(6, timed, day);
    expect((await axesOf(null)).deviceHours.load[0]).toBe(60);
    expect(await details({})).toMatchObject({ minutes: 60, rows: [{ remainingQuantity: 6 }] });
  });

  it('shows nothing of another factory', async () => {
    const other = await createTestFactory(floor.connection);
    const otherGroup = await other.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'X',
      name: 'Other',
    });
    const { groups } = await other.call<CapacityLoad>(PATH, { from: monday, to: sunday });
    expect(groups.map(({ id, deviceHours }) => [id, deviceHours.normal[0], deviceHours.load[4]])).toEqual([
      [otherGroup.id, 0, 0],
    ]);
    expect((await load()).groups.map((one) => one.id)).not.toContain(otherGroup.id);
    const request = { from: monday, to: sunday, axis: 'deviceHours' };
    for (const workGroupId of [null, turningGroupId, otherGroup.id])
      expect(await other.call<LoadDetails>(`${PATH}/processes`, { ...request, workGroupId })).toMatchObject({
        minutes: 0,
        rows: [],
      });
    expect((await details({ workGroupId: turningGroupId })).rows.length).toBeGreaterThan(0);
  });

  it('is open to every employee, but to no customer and nobody who is signed out', async () => {
    const { call, employeeId } = await floor.person('Reader', []);
    const request = { from: monday, to: sunday };
    expect((await call<CapacityLoad>(PATH, request)).groups.length).toBeGreaterThan(0);
    await sql`update account set kind = 'customer', employee_id = null,
        customer_id = ${await save('/mes/system/basic/customer', { code: 'K', shortName: 'K' })}
      where factory_id = ${floor.factoryId} and employee_id = ${employeeId}`.execute(floor.connection.db);
    for (const path of [PATH, `${PATH}/processes`])
      expect(await readRefusalCode(call(path, { ...request, axis: 'manHours' }))).toBe('noPermission');
  });

  it('refuses a period that is turned round, too long or too far ahead', async () => {
    const codeOf = (from: string, to: string) => readRefusalCode(floor.call(PATH, { from, to }));
    expect(await codeOf(tuesday, monday)).toBe('startAfterEnd');
    expect(await codeOf(today, dayAfter(today, 120))).toBe('periodTooLong');
    expect(await codeOf(today, dayAfter(today, 119))).toBe('accepted');
    expect(await codeOf(dayAfter(today, 390), dayAfter(today, 401))).toBe('fieldsInvalid');
  });
});
