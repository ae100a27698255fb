import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAndonFactory, type AndonFactory } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';

interface IntervalRow {
  deviceId: number;
  state: string;
  startsAt: string;
  endsAt: string | null;
  shiftStartsAt: string;
  shiftEndsAt: string;
}
/** A state, and the hours of the day at which it begins and ends. `until` is null if the state has not ended. */
type Interval = [state: string, from: number, until: number | null];

describeForEachDatabase('The states of a device over the shift', (database) => {
  let noonFloor: NoonFactory;
  let andonFloor: AndonFactory;
  let millId: number;
  let groupId: number;
  let processId: number;
  beforeEach(async () => {
    noonFloor = await createNoonFactory(await database.open());
    andonFloor = await createAndonFactory(noonFloor.factory);
    groupId = await noonFloor.save('/mes/system/basic/group', { name: 'Mills' });
    millId = await createDevice({ workGroupId: groupId });
    processId = (await noonFloor.factory.createOrder(10_000, ['Milling'])).processIds[0]!;
    await noonFloor.addRoster([[6, 18]]);
  });

  /** Creates a device that has existed since yesterday. */
  const createDevice = async (fields: Record<string, unknown> = {}) => {
    const id = await noonFloor.save('/mes/system/basic/device', { name: 'Mill', ...fields });
    await moveCreation(id, -12);
    return id;
  };
  const moveCreation = (id: number, hour: number) =>
    sql`update device set created_at = ${noonFloor.getInstant(hour)} where factory_id = ${noonFloor.factory.factoryId} and id = ${id}`.execute(
      noonFloor.factory.connection.db,
    );
  /** Reports work on the device. If `until` is null, the report stays open. */
  const reportWork = async (phase: string, from: number, until: number | null, deviceId = millId) => {
    const id = await noonFloor.reportWork(processId, 11, 1, 0, { phase, deviceId });
    await noonFloor.moveReport(id, from, until);
    return id;
  };
  const raiseCall = async (stops: boolean, from: number, until: number | null) => {
    const { id } = await andonFloor.raiseCall({ deviceId: millId, stops });
    await sql`update abnormal_call set raised_at = ${noonFloor.getInstant(from)},
        solved_at = ${until === null ? null : noonFloor.getInstant(until)},
        state = ${until === null ? 'raised' : 'solved'}
      where factory_id = ${noonFloor.factory.factoryId} and id = ${id}`.execute(
      noonFloor.factory.connection.db,
    );
  };
  /** Writes a status change of the device into the log, as if the device was saved at that hour. */
  const logStatus = (before: string, after: string, hour: number) =>
    sql`insert into log (factory_id, at, by_name, ip, entity, entity_id, action, before, after)
      values (${noonFloor.factory.factoryId}, ${noonFloor.getInstant(hour)}, 'Admin', '', 'device', ${millId}, 'save',
        ${JSON.stringify({ status: before })}::jsonb, ${JSON.stringify({ status: after })}::jsonb)`.execute(
      noonFloor.factory.connection.db,
    );
  const readRows = (fields = {}) => noonFloor.readReportRows<IntervalRow>('deviceTimeline', fields);
  const readIntervals = async (id = millId): Promise<Interval[]> =>
    (await readRows())
      .filter(({ deviceId }) => deviceId === id)
      .map(({ state, startsAt, endsAt }) => [
        state,
        noonFloor.getHour(startsAt),
        endsAt && noonFloor.getHour(endsAt),
      ]) as Interval[];

  test('is idle since the beginning of the shift if nothing was reported', async () => {
    expect(await readIntervals()).toEqual([['idle', 6, null]]);
    const [row] = await readRows();
    expect([noonFloor.getHour(row!.shiftStartsAt), noonFloor.getHour(row!.shiftEndsAt)]).toEqual([6, 18]);
  });

  test('follows its reports: preparation, work and stops; a stop overrides the others', async () => {
    await reportWork('preparation', 5, 7);
    await reportWork('stop', 6.25, 6.5);
    await reportWork('run', 7, 9);
    await reportWork('run', 8.5, 10);
    await reportWork('preparation', 9.75, 9.875);
    await reportWork('stop', 9.25, 9.5);
    await reportWork('run', 11, null);
    const reversedId = await reportWork('run', 10, 10.5);
    await noonFloor.factory.call('/mes/report/reverse', { reportId: reversedId, reason: 'Wrong machine' });
    expect(await readIntervals()).toEqual([
      ['setup', 6, 6.25],
      ['down', 6.25, 6.5],
      ['setup', 6.5, 7],
      ['running', 7, 9.25],
      ['down', 9.25, 9.5],
      ['running', 9.5, 9.75],
      ['setup', 9.75, 9.875],
      ['running', 9.875, 10],
      ['idle', 10, 11],
      ['running', 11, null],
    ]);
  });

  test('is down while a call stops it; any other call is shown in addition to the state', async () => {
    await reportWork('run', 7, null);
    await raiseCall(true, 8, 8.5);
    await raiseCall(true, 8.25, 9);
    await raiseCall(false, 8.75, 9.5);
    await raiseCall(false, 11, null);
    expect(await readIntervals()).toEqual([
      ['idle', 6, 7],
      ['running', 7, 8],
      ['down', 8, 9],
      ['callHelp', 8.75, 9.5],
      ['running', 9, null],
      ['callHelp', 11, null],
    ]);
  });

  test('is down while it is in repair, according to the log', async () => {
    await logStatus('repair', 'normal', 7);
    await logStatus('normal', 'repair', 9);
    await logStatus('repair', 'normal', 10);
    expect(await readIntervals()).toEqual([
      ['down', 6, 7],
      ['idle', 7, 9],
      ['down', 9, 10],
      ['idle', 10, null],
    ]);
  });

  test('is down all the time if it was in repair before the shift and still is', async () => {
    await sql`update device set status = 'repair' where factory_id = ${noonFloor.factory.factoryId}`.execute(
      noonFloor.factory.connection.db,
    );
    expect(await readIntervals()).toEqual([['down', 6, null]]);
  });

  test('is off outside the shifts of its own group, unless it works', async () => {
    await noonFloor.addRoster(
      [
        [8, 10],
        [11, 18],
      ],
      { workGroupId: groupId },
    );
    await reportWork('run', 7, 7.5);
    await reportWork('run', 9.5, 10.5);
    expect(await readIntervals()).toEqual([
      ['off', 6, 7],
      ['running', 7, 7.5],
      ['off', 7.5, 8],
      ['idle', 8, 9.5],
      ['running', 9.5, 10.5],
      ['off', 10.5, 11],
      ['idle', 11, null],
    ]);
  });

  test('is unknown before the device was created, except for what was reported', async () => {
    await moveCreation(millId, 9.5);
    expect(await readIntervals()).toEqual([['idle', 9.5, null]]);
    await reportWork('run', 7, 8);
    await reportWork('run', 9, 10);
    expect(await readIntervals()).toEqual([
      ['running', 7, 8],
      ['running', 9, 10],
      ['idle', 10, null],
    ]);
  });

  test('shows the last shift, closed, while none is running', async () => {
    const otherNoonFloor = await createNoonFactory(noonFloor.factory.connection);
    await otherNoonFloor.addRoster([[4, 8]]);
    const id = await otherNoonFloor.save('/mes/system/basic/device', { name: 'Mill' });
    await sql`update device set created_at = ${otherNoonFloor.getInstant(-12)} where id = ${id}`.execute(
      otherNoonFloor.factory.connection.db,
    );
    const rows = await otherNoonFloor.readReportRows<IntervalRow>('deviceTimeline');
    expect(
      rows.map((row) => [
        row.state,
        otherNoonFloor.getHour(row.startsAt),
        otherNoonFloor.getHour(row.endsAt!),
      ]),
    ).toEqual([['idle', 4, 8]]);
  });

  test('is shown for devices that are not scrapped, of one factory and optionally one group', async () => {
    const otherId = await createDevice();
    const scrappedId = await createDevice();
    await sql`update device set status = 'scrapped' where id = ${scrappedId}`.execute(
      noonFloor.factory.connection.db,
    );
    const listDeviceIds = (rows: IntervalRow[]) => rows.map(({ deviceId }) => deviceId);
    expect(listDeviceIds(await readRows())).toEqual([millId, otherId]);
    expect(listDeviceIds(await readRows({ workGroupId: groupId }))).toEqual([millId]);
    expect(listDeviceIds(await readRows({ limit: 1 }))).toEqual([millId]);
    const otherFactory = await createTestFactory(noonFloor.factory.connection);
    expect(await otherFactory.call('/mes/form/deviceTimeline', {})).toMatchObject({ rows: [] });
  });
});
