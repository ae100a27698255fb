import { beforeAll, expect, test } from 'vitest';
import type { AppointmentOverlap } from '#shared/answers/routing/appointment.ts';
import type { LoadDetails } from '#shared/answers/capacity-load.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createRoutingFloor, readRefusal, type RoutingFloor } from '#tests/support/routing-floor.ts';

// The factory is in Shanghai, eight hours ahead of UTC. 2031-03-01 is a Saturday.
const PERIOD_START = '2031-03-01T00:00:00.000Z';
const PERIOD_END = '2031-03-01T06:00:00.000Z';
const DAY = '2031-03-01';
const DAY_MS = 86_400_000;

describeForEachDatabase('an appointment of a process', (database) => {
  let floor: RoutingFloor;
  let latheId: number;
  beforeAll(async () => {
    floor = await createRoutingFloor(await database.open());
    latheId = await floor.saveDevice('Lathe');
  });
  const bookDevice = (
    id: number,
    appointmentStart: string | null,
    appointmentEnd: string | null,
    extraFields: object = {},
  ) => floor.saveProcess(id, { appointmentStart, appointmentEnd, ...extraFields });
  const findOverlaps = (
    deviceId: number,
    appointmentStart: string,
    appointmentEnd: string,
    processId?: number,
  ) =>
    floor.call<AppointmentOverlap[]>('/mes/process/appointment/overlaps', {
      appointments: [{ processId, deviceId, appointmentStart, appointmentEnd }],
    });

  test('must not start later than it ends, and needs a place, a start and an end', async () => {
    const id = await floor.addProcess();
    const reversedRefusal = await readRefusal(
      bookDevice(id, PERIOD_END, PERIOD_START, { deviceId: latheId }),
    );
    expect(reversedRefusal.code).toBe('appointmentStartAfterEnd');
    expect(reversedRefusal.message).toContain('appointment start must not be later than its end');
    expect(Object.keys(reversedRefusal.fields)).toEqual(['appointmentEnd']);
    expect((await readRefusal(bookDevice(id, PERIOD_START, PERIOD_END))).code).toBe('appointmentNeedsPlace');
    expect((await readRefusal(bookDevice(id, PERIOD_START, null, { deviceId: latheId }))).fields).toEqual({
      appointmentEnd: expect.anything(),
    });
    expect((await readRefusal(bookDevice(id, null, PERIOD_END, { deviceId: latheId }))).fields).toEqual({
      appointmentStart: expect.anything(),
    });
    expect(await floor.readProcess(id)).toMatchObject({ appointmentStart: null, pinned: false });
    await bookDevice(id, PERIOD_START, PERIOD_START, { deviceId: latheId });
    expect(await floor.readProcess(id)).toMatchObject({
      appointmentStart: PERIOD_START,
      appointmentEnd: PERIOD_START,
    });
  });

  test('pins the process and plans it on the days of the factory, until it is cancelled', async () => {
    const id = await floor.addProcess();
    await bookDevice(id, '2031-03-01T15:30:00.000Z', '2031-03-02T16:00:00.000Z', { deviceId: latheId });
    // In Shanghai, the appointment lasts from 23:30 until midnight at the end of the next day.
    expect(await floor.readProcess(id)).toMatchObject({
      pinned: true,
      plannedStart: '2031-03-01',
      plannedEnd: '2031-03-02',
    });
    await floor.saveProcess(id, { pinned: false });
    expect((await floor.readProcess(id)).pinned).toBe(true);
    const moveRefusal = await readRefusal(floor.saveProcess(id, { plannedStart: '2031-02-01' }));
    expect([moveRefusal.code, Object.keys(moveRefusal.fields)]).toEqual([
      'plannedByAppointment',
      ['plannedStart'],
    ]);
    await bookDevice(id, PERIOD_START, PERIOD_END, { plannedStart: '2031-02-01' });
    expect((await floor.readProcess(id)).plannedStart).toBe(DAY);
    await bookDevice(id, null, null);
    expect(await floor.readProcess(id)).toMatchObject({ pinned: false, plannedStart: DAY, plannedEnd: DAY });
  });

  test('that overlaps another one of the same device is named, and not refused', async () => {
    const [bookedProcess, otherProcess] = [await floor.addProcess(), await floor.addProcess()];
    const deviceId = await floor.saveDevice('Mill');
    await bookDevice(bookedProcess, PERIOD_START, PERIOD_END, { deviceId });
    await bookDevice(otherProcess, '2031-03-01T05:00:00.000Z', '2031-03-01T08:00:00.000Z', { deviceId });
    const overlaps = await findOverlaps(deviceId, PERIOD_START, PERIOD_END, bookedProcess);
    expect(overlaps).toMatchObject([
      {
        index: 0,
        deviceName: 'Mill',
        processId: otherProcess,
        name: 'Turning',
        partName: 'Flange',
        appointmentStart: '2031-03-01T05:00:00.000Z',
      },
    ]);
    expect(await findOverlaps(deviceId, '2031-03-01T08:00:00.000Z', '2031-03-01T09:00:00.000Z')).toEqual([]);
    expect(
      await findOverlaps(latheId, '2031-03-01T05:30:00.000Z', '2031-03-01T05:40:00.000Z', bookedProcess),
    ).toEqual([]);
    expect(await findOverlaps(deviceId, PERIOD_START, PERIOD_END)).toHaveLength(2);
  });

  test('counts in the load of its group on its booked day, although nobody works on that day', async () => {
    const { id: workGroupId } = await floor.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'G',
      name: 'Turning',
    });
    for (const weekday of ['saturday', 'sunday'])
      await floor.call('/mes/system/holiday/save', { kind: 'weeklyRest', weekday, name: weekday });
    const id = await floor.addProcess();
    await floor.saveProcess(id, { workGroupId, deviceMinutes: 12, manMachineRatio: 1 });
    const today = Date.now();
    const saturday = today + (6 + 7 - new Date(today).getUTCDay()) * DAY_MS;
    const toInstant = (days: number) => new Date(saturday + days * DAY_MS).toISOString();
    const day = toInstant(0).slice(0, 10);
    await bookDevice(id, `${day}T00:00:00.000Z`, `${toInstant(2).slice(0, 10)}T06:00:00.000Z`);
    const { rows } = await floor.call<LoadDetails>('/mes/plan/capacityLoad/processes', {
      from: day,
      to: day,
      axis: 'deviceHours',
      workGroupId,
    });
    expect(rows.map(({ processId, minutes }) => [processId, minutes])).toEqual([[id, 20]]);
  });
});
