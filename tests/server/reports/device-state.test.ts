import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAndonFactory, type AndonFactory } from '#tests/support/call-floor.ts';
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
  let factory: TestFactory;
  let andonFloor: AndonFactory;
  let noon: NoonClock;
  let millId: number;
  let groupId: number;
  let codeCount = 0;

  const saveRecord = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, { code: `S${codeCount++}`, ...fields })).id;
  const readStates = async () =>
    (await factory.call<{ rows: DeviceStateRow[] }>('/mes/form/deviceStates', {})).rows;
  const readState = async (id: number) => (await readStates()).find((row) => row.id === id)!;
  /** Reads the state of a device, and for how many minutes the device has had this state. */
  const readStateAndMinutes = async (id = millId) => {
    const { state, since } = await readState(id);
    return [state, countMinutesSince(since)];
  };
  const startReport = async (minutes: number, extraFields: Record<string, unknown> = {}) => {
    const { processIds } = await factory.createOrder(10, ['Turning']);
    const { employeeId } = await factory.createPerson('Idle', []);
    return factory.call<{ reportId: number }>('/mes/report/start', {
      processId: processIds[0],
      quantity: 5,
      deviceId: millId,
      people: [{ employeeId, ratio: 100 }],
      at: getIsoTimeAgo(minutes),
      ...extraFields,
    });
  };
  const setStatus = async (status: string) => {
    const { version } = await factory.call<{ version: number }>('/mes/system/basic/device/get', {
      id: millId,
    });
    await factory.call('/mes/system/basic/device/save', { id: millId, version, status });
  };
  /**
   * Creates a class table with one shift, for all seven days of the week. The shift starts `from` hours from now and
   * ends `until` hours from now. @returns the id of the class table
   */
  const createClassTable = (from: number, until: number): Promise<number> =>
    saveRecord('/mes/system/classTable', {
      name: 'Shift',
      shifts: [
        {
          name: 'Day',
          startsAt: noon.getLocalTime(from).slice(11, 16),
          endsAt: noon.getLocalTime(until).slice(11, 16),
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
  const addRoster = (classTableId: number, fields: Record<string, unknown>) =>
    factory.call<{ id: number }>('/mes/system/roster/save', {
      classTableId,
      validFrom: '2026-01-01',
      ...fields,
    });

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    andonFloor = await createAndonFactory(factory);
    noon = await setZoneToNoon(factory);
  });
  beforeEach(async () => {
    groupId = await saveRecord('/mes/system/basic/group', { name: 'Mills' });
    millId = await saveRecord('/mes/system/basic/device', { name: 'Mill', workGroupId: groupId });
  });

  test('stands idle since its last work, and runs while a report is open', async () => {
    expect(await readStateAndMinutes()).toEqual(['idle', 0]);
    const { reportId } = await startReport(45);
    expect(await readStateAndMinutes()).toEqual(['running', 45]);
    expect(await readState(millId)).toMatchObject({
      processName: 'Turning',
      people: 'Idle',
      forgotten: false,
    });
    await factory.call('/mes/report/unfinished', { reportId, good: 2, at: getIsoTimeAgo(0) });
    expect(await readStateAndMinutes()).toEqual(['idle', 0]);
    expect(await readState(millId)).toMatchObject({ processName: null, people: null });
  });

  test('is set up while preparation is reported', async () => {
    const { reportId } = await startReport(10, { phase: 'preparation' });
    expect(await readStateAndMinutes()).toEqual(['setup', 10]);
    await factory.call('/mes/report/unfinished', { reportId, good: 0 });
    await startReport(0);
    expect((await readStateAndMinutes())[0]).toBe('running');
  });

  test('is down while a stop is reported', async () => {
    await startReport(30);
    await startReport(20, { phase: 'stop' });
    expect(await readStateAndMinutes()).toEqual(['down', 20]);
  });

  test('is down while a call that stops it is open, and shows any other call in addition to its state', async () => {
    await startReport(30);
    const waitingCall = await andonFloor.raiseCall({ deviceId: millId, typeId: andonFloor.noMaterialTypeId });
    expect(await readState(millId)).toMatchObject({
      state: 'running',
      callCode: waitingCall.code,
      callType: 'No material',
    });
    const stoppingCall = await andonFloor.raiseCall({ deviceId: millId, stops: true });
    await andonFloor.backdateCall(stoppingCall, 12);
    expect(await readStateAndMinutes()).toEqual(['down', 12]);
    expect(await readState(millId)).toMatchObject({ callCode: stoppingCall.code });
    const attendedCall = await andonFloor.moveCall(
      andonFloor.fitter,
      'arrive',
      await andonFloor.moveCall(andonFloor.fitter, 'acknowledge', stoppingCall),
    );
    expect((await readStateAndMinutes())[0]).toBe('down');
    await andonFloor.moveCall(andonFloor.fitter, 'solve', attendedCall);
    // The running state starts when the fault was cleared, not when the work began.
    expect(await readStateAndMinutes()).toEqual(['running', 0]);
  });

  test('can be set to repair while it runs; its open report can still be finished', async () => {
    const { reportId } = await startReport(30);
    await setStatus('repair');
    expect(await readStateAndMinutes()).toEqual(['down', 0]);
    await factory.call('/mes/report/finish', { reportId, good: 5 });
    expect(await readStateAndMinutes()).toEqual(['down', 0]);
    await setStatus('normal');
    expect(await readStateAndMinutes()).toEqual(['idle', 0]);
  });

  test('is not shown once it is scrapped', async () => {
    await setStatus('scrapped');
    expect(await readState(millId)).toBeUndefined();
  });

  test('three machines that one person minds by the man–machine ratio all run', async () => {
    const { employeeId } = await factory.createPerson('Minder', []);
    const deviceIds = [millId];
    for (let index = 0; index < 2; index++)
      deviceIds.push(await saveRecord('/mes/system/basic/device', { name: 'Mill' }));
    for (const deviceId of deviceIds) {
      const { processIds } = await factory.createOrder(5, [
        { name: 'Milling', deviceMinutes: 5, manMachineRatio: 0.3333 },
      ]);
      await factory.call('/mes/report/start', {
        processId: processIds[0],
        quantity: 5,
        deviceId,
        people: [{ employeeId, ratio: 100 }],
        at: getIsoTimeAgo(5),
      });
    }
    for (const id of deviceIds)
      expect(await readState(id)).toMatchObject({
        state: 'running',
        people: 'Minder',
        processName: 'Milling',
      });
  });

  test('a start that was forgotten over the weekend still runs, and is marked', async () => {
    const { reportId } = await startReport(30);
    await sql`update work_report set started_at = now() - interval '63 hours'
      where factory_id = ${factory.factoryId} and id = ${reportId}`.execute(factory.connection.db);
    expect(await readState(millId)).toMatchObject({ state: 'running', forgotten: true });
  });

  test('is never off without a roster, and is off outside the shift of its nearest roster', async () => {
    expect((await readStateAndMinutes())[0]).toBe('idle');
    const currentTableId = await createClassTable(-2, 2);
    const laterTableId = await createClassTable(3, 5);
    const factoryRoster = await addRoster(laterTableId, {});
    expect((await readStateAndMinutes())[0]).toBe('off');
    await addRoster(currentTableId, { workGroupId: groupId });
    expect((await readStateAndMinutes())[0]).toBe('idle');
    const deviceRoster = await addRoster(laterTableId, { deviceId: millId });
    expect((await readStateAndMinutes())[0]).toBe('off');
    await startReport(1);
    expect((await readStateAndMinutes())[0]).toBe('running');
    await factory.call('/mes/system/roster/delete', { ids: [factoryRoster.id, deviceRoster.id] });
    const otherDeviceId = await saveRecord('/mes/system/basic/device', { name: 'Saw' });
    expect((await readStateAndMinutes(otherDeviceId))[0]).toBe('idle');
  });

  test('is off on a rest day if it does not work', async () => {
    const factoryRoster = await addRoster(await createClassTable(-2, 2), {});
    expect((await readStateAndMinutes())[0]).toBe('idle');
    const restDay = await factory.call<{ id: number }>('/mes/system/holiday/save', {
      kind: 'rest',
      date: noon.today(),
      name: 'Stock-taking',
    });
    expect((await readStateAndMinutes())[0]).toBe('off');
    await factory.call('/mes/system/holiday/delete', { ids: [restDay.id] });
    await factory.call('/mes/system/roster/delete', { ids: [factoryRoster.id] });
  });

  test('is shown only in its own factory', async () => {
    const otherFactory = await createTestFactory(factory.connection);
    expect(await otherFactory.call('/mes/form/deviceStates', {})).toMatchObject({ rows: [] });
  });
});
