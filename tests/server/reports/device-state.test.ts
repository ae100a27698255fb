import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAndonFloor, type AndonFloor } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { setZoneToNoon, type NoonClock } from '#tests/support/noon.ts';

interface DeviceStateRow {
  id: number;
  name: string;
  state: string;
  since: string | null;
  forgotten: boolean;
  orderCode: string | null;
  processName: string | null;
  people: string | null;
  callCode: string | null;
  callType: string | null;
}

/** Returns the number of minutes since an instant. */
const countMinutesSince = (instant: string | null): number | null =>
  instant === null ? null : Math.round((Date.now() - Date.parse(instant)) / 60_000);

describeForEachDatabase('What a device does now', (database) => {
  let floor: TestFactory;
  let calls: AndonFloor;
  let noon: NoonClock;
  let device: number;
  let group: number;
  let made = 0;

  const save = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await floor.call<{ id: number }>(`${path}/save`, { code: `S${made++}`, ...fields })).id;
  const states = async () =>
    (await floor.call<{ rows: DeviceStateRow[] }>('/mes/form/deviceStates', {})).rows;
  const stateOf = async (id: number) => (await states()).find((row) => row.id === id)!;
  /** Reads the state of a device, and for how many minutes the device has had this state. */
  const seen = async (id = device) => {
    const { state, since } = await stateOf(id);
    return [state, countMinutesSince(since)];
  };
  const begin = async (minutes: number, more: Record<string, unknown> = {}) => {
    const { processIds } = await floor.order(10, ['Turning']);
    const { employeeId } = await floor.person('Idle', []);
    return floor.call<{ reportId: number }>('/mes/report/start', {
      processId: processIds[0],
      quantity: 5,
      deviceId: device,
      people: [{ employeeId, ratio: 100 }],
      at: getIsoTimeAgo(minutes),
      ...more,
    });
  };
  const put = async (status: string) => {
    const { version } = await floor.call<{ version: number }>('/mes/system/basic/device/get', { id: device });
    await floor.call('/mes/system/basic/device/save', { id: device, version, status });
  };
  /**
   * Creates a class table with one shift, which is worked on all seven days of the week. The shift starts `from` hours
   * from now and ends `until` hours from now.
   */
  const shift = (from: number, until: number): Promise<number> =>
    save('/mes/system/classTable', {
      name: 'Shift',
      shifts: [
        {
          name: 'Day',
          startsAt: noon.clock(from).slice(11, 16),
          endsAt: noon.clock(until).slice(11, 16),
          ...Object.fromEntries(
            ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
              day,
              true,
            ]),
          ),
          rate: 1,
        },
      ],
      breaks: [],
    });
  const roster = (classTableId: number, fields: Record<string, unknown>) =>
    floor.call<{ id: number }>('/mes/system/roster/save', {
      classTableId,
      validFrom: '2026-01-01',
      ...fields,
    });

  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    calls = await createAndonFloor(floor);
    noon = await setZoneToNoon(floor);
  });
  beforeEach(async () => {
    group = await save('/mes/system/basic/group', { name: 'Mills' });
    device = await save('/mes/system/basic/device', { name: 'Mill', workGroupId: group });
  });

  test('stands idle since its last work, and runs while a report is open', async () => {
    expect(await seen()).toEqual(['idle', 0]);
    const { reportId } = await begin(45);
    expect(await seen()).toEqual(['running', 45]);
    expect(await stateOf(device)).toMatchObject({ processName: 'Turning', people: 'Idle', forgotten: false });
    await floor.call('/mes/report/unfinished', { reportId, good: 2, at: getIsoTimeAgo(0) });
    expect(await seen()).toEqual(['idle', 0]);
    expect(await stateOf(device)).toMatchObject({ processName: null, people: null });
  });

  test('is set up while preparation is reported', async () => {
    const { reportId } = await begin(10, { phase: 'preparation' });
    expect(await seen()).toEqual(['setup', 10]);
    await floor.call('/mes/report/unfinished', { reportId, good: 0 });
    await begin(0);
    expect((await seen())[0]).toBe('running');
  });

  test('is down while somebody reports that it stands', async () => {
    await begin(30);
    await begin(20, { phase: 'stop' });
    expect(await seen()).toEqual(['down', 20]);
  });

  test('is down while a call that stops it is open, and shows any other call beside what it does', async () => {
    await begin(30);
    const waiting = await calls.raise({ deviceId: device, typeId: calls.noMaterial });
    expect(await stateOf(device)).toMatchObject({
      state: 'running',
      callCode: waiting.code,
      callType: 'No material',
    });
    const stopping = await calls.raise({ deviceId: device, stops: true });
    await calls.age(stopping, 12);
    expect(await seen()).toEqual(['down', 12]);
    expect(await stateOf(device)).toMatchObject({ callCode: stopping.code });
    const attendedCall = await calls.step(
      calls.fitter,
      'arrive',
      await calls.step(calls.fitter, 'acknowledge', stopping),
    );
    expect((await seen())[0]).toBe('down');
    await calls.step(calls.fitter, 'solve', attendedCall);
    // The running state starts when the fault was cleared, not when the work began.
    expect(await seen()).toEqual(['running', 0]);
  });

  test('may be taken into repair while it runs; what is open there can still be finished', async () => {
    const { reportId } = await begin(30);
    await put('repair');
    expect(await seen()).toEqual(['down', 0]);
    await floor.call('/mes/report/finish', { reportId, good: 5 });
    expect(await seen()).toEqual(['down', 0]);
    await put('normal');
    expect(await seen()).toEqual(['idle', 0]);
  });

  test('is no device of the shop once it is scrapped', async () => {
    await put('scrapped');
    expect(await stateOf(device)).toBeUndefined();
  });

  test('three machines that one person minds by the man–machine ratio all run', async () => {
    const { employeeId } = await floor.person('Minder', []);
    const devices = [device];
    for (let index = 0; index < 2; index++)
      devices.push(await save('/mes/system/basic/device', { name: 'Mill' }));
    for (const deviceId of devices) {
      const { processIds } = await floor.order(5, [
        { name: 'Milling', deviceMinutes: 5, manMachineRatio: 0.3333 },
      ]);
      await floor.call('/mes/report/start', {
        processId: processIds[0],
        quantity: 5,
        deviceId,
        people: [{ employeeId, ratio: 100 }],
        at: getIsoTimeAgo(5),
      });
    }
    for (const id of devices)
      expect(await stateOf(id)).toMatchObject({ state: 'running', people: 'Minder', processName: 'Milling' });
  });

  test('a start that was forgotten over the weekend still runs, and is marked', async () => {
    const { reportId } = await begin(30);
    await sql`update work_report set started_at = now() - interval '63 hours'
      where factory_id = ${floor.factoryId} and id = ${reportId}`.execute(floor.connection.db);
    expect(await stateOf(device)).toMatchObject({ state: 'running', forgotten: true });
  });

  test('is never off where nothing is rostered, and off outside the nearest shift that is', async () => {
    expect((await seen())[0]).toBe('idle');
    const currentShift = await shift(-2, 2);
    const later = await shift(3, 5);
    const factoryRoster = await roster(later, {});
    expect((await seen())[0]).toBe('off');
    await roster(currentShift, { workGroupId: group });
    expect((await seen())[0]).toBe('idle');
    const deviceRoster = await roster(later, { deviceId: device });
    expect((await seen())[0]).toBe('off');
    await begin(1);
    expect((await seen())[0]).toBe('running');
    await floor.call('/mes/system/roster/delete', { ids: [factoryRoster.id, deviceRoster.id] });
    const otherDevice = await save('/mes/system/basic/device', { name: 'Saw' });
    expect((await seen(otherDevice))[0]).toBe('idle');
  });

  test('on a rest day everything that does nothing is off', async () => {
    const factoryRoster = await roster(await shift(-2, 2), {});
    expect((await seen())[0]).toBe('idle');
    const restDay = await floor.call<{ id: number }>('/mes/system/holiday/save', {
      kind: 'rest',
      date: noon.today(),
      name: 'Stock-taking',
    });
    expect((await seen())[0]).toBe('off');
    await floor.call('/mes/system/holiday/delete', { ids: [restDay.id] });
    await floor.call('/mes/system/roster/delete', { ids: [factoryRoster.id] });
  });

  test('are those of the own factory alone', async () => {
    const otherFactory = await createTestFactory(floor.connection);
    expect(await otherFactory.call('/mes/form/deviceStates', {})).toMatchObject({ rows: [] });
  });
});
