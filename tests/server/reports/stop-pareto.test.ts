import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAndonFactory, type AndonFactory } from '#tests/support/call-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';

interface ReasonRow {
  reasonKey: string;
  reasonName: string | null;
  stopCount: number;
  seconds: number;
}

const MINUTE_SECONDS = 60;

describeForEachDatabase('Downtime by reason', (database) => {
  let noonFloor: NoonFactory;
  let andonFloor: AndonFactory;
  let deviceId: number;
  let processId: number;
  beforeEach(async () => {
    noonFloor = await createNoonFactory(await database.open());
    andonFloor = await createAndonFactory(noonFloor.factory);
    deviceId = await noonFloor.save('/mes/system/basic/device', { name: 'Mill' });
    processId = (await noonFloor.factory.createOrder(10_000, ['Milling'])).processIds[0]!;
  });

  const raiseCall = async (
    typeId: number,
    from: number,
    until: number | null,
    extraFields: Record<string, unknown> = {},
  ) => {
    const { id } = await andonFloor.raiseCall({ deviceId, typeId, stops: true, ...extraFields });
    await sql`update abnormal_call set raised_at = ${noonFloor.getInstant(from)},
        solved_at = ${until === null ? null : noonFloor.getInstant(until)},
        state = ${until === null ? 'raised' : 'solved'}
      where factory_id = ${noonFloor.factory.factoryId} and id = ${id}`.execute(
      noonFloor.factory.connection.db,
    );
  };
  const reportStop = async (from: number, until: number) => {
    const id = await noonFloor.reportWork(processId, 11, 0.01, 0, { phase: 'stop', deviceId });
    await noonFloor.moveReport(id, from, until);
  };
  const readReasons = async (fields: Record<string, unknown> = { period: 'today' }) =>
    (await noonFloor.readReportRows<ReasonRow>('stopPareto', fields)).map(
      ({ reasonKey, reasonName, stopCount, seconds }) => [
        reasonName ?? reasonKey,
        stopCount,
        seconds / MINUTE_SECONDS,
      ],
    );

  test('adds up the calls that stop a device by their type, the longest first', async () => {
    await raiseCall(andonFloor.noMaterialTypeId, 8, 8.5);
    await raiseCall(andonFloor.toolBrokenTypeId, 9, 10);
    await raiseCall(andonFloor.toolBrokenTypeId, 10.5, 11);
    await raiseCall(andonFloor.noMaterialTypeId, 11, 11.5, { stops: false });
    expect(await readReasons()).toEqual([
      ['Tool broken', 2, 90],
      ['No material', 1, 30],
    ]);
  });

  test('counts each instant of a device once: first for a call, else for a repair, else for a reported stop', async () => {
    await raiseCall(andonFloor.toolBrokenTypeId, 9, 10);
    await raiseCall(andonFloor.noMaterialTypeId, 9.5, 10.5);
    await sql`insert into log (factory_id, at, by_name, ip, entity, entity_id, action, before, after) values
        (${noonFloor.factory.factoryId}, ${noonFloor.getInstant(10)}, 'Admin', '', 'device', ${deviceId}, 'save',
          '{"status": "normal"}', '{"status": "repair"}'),
        (${noonFloor.factory.factoryId}, ${noonFloor.getInstant(11)}, 'Admin', '', 'device', ${deviceId}, 'save',
          '{"status": "repair"}', '{"status": "normal"}')`.execute(noonFloor.factory.connection.db);
    await reportStop(10.75, 11.25);
    expect(await readReasons()).toEqual([
      ['Tool broken', 1, 60],
      ['No material', 1, 30],
      ['repair', 1, 30],
      ['report', 1, 15],
    ]);
  });

  test('counts the same instant of two devices twice', async () => {
    await raiseCall(andonFloor.toolBrokenTypeId, 9, 10);
    const otherId = await noonFloor.save('/mes/system/basic/device', { name: 'Saw' });
    await raiseCall(andonFloor.toolBrokenTypeId, 9, 10, { deviceId: otherId });
    expect(await readReasons()).toEqual([['Tool broken', 2, 120]]);
  });

  test('leaves out the time outside of the shifts of the device', async () => {
    await noonFloor.addRoster([
      [8, 10],
      [11, 12],
    ]);
    await raiseCall(andonFloor.toolBrokenTypeId, 9.5, 11.25);
    expect(await readReasons()).toEqual([['Tool broken', 1, 45]]);
  });

  test('counts an open call until now', async () => {
    await raiseCall(andonFloor.toolBrokenTypeId, 11.5, null);
    const [[, , minutes]] = (await readReasons()) as [[string, number, number]];
    const expected = (Date.now() - Date.parse(noonFloor.getInstant(11.5))) / 60_000;
    expect(Math.abs(minutes - expected)).toBeLessThan(0.5);
  });

  test('covers today, the shift or seven days', async () => {
    await noonFloor.addRoster([[10, 18]]);
    await noonFloor.addRoster([[0, 18]], { deviceId });
    await raiseCall(andonFloor.toolBrokenTypeId, 9, 10.5);
    await raiseCall(andonFloor.noMaterialTypeId, -1 - 6 * 24, 1 - 6 * 24);
    expect(await readReasons({ period: 'currentShift' })).toEqual([['Tool broken', 1, 30]]);
    expect(await readReasons({ period: 'today' })).toEqual([['Tool broken', 1, 90]]);
    expect(await readReasons({})).toEqual([
      ['Tool broken', 1, 90],
      ['No material', 1, 60],
    ]);
  });

  test('covers only the devices of one factory, and optionally of one group', async () => {
    await raiseCall(andonFloor.toolBrokenTypeId, 9, 10);
    const workGroupId = await noonFloor.save('/mes/system/basic/group', { name: 'Mills' });
    expect(await readReasons({ period: 'today', workGroupId })).toEqual([]);
    const otherFactory = await createTestFactory(noonFloor.factory.connection);
    expect(await otherFactory.call('/mes/form/stopPareto', { period: 'today' })).toMatchObject({ rows: [] });
  });
});
