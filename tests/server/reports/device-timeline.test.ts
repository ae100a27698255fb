import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAndonFloor, type AndonFloor } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFloor, type NoonFloor } from '#tests/support/noon-floor.ts';

interface IntervalRow {
  deviceId: number;
  state: string;
  startsAt: string;
  endsAt: string | null;
  shiftStartsAt: string;
  shiftEndsAt: string;
}
/** A state from an hour of the clock until another; null while it lasts. */
type Interval = [state: string, from: number, until: number | null];

describeForEachDatabase('The states of a device over the shift', (database) => {
  let at: NoonFloor;
  let calls: AndonFloor;
  let device: number;
  let group: number;
  let process: number;
  beforeEach(async () => {
    at = await createNoonFloor(await database.open());
    calls = await createAndonFloor(at.floor);
    group = await at.save('/mes/system/basic/group', { name: 'Mills' });
    device = await createDevice({ workGroupId: group });
    process = (await at.floor.order(10_000, ['Milling'])).processIds[0]!;
    await at.roster([[6, 18]]);
  });

  /** Creates a device that exists since the day before. */
  const createDevice = async (fields: Record<string, unknown> = {}) => {
    const id = await at.save('/mes/system/basic/device', { name: 'Mill', ...fields });
    await moveCreation(id, -12);
    return id;
  };
  const moveCreation = (id: number, hour: number) =>
    sql`update device set created_at = ${at.instantOf(hour)} where factory_id = ${at.floor.factoryId} and id = ${id}`.execute(
      at.floor.connection.db,
    );
  /** Reports work on the device; an end of null leaves the report open. */
  const work = async (phase: string, from: number, until: number | null, deviceId = device) => {
    const id = await at.report(process, 11, 1, 0, { phase, deviceId });
    await at.moveReport(id, from, until);
    return id;
  };
  const call = async (stops: boolean, from: number, until: number | null) => {
    const { id } = await calls.raise({ deviceId: device, stops });
    await sql`update abnormal_call set raised_at = ${at.instantOf(from)},
        solved_at = ${until === null ? null : at.instantOf(until)},
        state = ${until === null ? 'raised' : 'solved'}
      where factory_id = ${at.floor.factoryId} and id = ${id}`.execute(at.floor.connection.db);
  };
  /** Writes a change of the status of the device into the log, as a save at that hour does. */
  const logStatus = (before: string, after: string, hour: number) =>
    sql`insert into log (factory_id, at, by_name, ip, entity, entity_id, action, before, after)
      values (${at.floor.factoryId}, ${at.instantOf(hour)}, 'Admin', '', 'device', ${device}, 'save',
        ${JSON.stringify({ status: before })}::jsonb, ${JSON.stringify({ status: after })}::jsonb)`.execute(
      at.floor.connection.db,
    );
  const readRows = (fields = {}) => at.rows<IntervalRow>('deviceTimeline', fields);
  const readIntervals = async (id = device): Promise<Interval[]> =>
    (await readRows())
      .filter(({ deviceId }) => deviceId === id)
      .map(({ state, startsAt, endsAt }) => [
        state,
        at.hourOf(startsAt),
        endsAt && at.hourOf(endsAt),
      ]) as Interval[];

  test('is idle since the beginning of the shift if nothing was reported', async () => {
    expect(await readIntervals()).toEqual([['idle', 6, null]]);
    const [row] = await readRows();
    expect([at.hourOf(row!.shiftStartsAt), at.hourOf(row!.shiftEndsAt)]).toEqual([6, 18]);
  });

  test('follows its reports: preparation, work and stops, of which a stop comes first', async () => {
    await work('preparation', 5, 7);
    await work('stop', 6.25, 6.5);
    await work('run', 7, 9);
    await work('run', 8.5, 10);
    await work('preparation', 9.75, 9.875);
    await work('stop', 9.25, 9.5);
    await work('run', 11, null);
    const reversed = await work('run', 10, 10.5);
    await at.floor.call('/mes/report/reverse', { reportId: reversed, reason: 'Wrong machine' });
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

  test('is down while a call stops it, and has any other call beside what it does', async () => {
    await work('run', 7, null);
    await call(true, 8, 8.5);
    await call(true, 8.25, 9);
    await call(false, 8.75, 9.5);
    await call(false, 11, null);
    expect(await readIntervals()).toEqual([
      ['idle', 6, 7],
      ['running', 7, 8],
      ['down', 8, 9],
      ['callHelp', 8.75, 9.5],
      ['running', 9, null],
      ['callHelp', 11, null],
    ]);
  });

  test('is down while it is in repair, as the log tells', async () => {
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
    await sql`update device set status = 'repair' where factory_id = ${at.floor.factoryId}`.execute(
      at.floor.connection.db,
    );
    expect(await readIntervals()).toEqual([['down', 6, null]]);
  });

  test('is off outside the shifts of its own group, unless it works', async () => {
    await at.roster(
      [
        [8, 10],
        [11, 18],
      ],
      { workGroupId: group },
    );
    await work('run', 7, 7.5);
    await work('run', 9.5, 10.5);
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
    await moveCreation(device, 9.5);
    expect(await readIntervals()).toEqual([['idle', 9.5, null]]);
    await work('run', 7, 8);
    await work('run', 9, 10);
    expect(await readIntervals()).toEqual([
      ['running', 7, 8],
      ['running', 9, 10],
      ['idle', 10, null],
    ]);
  });

  test('shows the last shift, closed, while none is running', async () => {
    const late = await createNoonFloor(at.floor.connection);
    await late.roster([[4, 8]]);
    const id = await late.save('/mes/system/basic/device', { name: 'Mill' });
    await sql`update device set created_at = ${late.instantOf(-12)} where id = ${id}`.execute(
      late.floor.connection.db,
    );
    const rows = await late.rows<IntervalRow>('deviceTimeline');
    expect(rows.map((row) => [row.state, late.hourOf(row.startsAt), late.hourOf(row.endsAt!)])).toEqual([
      ['idle', 4, 8],
    ]);
  });

  test('leaves scrapped devices out, and has only those of a group on demand, and of the own factory', async () => {
    const other = await createDevice();
    const scrapped = await createDevice();
    await sql`update device set status = 'scrapped' where id = ${scrapped}`.execute(at.floor.connection.db);
    const idsOf = (rows: IntervalRow[]) => rows.map(({ deviceId }) => deviceId);
    expect(idsOf(await readRows())).toEqual([device, other]);
    expect(idsOf(await readRows({ workGroupId: group }))).toEqual([device]);
    expect(idsOf(await readRows({ limit: 1 }))).toEqual([device]);
    const elsewhere = await createTestFactory(at.floor.connection);
    expect(await elsewhere.call('/mes/form/deviceTimeline', {})).toMatchObject({ rows: [] });
  });
});
