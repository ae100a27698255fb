import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAndonFloor, type AndonFloor } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFloor, type NoonFloor } from '#tests/support/noon-floor.ts';

interface ReasonRow {
  reasonKey: string;
  reasonName: string | null;
  stopCount: number;
  seconds: number;
}

const MINUTE = 60;

describeForEachDatabase('Downtime by reason', (database) => {
  let at: NoonFloor;
  let calls: AndonFloor;
  let device: number;
  let process: number;
  beforeEach(async () => {
    at = await createNoonFloor(await database.open());
    calls = await createAndonFloor(at.floor);
    device = await at.save('/mes/system/basic/device', { name: 'Mill' });
    process = (await at.floor.order(10_000, ['Milling'])).processIds[0]!;
  });

  const call = async (
    typeId: number,
    from: number,
    until: number | null,
    more: Record<string, unknown> = {},
  ) => {
    const { id } = await calls.raise({ deviceId: device, typeId, stops: true, ...more });
    await sql`update abnormal_call set raised_at = ${at.instantOf(from)},
        solved_at = ${until === null ? null : at.instantOf(until)},
        state = ${until === null ? 'raised' : 'solved'}
      where factory_id = ${at.floor.factoryId} and id = ${id}`.execute(at.floor.connection.db);
  };
  const reportStop = async (from: number, until: number) => {
    const id = await at.report(process, 11, 0.01, 0, { phase: 'stop', deviceId: device });
    await at.moveReport(id, from, until);
  };
  const read = async (fields: Record<string, unknown> = { period: 'today' }) =>
    (await at.rows<ReasonRow>('stopPareto', fields)).map(({ reasonKey, reasonName, stopCount, seconds }) => [
      reasonName ?? reasonKey,
      stopCount,
      seconds / MINUTE,
    ]);

  test('adds up the calls that stop a device by their type, the longest first', async () => {
    await call(calls.noMaterial, 8, 8.5);
    await call(calls.toolBroken, 9, 10);
    await call(calls.toolBroken, 10.5, 11);
    await call(calls.noMaterial, 11, 11.5, { stops: false });
    expect(await read()).toEqual([
      ['Tool broken', 2, 90],
      ['No material', 1, 30],
    ]);
  });

  test('counts each instant of a device once: for the first call, then the repair, then the reported stop', async () => {
    await call(calls.toolBroken, 9, 10);
    await call(calls.noMaterial, 9.5, 10.5);
    await sql`insert into log (factory_id, at, by_name, ip, entity, entity_id, action, before, after) values
        (${at.floor.factoryId}, ${at.instantOf(10)}, 'Admin', '', 'device', ${device}, 'save',
          '{"status": "normal"}', '{"status": "repair"}'),
        (${at.floor.factoryId}, ${at.instantOf(11)}, 'Admin', '', 'device', ${device}, 'save',
          '{"status": "repair"}', '{"status": "normal"}')`.execute(at.floor.connection.db);
    await reportStop(10.75, 11.25);
    expect(await read()).toEqual([
      ['Tool broken', 1, 60],
      ['No material', 1, 30],
      ['repair', 1, 30],
      ['report', 1, 15],
    ]);
  });

  test('counts the same instant of two devices twice', async () => {
    await call(calls.toolBroken, 9, 10);
    const other = await at.save('/mes/system/basic/device', { name: 'Saw' });
    await call(calls.toolBroken, 9, 10, { deviceId: other });
    expect(await read()).toEqual([['Tool broken', 2, 120]]);
  });

  test('leaves out the time outside of the shifts of the device', async () => {
    await at.roster([
      [8, 10],
      [11, 12],
    ]);
    await call(calls.toolBroken, 9.5, 11.25);
    expect(await read()).toEqual([['Tool broken', 1, 45]]);
  });

  test('counts an open call until now', async () => {
    await call(calls.toolBroken, 11.5, null);
    const [[, , minutes]] = (await read()) as [[string, number, number]];
    const expected = (Date.now() - Date.parse(at.instantOf(11.5))) / 60_000;
    expect(Math.abs(minutes - expected)).toBeLessThan(0.5);
  });

  test('covers today, the shift or seven days', async () => {
    await at.roster([[10, 18]]);
    await at.roster([[0, 18]], { deviceId: device });
    await call(calls.toolBroken, 9, 10.5);
    await call(calls.noMaterial, -1 - 6 * 24, 1 - 6 * 24);
    expect(await read({ period: 'currentShift' })).toEqual([['Tool broken', 1, 30]]);
    expect(await read({ period: 'today' })).toEqual([['Tool broken', 1, 90]]);
    expect(await read({})).toEqual([
      ['Tool broken', 1, 90],
      ['No material', 1, 60],
    ]);
  });

  test('has only the devices of a group on demand, and of the own factory', async () => {
    await call(calls.toolBroken, 9, 10);
    const group = await at.save('/mes/system/basic/group', { name: 'Mills' });
    expect(await read({ period: 'today', workGroupId: group })).toEqual([]);
    const elsewhere = await createTestFactory(at.floor.connection);
    expect(await elsewhere.call('/mes/form/stopPareto', { period: 'today' })).toMatchObject({ rows: [] });
  });
});
