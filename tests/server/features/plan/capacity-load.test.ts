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
const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now());
/** A Monday at least a week from today. The week that these tests check begins on this day. */
const monday = shiftDay(today, 7 + ((8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7));
const [tuesday, wednesday, thursday, friday, saturday, sunday] = [1, 2, 3, 4, 5, 6].map((days) =>
  shiftDay(monday, days),
) as [string, string, string, string, string, string];
const toTimestamp = (day: string, time: string) => `${day}T${time}:00+08:00`;

describeForEachDatabase('The capacity load', (database) => {
  let factory: TestFactory;
  let turningGroupId: number;
  let nextNumber = 0;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
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
      downtimes: [{ downFrom: toTimestamp(monday, '14:00'), downUntil: toTimestamp(monday, '23:00') }],
    });
    await save('/mes/system/basic/device', { code: 'B', name: 'Lathe B', workGroupId: turningGroupId });
    await save('/mes/system/basic/device', {
      code: 'C',
      name: 'Under repair',
      workGroupId: turningGroupId,
      status: 'repair',
    });
    const dayWorkerId = await save('/mes/system/basic/employee', {
      code: 'E1',
      name: 'Day worker',
      workGroupId: turningGroupId,
      normalCapacity: 7,
    });
    await save('/mes/system/roster', { ...roster, employeeId: dayWorkerId, shiftName: 'Day' });
    await save('/mes/system/basic/employee', {
      code: 'E2',
      name: 'Absent',
      workGroupId: turningGroupId,
      absences: [{ absentFrom: toTimestamp(tuesday, '10:00'), absentUntil: toTimestamp(thursday, '12:00') }],
    });
  });

  const save = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, fields)).id;
  const addGroup = (fields: Record<string, unknown> = {}) =>
    save('/mes/system/basic/group', { code: `G${nextNumber++}`, name: `Group ${nextNumber}`, ...fields });
  const readLoad = (from = monday, to = sunday) => factory.call<CapacityLoad>(PATH, { from, to });
  const readGroupLoad = async (id: number | null, from = monday, to = sunday) => {
    const groupLoad = (await readLoad(from, to)).groups.find((row) => row.id === id);
    return groupLoad!;
  };
  const readDetails = (fields: Record<string, unknown>) =>
    factory.call<LoadDetails>(`${PATH}/processes`, {
      from: monday,
      to: sunday,
      axis: 'deviceHours',
      ...fields,
    });
  const changeProcess = (id: number, values: Record<string, unknown>) =>
    factory.connection.db
      .updateTable('process')
      .set(values)
      .where('factoryId', '=', factory.factoryId)
      .where('id', '=', id)
      .execute();
  /** Creates a released order with one process. */
  const addProcess = async (
    quantity: number,
    craft: Record<string, unknown>,
    values: Record<string, unknown>,
  ) => {
    const order = await factory.createOrder(quantity, [{ name: `Craft ${nextNumber++}`, ...craft }]);
    await changeProcess(order.processIds[0]!, values);
    return { ...order, processId: order.processIds[0]! };
  };

  it('counts the hours of a holiday, a make-up day, an absence, a downtime and two shifts', async () => {
    const { deviceHours, manHours } = await readGroupLoad(turningGroupId);
    // The day shift has 450 working minutes, and the night shift 340. Lathe B works in both: 790 minutes. Lathe A works
    // at most 720 minutes. On Monday, downtimes take 120 + 60 minutes of its shifts, so 610 are left.
    expect(deviceHours.normal).toEqual([1260, 1359, 0, 1359, 1359, 0, 1359]);
    // With overtime, lathe A works 1200 minutes. On Monday the downtime takes 180 of them.
    expect(deviceHours.maximum).toEqual([1629, 1791, 0, 1791, 1791, 0, 1791]);
    expect(deviceHours.budget).toEqual([1251, 1251, 0, 1251, 1251, 0, 1251]);
    // One worker has 420 minutes. The other has 790, but is absent for 670 on Tuesday and 240 on Thursday.
    expect(manHours.normal).toEqual([1089, 486, 0, 873, 1089, 0, 1089]);
    expect([deviceHours.unknownResources, manHours.unknownResources]).toEqual([0, 0]);
    expect(saturday < sunday).toBe(true);
  });

  it('limits the device hours by the capacity of the group, and the man hours if the group has no machines', async () => {
    const machinesGroupId = await addGroup({ normalCapacity: 10, maximumCapacity: 15, budgetCapacity: 9 });
    for (const code of ['L1', 'L2'])
      await save('/mes/system/basic/device', {
        code,
        name: code,
        workGroupId: machinesGroupId,
        normalCapacity: 8,
        maximumCapacity: 12,
      });
    const handGroupId = await addGroup({ maximumCapacity: 10 });
    await save('/mes/system/basic/employee', {
      code: 'H1',
      name: 'Hand',
      workGroupId: handGroupId,
      normalCapacity: 8,
      absences: [{ absentFrom: toTimestamp(monday, '08:00'), absentUntil: toTimestamp(monday, '11:00') }],
    });
    await save('/mes/system/basic/employee', { code: 'H2', name: 'No hours', workGroupId: handGroupId });
    const [machineLoad, handLoad] = [await readGroupLoad(machinesGroupId), await readGroupLoad(handGroupId)];
    expect(machineLoad.deviceHours.normal).toEqual([600, 600, 0, 600, 600, 0, 600]);
    expect(machineLoad.deviceHours.maximum[0]).toBe(900);
    expect(machineLoad.deviceHours.budget[0]).toBe(540);
    // Without a roster, only the holiday calendar decides which days are working days.
    expect(handLoad.manHours.normal).toEqual([300, 480, 0, 480, 480, 0, 480]);
    expect(handLoad.manHours.maximum).toEqual([420, 600, 0, 600, 600, 0, 600]);
    expect(handLoad.manHours.unknownResources).toBe(1);
  });

  it('spreads the remaining work over the planned working days, and each cell is the sum of its processes', async () => {
    const craft = { preparationMinutes: 31, deviceMinutes: 12.5, manMachineRatio: 0.5 };
    // 31 + 12.5 × 10 = 156 minutes fall on Monday, Tuesday, Thursday and Friday.
    await addProcess(10, craft, { workGroupId: turningGroupId, plannedStart: monday, plannedEnd: friday });
    // 31 + 12.5 × 3 = 68.5, so 69 minutes, fall on Thursday, Friday and the make-up day.
    await addProcess(3, craft, { workGroupId: turningGroupId, plannedStart: thursday, plannedEnd: sunday });
    // With only a planned end, all 31 + 12.5 = 43.5, rounded 44 minutes fall on Friday.
    await addProcess(1, craft, { workGroupId: turningGroupId, plannedEnd: friday });
    // The first process needs 31 + 12.5 × 10 × 0.5 = 93.5, so 94 minutes of a person.
    const { deviceHours, manHours } = await readGroupLoad(turningGroupId);
    expect(deviceHours.load).toEqual([39, 39, 0, 39 + 23, 39 + 23 + 44, 0, 23]);
    expect(manHours.load.reduce((sum, minutes) => sum + minutes, 0)).toBe(94 + 50 + 37);
    for (const [index, day] of [monday, tuesday, wednesday, thursday, friday, saturday, sunday].entries()) {
      const cell = await readDetails({ workGroupId: turningGroupId, from: day, to: day });
      expect(cell.rows.reduce((sum, row) => sum + row.minutes, 0)).toBe(deviceHours.load[index]);
      expect(cell.minutes).toBe(deviceHours.load[index]);
    }
    const week = await readDetails({ workGroupId: turningGroupId });
    expect(week.rows.map((row) => [row.minutes, row.remainingMinutes])).toEqual([
      [156, 156],
      [69, 69],
      [44, 44],
    ]);
    // The load of a day is the same in every period.
    expect((await readGroupLoad(turningGroupId, friday, friday)).deviceHours.load).toEqual([106]);
  });

  it('subtracts finished work and a preparation that has begun, and adds rework', async () => {
    const lathesGroupId = await addGroup();
    const craft = { preparationMinutes: 60, deviceMinutes: 10, manMachineRatio: 1 };
    const { processId } = await addProcess(20, craft, { workGroupId: lathesGroupId, plannedEnd: friday });
    const readFridayLoad = async () => (await readGroupLoad(lathesGroupId)).deviceHours.load[4];
    expect(await readFridayLoad()).toBe(260);
    const { employeeId } = await factory.createPerson('Turner', ['TASK_REPORT']);
    const deviceId = await save('/mes/system/basic/device', { code: `M${nextNumber++}`, name: 'Lathe' });
    const fields = { people: [{ employeeId }], deviceId };
    const { reportId } = await startWork(factory.call, processId, 8, {
      ...fields,
      at: getIsoTimeAgo(30),
    });
    expect(await readFridayLoad()).toBe(200);
    await finishWork(factory.call, reportId, 6, { at: getIsoTimeAgo(10) });
    expect(await readFridayLoad()).toBe(140);
    await changeProcess(processId, {
      inheritedLoss: 2,
      acceptedLoss: 1,
      concession: 3,
      outsourced: 4,
      reworkOpen: 1.5,
    });
    // 20 − 2 − 1 − 6 − 3 − 4 + 1.5 = 5.5 pieces are left, at 10 minutes each.
    expect(await readFridayLoad()).toBe(55);
  });

  it('counts separately what is overdue, has no planned day, or has no standard time', async () => {
    const millsGroupId = await addGroup();
    const craft = { preparationMinutes: 0, deviceMinutes: 10, manMachineRatio: 1 };
    const order = await addProcess(3, craft, { workGroupId: millsGroupId, plannedEnd: shiftDay(today, -2) });
    await addProcess(5, craft, {
      workGroupId: millsGroupId,
      plannedStart: shiftDay(today, -9),
      plannedEnd: today,
    });
    await addProcess(7, craft, { workGroupId: millsGroupId });
    await addProcess(9, {}, { workGroupId: millsGroupId, plannedEnd: today });
    await addProcess(2, { manpowerMinutes: 30 }, { workGroupId: millsGroupId, plannedEnd: today });
    await addProcess(4, { deviceMinutes: 10 }, { workGroupId: millsGroupId, plannedEnd: today });
    const { deviceHours, manHours } = await readGroupLoad(millsGroupId, today, today);
    const listNumbers = (axisLoad: AxisLoad) => [
      axisLoad.load[0],
      axisLoad.overdueMinutes,
      axisLoad.overdueCount,
      axisLoad.unplannedMinutes,
      axisLoad.unplannedCount,
      axisLoad.withoutEstimate,
    ];
    expect(listNumbers(deviceHours)).toEqual([30 + 50 + 40, 30, 1, 70, 1, 1]);
    // The last process has only a machine time, so its man hours have no estimate.
    expect(listNumbers(manHours)).toEqual([30 + 50 + 60, 30, 1, 70, 1, 2]);
    const readKind = async (loadKind: string, axis = 'deviceHours') =>
      readDetails({ workGroupId: millsGroupId, loadKind, axis });
    expect((await readKind('overdueLoad')).rows).toMatchObject([
      { orderId: order.id, minutes: 30, kind: 'overdue' },
    ]);
    expect((await readKind('unplannedLoad')).minutes).toBe(70);
    expect((await readKind('withoutEstimate')).rows).toHaveLength(1);
    expect((await readKind('withoutEstimate', 'manHours')).rows).toHaveLength(2);
  });

  it('leaves out external and suspended work and orders that are not released, and shows work without a group', async () => {
    const sawsGroupId = await addGroup();
    const craft = { preparationMinutes: 0, deviceMinutes: 10 };
    const plan = { plannedEnd: monday };
    await addProcess(1, craft, { workGroupId: sawsGroupId, ...plan, external: true });
    const suspendedProcess = await addProcess(1, craft, { workGroupId: sawsGroupId, ...plan });
    await factory.call('/mes/process/suspend', { processId: suspendedProcess.processId, reason: 'wait' });
    const suspendedOrder = await addProcess(1, craft, { workGroupId: sawsGroupId, ...plan });
    await factory.call('/mes/order/suspend', { id: suspendedOrder.id, version: suspendedOrder.version });
    expect((await readGroupLoad(sawsGroupId)).deviceHours.load).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect((await readDetails({ workGroupId: sawsGroupId })).rows).toEqual([]);
    expect((await readLoad()).groups.map((row) => row.id)).not.toContain(null);
    await addProcess(6, craft, plan);
    expect((await readGroupLoad(null)).deviceHours.load[0]).toBe(60);
    expect(await readDetails({})).toMatchObject({ minutes: 60, rows: [{ remainingQuantity: 6 }] });
  });

  it('shows nothing of another factory', async () => {
    const otherFactory = await createTestFactory(factory.connection);
    const otherGroup = await otherFactory.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'X',
      name: 'Other',
    });
    const { groups } = await otherFactory.call<CapacityLoad>(PATH, { from: monday, to: sunday });
    expect(groups.map(({ id, deviceHours }) => [id, deviceHours.normal[0], deviceHours.load[4]])).toEqual([
      [otherGroup.id, 0, 0],
    ]);
    expect((await readLoad()).groups.map((row) => row.id)).not.toContain(otherGroup.id);
    const request = { from: monday, to: sunday, axis: 'deviceHours' };
    for (const workGroupId of [null, turningGroupId, otherGroup.id]) {
      const details = await otherFactory.call<LoadDetails>(`${PATH}/processes`, { ...request, workGroupId });
      expect(details).toMatchObject({ minutes: 0, rows: [] });
    }
    expect((await readDetails({ workGroupId: turningGroupId })).rows.length).toBeGreaterThan(0);
  });

  it('is open to every employee, but to no customer and nobody who is signed out', async () => {
    const { call, employeeId } = await factory.createPerson('Reader', []);
    const request = { from: monday, to: sunday };
    expect((await call<CapacityLoad>(PATH, request)).groups.length).toBeGreaterThan(0);
    await sql`update account set kind = 'customer', employee_id = null,
        customer_id = ${await save('/mes/system/basic/customer', { code: 'K', shortName: 'K' })}
      where factory_id = ${factory.factoryId} and employee_id = ${employeeId}`.execute(factory.connection.db);
    for (const path of [PATH, `${PATH}/processes`])
      expect(await readRefusalCode(call(path, { ...request, axis: 'manHours' }))).toBe('noPermission');
  });

  it('refuses a period that ends before it starts, is too long, or is too far ahead', async () => {
    const readCode = (from: string, to: string) => readRefusalCode(factory.call(PATH, { from, to }));
    expect(await readCode(tuesday, monday)).toBe('startAfterEnd');
    expect(await readCode(today, shiftDay(today, 120))).toBe('periodTooLong');
    expect(await readCode(today, shiftDay(today, 119))).toBe('accepted');
    expect(await readCode(shiftDay(today, 390), shiftDay(today, 401))).toBe('fieldsInvalid');
  });
});
