import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';

interface Row {
  deviceKey: string;
  availability: number | null;
  effectiveness: number | null;
  qualityRatio: number | null;
  oee: number | null;
  plannedSeconds: number | null;
  runSeconds: number;
}

/** Rounds to one decimal, as the report does. */
const round = (value: number) => Math.round(value * 10) / 10;
const toFigures = ({ availability, effectiveness, qualityRatio, oee }: Row) => [
  availability,
  effectiveness,
  qualityRatio,
  oee,
];

describeForEachDatabase('The overall equipment effectiveness', (database) => {
  let floor: NoonFactory;
  let groupId: number;
  let millId: number;
  let millingId: number;
  let cleaningId: number;
  beforeEach(async () => {
    floor = await createNoonFactory(await database.open());
    groupId = await floor.save('/mes/system/basic/group', { name: 'Mills' });
    millId = await addDevice();
    const { processIds } = await floor.factory.order(10_000, [
      // 45 minutes per piece; cleaning has no standard time.
      { name: 'Milling', deviceMinutes: 45, manMachineRatio: 1 },
      { name: 'Cleaning' },
    ]);
    [millingId, cleaningId] = processIds as [number, number];
    await floor.factory.connection.db
      .updateTable('process')
      .set({ leapfrog: true })
      .where('factoryId', '=', floor.factory.factoryId)
      .execute();
  });
  const addDevice = (fields: Record<string, unknown> = {}) =>
    floor.save('/mes/system/basic/device', { name: 'Mill', workGroupId: groupId, ...fields });
  /** Reports work from one hour of today to another. The seconds are those of the span. */
  const work = async (
    from: number,
    until: number,
    [good, scrap]: [number, number],
    fields: Record<string, unknown> = {},
    processId = millingId,
  ) => {
    const id = await floor.reportWork(processId, until, Math.max(good, 1), scrap, {
      deviceId: millId,
      ...fields,
    });
    await floor.moveReport(id, from, until);
    await sql`update work_report set good = ${good}, seconds = ${Math.round((until - from) * 3600)}
      where factory_id = ${floor.factory.factoryId} and id = ${id}`.execute(floor.factory.connection.db);
    return id;
  };
  const read = async (fields: Record<string, unknown> = {}) => {
    const rows = await floor.readReportRows<Row>('equipmentEffectiveness', fields);
    return { total: rows.find(({ deviceKey }) => deviceKey === 'total')!, rows };
  };
  const readMill = async (fields: Record<string, unknown> = {}) =>
    (await read({ deviceId: millId, ...fields })).rows.find(({ deviceKey }) => deviceKey === String(millId))!;

  test('divides run by planned time, standard by run time and good by produced pieces: two shifts and a downtime', async () => {
    // The early shift is 02–10. The shift 10–11:30 has ended too, because it is past noon.
    await floor.addRoster([
      [2, 10],
      [10, 11.5],
    ]);
    await floor.factory.call('/mes/system/basic/device/save', {
      ...(await loadDevice(millId)),
      downtimes: [{ downFrom: floor.instantOf(9), downUntil: floor.instantOf(9.5) }],
    });
    await work(2, 6, [4, 1]);
    await work(6.5, 7, [0, 0], { phase: 'preparation' });
    await work(10, 11, [1, 0]);
    await work(11, 11.25, [3, 1], {}, cleaningId);
    const [planned, run, standardRun] = [8 + 1.5 - 0.5, 4 + 1 + 0.25, 4 + 1];
    const day = await readMill({ period: 'today' });
    expect([day.plannedSeconds, day.runSeconds]).toEqual([planned * 3600, run * 3600]);
    expect(toFigures(day)).toEqual([
      round((100 * run) / planned),
      round((100 * 6 * 0.75) / standardRun),
      round((100 * 8) / 10),
      round(((100 * run) / planned) * ((5 * 0.75) / standardRun)),
    ]);
    // The last shift has no downtime and no preparation.
    expect(toFigures(await readMill({ period: 'currentShift' }))).toEqual([
      round((100 * 1.25) / 1.5),
      round(100 * 0.75),
      round((100 * 4) / 5),
      round(((100 * 1.25) / 1.5) * 0.75),
    ]);
  });

  test('counts the work outside of the shifts as planned, and reaches no more than the normal capacity', async () => {
    await floor.addRoster([[2, 10]]);
    // Two of these hours are overtime.
    await work(8, 12, [5, 0]);
    const shown = await readMill({ period: 'today' });
    expect([shown.plannedSeconds, shown.availability]).toEqual([10 * 3600, 40]);
    await floor.factory.call('/mes/system/basic/device/save', {
      ...(await loadDevice(millId)),
      normalCapacity: 6,
    });
    const limited = await readMill({ period: 'today' });
    expect([limited.plannedSeconds, limited.availability]).toEqual([8 * 3600, 50]);
  });

  test('leaves out a holiday of the last seven days, and the breaks', async () => {
    const classTableId = await floor.save('/mes/system/classTable', {
      name: 'Day',
      shifts: [{ name: 'Day', startsAt: '02:00', endsAt: '10:00', saturday: true, sunday: true }],
      breaks: [{ startsAt: '06:00', endsAt: '07:00' }],
    });
    await floor.factory.call('/mes/system/roster/save', { classTableId, validFrom: '2026-01-01' });
    await work(2, 5.5, [2, 0]);
    expect((await readMill({ period: 'lastSevenDays' })).plannedSeconds).toBe(7 * 7 * 3600);
    await floor.factory.call('/mes/system/holiday/save', {
      kind: 'statutory',
      date: addDays(floor.noon.today(), -2),
      name: 'Holiday',
    });
    const week = await readMill({ period: 'lastSevenDays' });
    expect([week.plannedSeconds, week.availability]).toEqual([6 * 7 * 3600, round((100 * 3.5) / 42)]);
    expect((await readMill({ period: 'today' })).availability).toBe(50);
  });

  test('knows nothing without planned time, and measures a machine that stands still as 0 % available', async () => {
    await work(8, 9, [1, 0]);
    expect(toFigures(await readMill({ period: 'today' }))).toEqual([null, 75, 100, null]);
    await floor.addRoster([[2, 10]], { workGroupId: groupId });
    const idleId = await addDevice();
    const { rows, total } = await read({ workGroupId: groupId, period: 'today' });
    expect(toFigures(rows.find(({ deviceKey }) => deviceKey === String(idleId))!)).toEqual([
      0,
      null,
      null,
      null,
    ]);
    // The group is the sum of its devices: one of sixteen hours.
    expect(toFigures(total)).toEqual([round(100 / 16), 75, 100, round((100 / 16) * 0.75)]);
    expect(rows).toHaveLength(3);
  });

  test('counts an open report up to now, without its pieces', async () => {
    await floor.addRoster([[2, 20]]);
    const id = await work(11, 11.5, [1, 0]);
    await floor.moveReport(id, 11, null);
    const { runSeconds, effectiveness, oee } = await readMill({ period: 'today' });
    expect(runSeconds).toBeGreaterThanOrEqual(3600);
    expect(runSeconds).toBeLessThan(2 * 3600);
    expect([effectiveness, oee]).toEqual([null, null]);
  });

  test('has no devices of another factory', async () => {
    const otherFactory = await createTestFactory(floor.factory.connection);
    const { rows } = await otherFactory.call<{ rows: Row[] }>('/mes/form/equipmentEffectiveness', {
      workGroupId: null,
    });
    expect(rows.map(({ deviceKey, oee }) => [deviceKey, oee])).toEqual([['total', null]]);
  });

  const loadDevice = async (id: number) => {
    const { rows } = await floor.factory.call<{ rows: { id: number; version: number }[] }>(
      '/mes/system/basic/device/page',
      { limit: 50 },
    );
    const { version } = rows.find((row) => row.id === id)!;
    return { id, version };
  };
});
