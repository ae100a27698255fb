import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { changeClosedReport } from '#tests/support/rewrite-snapshot.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { createNoonFactory, type NoonFactory } from '#tests/support/noon-floor.ts';

interface EffectivenessRow {
  deviceKey: string;
  availability: number | null;
  effectiveness: number | null;
  qualityRatio: number | null;
  oee: number | null;
  plannedSeconds: number | null;
  runSeconds: number;
}

/** Rounds to one decimal, as the report does. */
const roundToOneDecimal = (value: number) => Math.round(value * 10) / 10;
const toFigures = ({ availability, effectiveness, qualityRatio, oee }: EffectivenessRow) => [
  availability,
  effectiveness,
  qualityRatio,
  oee,
];

describeForEachDatabase('The overall equipment effectiveness', (database) => {
  let noonFloor: NoonFactory;
  let groupId: number;
  let millId: number;
  let millingProcessId: number;
  let cleaningProcessId: number;
  beforeEach(async () => {
    noonFloor = await createNoonFactory(await database.open());
    groupId = await noonFloor.save('/mes/system/basic/group', { name: 'Mills' });
    millId = await addDevice();
    const { processIds } = await noonFloor.factory.createOrder(10_000, [
      // 45 minutes per piece; cleaning has no standard time.
      { name: 'Milling', deviceMinutes: 45, manMachineRatio: 1 },
      { name: 'Cleaning' },
    ]);
    [millingProcessId, cleaningProcessId] = processIds as [number, number];
    await noonFloor.factory.connection.db
      .updateTable('process')
      .set({ leapfrog: true })
      .where('factoryId', '=', noonFloor.factory.factoryId)
      .execute();
  });
  const addDevice = (fields: Record<string, unknown> = {}) =>
    noonFloor.save('/mes/system/basic/device', { name: 'Mill', workGroupId: groupId, ...fields });
  /** Reports work between two hours of today. The duration of the report is the time between them. */
  const reportWork = async (
    from: number,
    until: number,
    [good, scrap]: [number, number],
    fields: Record<string, unknown> = {},
    processId = millingProcessId,
  ) => {
    const id = await noonFloor.reportWork(processId, until, Math.max(good, 1), scrap, {
      deviceId: millId,
      ...fields,
    });
    await noonFloor.moveReport(id, from, until);
    const { connection, factoryId } = noonFloor.factory;
    const seconds = Math.round((until - from) * 3600);
    await changeClosedReport(connection, factoryId, id, sql`good = ${good}, seconds = ${seconds}`);
    return id;
  };
  const readReport = async (fields: Record<string, unknown> = {}) => {
    const rows = await noonFloor.readReportRows<EffectivenessRow>('equipmentEffectiveness', fields);
    return { total: rows.find(({ deviceKey }) => deviceKey === 'total')!, rows };
  };
  const readMillRow = async (fields: Record<string, unknown> = {}) =>
    (await readReport({ deviceId: millId, ...fields })).rows.find(
      ({ deviceKey }) => deviceKey === String(millId),
    )!;

  test('divides run by planned time, standard by run time and good by produced pieces: two shifts and a downtime', async () => {
    // It is past noon, so the early shift (02–10) and the shift 10–11:30 have ended.
    await noonFloor.addRoster([
      [2, 10],
      [10, 11.5],
    ]);
    await noonFloor.factory.call('/mes/system/basic/device/save', {
      ...(await loadDevice(millId)),
      downtimes: [{ downFrom: noonFloor.getInstant(9), downUntil: noonFloor.getInstant(9.5) }],
    });
    await reportWork(2, 6, [4, 1]);
    await reportWork(6.5, 7, [0, 0], { phase: 'preparation' });
    await reportWork(10, 11, [1, 0]);
    await reportWork(11, 11.25, [3, 1], {}, cleaningProcessId);
    const [plannedHours, runHours, standardRunHours] = [8 + 1.5 - 0.5, 4 + 1 + 0.25, 4 + 1];
    const todayRow = await readMillRow({ period: 'today' });
    expect([todayRow.plannedSeconds, todayRow.runSeconds]).toEqual([plannedHours * 3600, runHours * 3600]);
    expect(toFigures(todayRow)).toEqual([
      roundToOneDecimal((100 * runHours) / plannedHours),
      roundToOneDecimal((100 * 6 * 0.75) / standardRunHours),
      roundToOneDecimal((100 * 8) / 10),
      roundToOneDecimal(((100 * runHours) / plannedHours) * ((5 * 0.75) / standardRunHours)),
    ]);
    // The last shift has no downtime and no preparation.
    expect(toFigures(await readMillRow({ period: 'currentShift' }))).toEqual([
      roundToOneDecimal((100 * 1.25) / 1.5),
      roundToOneDecimal(100 * 0.75),
      roundToOneDecimal((100 * 4) / 5),
      roundToOneDecimal(((100 * 1.25) / 1.5) * 0.75),
    ]);
  });

  test('counts work outside of the shifts as planned, and shift time up to the normal capacity', async () => {
    await noonFloor.addRoster([[2, 10]]);
    // Two of these hours are overtime.
    await reportWork(8, 12, [5, 0]);
    const unlimitedRow = await readMillRow({ period: 'today' });
    expect([unlimitedRow.plannedSeconds, unlimitedRow.availability]).toEqual([10 * 3600, 40]);
    await noonFloor.factory.call('/mes/system/basic/device/save', {
      ...(await loadDevice(millId)),
      normalCapacity: 6,
    });
    const limitedRow = await readMillRow({ period: 'today' });
    expect([limitedRow.plannedSeconds, limitedRow.availability]).toEqual([8 * 3600, 50]);
  });

  test('counts work that starts up to 60 minutes before the shift, but no earlier work of a shift of the same name', async () => {
    await noonFloor.addRoster([[8, 13]]);
    const everyDay = { saturday: true, sunday: true };
    const classTableId = await noonFloor.save('/mes/system/classTable', {
      name: 'Mills',
      shifts: [{ name: 'From 08:00', startsAt: '02:00', endsAt: '13:00', ...everyDay }],
      breaks: [],
    });
    await noonFloor.factory.call('/mes/system/roster/save', {
      classTableId,
      validFrom: '2026-01-01',
      workGroupId: groupId,
    });
    await reportWork(3, 4, [1, 0]);
    expect((await readMillRow({ period: 'currentShift' })).runSeconds).toBe(0);
    await reportWork(7.5, 8.5, [1, 0]);
    expect((await readMillRow({ period: 'currentShift' })).runSeconds).toBe(3600);
    expect((await readMillRow({ period: 'today' })).runSeconds).toBe(7200);
  });

  test('leaves out a holiday of the last seven days, and the breaks', async () => {
    const classTableId = await noonFloor.save('/mes/system/classTable', {
      name: 'Day',
      shifts: [{ name: 'Day', startsAt: '02:00', endsAt: '10:00', saturday: true, sunday: true }],
      breaks: [{ startsAt: '06:00', endsAt: '07:00' }],
    });
    await noonFloor.factory.call('/mes/system/roster/save', { classTableId, validFrom: '2026-01-01' });
    await reportWork(2, 5.5, [2, 0]);
    expect((await readMillRow({ period: 'lastSevenDays' })).plannedSeconds).toBe(7 * 7 * 3600);
    await noonFloor.factory.call('/mes/system/holiday/save', {
      kind: 'statutory',
      date: addDays(noonFloor.noon.today(), -2),
      name: 'Holiday',
    });
    const weekRow = await readMillRow({ period: 'lastSevenDays' });
    expect([weekRow.plannedSeconds, weekRow.availability]).toEqual([
      6 * 7 * 3600,
      roundToOneDecimal((100 * 3.5) / 42),
    ]);
    expect((await readMillRow({ period: 'today' })).availability).toBe(50);
  });

  test('has no availability without planned time, and 0 % for a device that stands still', async () => {
    await reportWork(8, 9, [1, 0]);
    expect(toFigures(await readMillRow({ period: 'today' }))).toEqual([null, 75, 100, null]);
    await noonFloor.addRoster([[2, 10]], { workGroupId: groupId });
    const idleId = await addDevice();
    const { rows, total } = await readReport({ workGroupId: groupId, period: 'today' });
    expect(toFigures(rows.find(({ deviceKey }) => deviceKey === String(idleId))!)).toEqual([
      0,
      null,
      null,
      null,
    ]);
    // The group is the sum of its devices, which worked one of sixteen planned hours.
    expect(toFigures(total)).toEqual([
      roundToOneDecimal(100 / 16),
      75,
      100,
      roundToOneDecimal((100 / 16) * 0.75),
    ]);
    expect(rows).toHaveLength(3);
  });

  test('counts an open report up to now, without its pieces', async () => {
    await noonFloor.addRoster([[2, 20]]);
    const id = await reportWork(11, 11.5, [1, 0]);
    await noonFloor.moveReport(id, 11, null);
    const { runSeconds, effectiveness, oee } = await readMillRow({ period: 'today' });
    expect(runSeconds).toBeGreaterThanOrEqual(3600);
    expect(runSeconds).toBeLessThan(2 * 3600);
    expect([effectiveness, oee]).toEqual([null, null]);
  });

  test('has no devices of another factory', async () => {
    const otherFactory = await createTestFactory(noonFloor.factory.connection);
    const { rows } = await otherFactory.call<{ rows: EffectivenessRow[] }>(
      '/mes/form/equipmentEffectiveness',
      {
        workGroupId: null,
      },
    );
    expect(rows.map(({ deviceKey, oee }) => [deviceKey, oee])).toEqual([['total', null]]);
  });

  const loadDevice = async (id: number) => {
    const { rows } = await noonFloor.factory.call<{ rows: { id: number; version: number }[] }>(
      '/mes/system/basic/device/page',
      { limit: 50 },
    );
    const { version } = rows.find((row) => row.id === id)!;
    return { id, version };
  };
});
