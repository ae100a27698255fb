import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

type Row = Record<string, number | string | null>;

/** Returns the local time in the factory this many minutes ago: 'HH:mm'. */
const getLocalTimeAgo = (minutes: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'short' }).format(
    Date.now() - minutes * 60_000,
  );
const ALL_WEEKDAY_FLAGS = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));

describeForEachDatabase('The daily reports', (database) => {
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });

  let made = 0;
  const save = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await floor.call<{ id: number }>(`${path}/save`, fields)).id;
  const person = async (name: string) => (await floor.person(name, [])).employeeId;
  const device = () => save('/mes/system/basic/device', { code: `M${made++}`, name: 'Lathe' });
  const form = async (name: string, fields: Record<string, unknown> = {}): Promise<Row[]> =>
    (await floor.call<{ rows: Row[] }>(`/mes/form/${name}`, fields)).rows;
  /** Sums a person's daily rows: usually one row, but two if the test runs across midnight. */
  const lately = async (employeeId: number) => {
    const rows = await form('employeeDailyDetails', { employeeId });
    const sumOf = (name: string) => rows.reduce((sum, row) => sum + (row[name] as number), 0);
    return { reportCount: sumOf('reportCount'), good: sumOf('good'), seconds: sumOf('seconds') };
  };
  const past = async (rows: Record<string, unknown>[]) => {
    const { verdicts } = await floor.call<{ verdicts: { ok: boolean }[] }>('/mes/report/import', {
      source: `past ${made++}`,
      rows: JSON.stringify(rows.map((row, line) => ({ line, phase: 'run', ...row }))),
    });
    expect(verdicts.filter((verdict) => !verdict.ok)).toEqual([]);
  };

  it('add up what a person and a machine did in a day, by what it was', async () => {
    const [employeeId, deviceId] = [await person('Wu'), await device()];
    const [processId] = (
      await floor.order(100, [{ name: 'milling', manpowerMinutes: 12, deviceMinutes: 10 }])
    ).processIds as [number];
    const people = [{ employeeId }];
    await past([
      {
        processId,
        deviceId,
        people,
        phase: 'preparation',
        startedAt: '2026-03-02T08:00',
        endedAt: '2026-03-02T08:30',
      },
      {
        processId,
        deviceId,
        people,
        startedAt: '2026-03-02T08:30',
        endedAt: '2026-03-02T10:30',
        good: 8,
        scrap: 1,
        hold: 0.5,
      },
      {
        processId,
        deviceId,
        people,
        phase: 'stop',
        startedAt: '2026-03-02T10:30',
        endedAt: '2026-03-02T10:40',
      },
      {
        processId,
        deviceId,
        people,
        startedAt: '2026-03-02T23:00',
        endedAt: '2026-03-03T01:00',
        good: 7,
        rework: 2,
      },
      { processId, deviceId, people, startedAt: '2026-03-04T09:00', endedAt: '2026-03-04T10:00', good: 5 },
    ]);
    const period = { from: '2026-03-02', to: '2026-03-03' };
    const expected = {
      day: '2026-03-02',
      reportCount: 4,
      seconds: 30 * 60 + 120 * 60 + 10 * 60 + 120 * 60,
      preparationSeconds: 1800,
      runSeconds: 14_400,
      stopSeconds: 600,
      good: 15,
      scrap: 1,
      rework: 2,
      hold: 0.5,
    };
    expect(await form('employeeDailyDetails', { ...period, employeeId })).toEqual([
      // 15 pieces of 12 minutes each earn 180 minutes. The work took 240 minutes.
      expect.objectContaining({ ...expected, employeeName: 'Wu', earnedSeconds: 10_800, efficiency: 75 }),
    ]);
    expect(await form('deviceDailyDetails', { ...period, deviceId })).toEqual([
      expect.objectContaining({ ...expected, earnedSeconds: 9000, efficiency: 62.5, utilisation: null }),
    ]);
  });

  it('share pieces and time among those who took part, so that sums are true', async () => {
    const [first, second, third] = [await person('A'), await person('B'), await person('C')];
    const [processId] = (await floor.order(100, ['assembly'])).processIds as [number];
    const span = { processId, startedAt: '2026-03-02T08:00', endedAt: '2026-03-02T09:00' };
    const three = [first, second, third].map((employeeId) => ({ employeeId }));
    await past([{ ...span, people: three, good: 10, scrap: 1 }]);
    const rows = (await form('employeeDailyDetails', { from: '2026-03-02', to: '2026-03-02' })).filter(
      (row) => [first, second, third].includes(row.employeeId as number),
    );
    const sumOf = (name: string) =>
      rows.reduce((sum, row) => sum + Math.round((row[name] as number) * 10_000), 0) / 10_000;
    expect(rows.map((row) => row.good).sort()).toEqual([3.3333, 3.3333, 3.3334]);
    expect([sumOf('good'), sumOf('scrap'), sumOf('seconds')]).toEqual([10, 1, 3600]);

    const fourth = await person('D');
    const people = [
      { employeeId: fourth, ratio: 75 },
      { employeeId: first, ratio: 25 },
    ];
    await past([{ ...span, startedAt: '2026-03-05T08:00', endedAt: '2026-03-05T09:00', people, good: 10 }]);
    expect(
      (await form('employeeDailyDetails', { from: '2026-03-05', to: '2026-03-05', employeeId: fourth }))[0],
    ).toMatchObject({
      good: 7.5,
      seconds: 2700,
      reportCount: 1,
    });
  });

  it('count an hour on three machines as one hour of the person and three of the machines', async () => {
    const employeeId = await person('Three machines');
    const machines = [await device(), await device(), await device()];
    const ratio = { deviceMinutes: 3, manMachineRatio: 0.3333 };
    const order = await floor.order(90, [
      { name: 'a', ...ratio },
      { name: 'b', leapfrogAllowed: true, ...ratio },
      { name: 'c', leapfrogAllowed: true, ...ratio },
    ]);
    const people = [{ employeeId }];
    const processId = order.processIds[0]!;
    const begin = (deviceId: number, minutes: number) =>
      startWork(floor.call, processId, 10, { people, deviceId, at: getIsoTimeAgo(minutes) });
    // The first machine runs for 60 minutes, the second for 40 of them and the third for 20.
    const running = [
      await begin(machines[0]!, 70),
      await begin(machines[1]!, 50),
      await begin(machines[2]!, 30),
    ];
    for (const one of running) await finishWork(floor.call, one.reportId, 5, { at: getIsoTimeAgo(10) });

    const rows = await form('employeeDailyReports', { employeeId });
    const minutes = running.map(
      ({ reportId }) =>
        Math.round(((rows.find((row) => row.reportId === reportId)!.seconds as number) / 60) * 10) / 10,
    );
    expect(minutes).toEqual([36.7, 16.7, 6.7]);
    expect(Math.abs((await lately(employeeId)).seconds - 3600)).toBeLessThanOrEqual(2);
    const deviceDetails = await form('deviceDailyDetails');
    const seconds = machines.map((id) => deviceDetails.find((row) => row.deviceId === id)!.seconds as number);
    expect(seconds.map((one) => Math.round(one / 60))).toEqual([60, 40, 20]);
  });

  it('do not count what is still open, was only received, or was reversed', async () => {
    const employeeId = await person('Reversed');
    const [processId] = (await floor.order(100, ['grinding'])).processIds as [number];
    const people = [{ employeeId }];
    const kept = await startWork(floor.call, processId, 5, { people, at: getIsoTimeAgo(90) });
    await finishWork(floor.call, kept.reportId, 5, { at: getIsoTimeAgo(60) });
    const wrong = await startWork(floor.call, processId, 5, { people, at: getIsoTimeAgo(50) });
    await finishWork(floor.call, wrong.reportId, 5, { at: getIsoTimeAgo(40) });
    expect(await lately(employeeId)).toMatchObject({ reportCount: 2, good: 10 });
    await floor.call('/mes/report/reverse', { reportId: wrong.reportId, reason: 'twice' });
    await startWork(floor.call, processId, 5, { people, at: getIsoTimeAgo(30) });
    expect(await lately(employeeId)).toMatchObject({ reportCount: 1, good: 5, seconds: 1800 });
  });

  it('cut the breaks of the shift from what is reported, and the limits hold before that', async () => {
    const [employeeId, mate, machine] = [await person('Break'), await person('Mate'), await device()];
    const tableId = await save('/mes/system/classTable', {
      code: `T${made++}`,
      name: 'Around now',
      shifts: [
        { ...ALL_WEEKDAY_FLAGS, name: 'Now', startsAt: getLocalTimeAgo(300), endsAt: getLocalTimeAgo(-300) },
      ],
      breaks: [{ startsAt: getLocalTimeAgo(120), endsAt: getLocalTimeAgo(90) }],
    });
    const rosterOf = (target: object) =>
      save('/mes/system/roster', { classTableId: tableId, validFrom: '2026-01-01', ...target });
    await rosterOf({ employeeId });
    await rosterOf({ deviceId: machine });
    const another = await person('Another');
    await rosterOf({ employeeId: another });
    const [processId] = (await floor.order(100, ['turning'])).processIds as [number];
    const people = [
      { employeeId, ratio: 50 },
      { employeeId: mate, ratio: 50 },
    ];
    const one = await startWork(floor.call, processId, 5, {
      people,
      deviceId: machine,
      at: getIsoTimeAgo(180),
    });
    await finishWork(floor.call, one.reportId, 5, { at: getIsoTimeAgo(60) });
    const report = await floor.call<{ seconds: number; people: { seconds: number }[] }>('/mes/report/get', {
      id: one.reportId,
    });
    // The report lasts two hours less a break of half an hour. Shift times have no seconds, so the result may differ by
    // a minute.
    expect(Math.abs(report.seconds - 90 * 60)).toBeLessThanOrEqual(60);
    expect(report.people[0]!.seconds + report.people[1]!.seconds).toBe(report.seconds);
    const [row] = await form('deviceDailyDetails', { deviceId: machine });
    expect(row).toMatchObject({ seconds: report.seconds, capacitySeconds: 9.5 * 3600 });

    // A report entirely within the break has zero working time but is accepted.
    const inside = await startWork(floor.call, processId, 1, {
      people: [{ employeeId: another }],
      at: getIsoTimeAgo(118),
    });
    await finishWork(floor.call, inside.reportId, 1, { at: getIsoTimeAgo(95) });
    expect(await floor.call('/mes/report/get', { id: inside.reportId })).toMatchObject({ seconds: 0 });
  });

  it('put a start that was forgotten over the weekend on its day, with its true end', async () => {
    const employeeId = await person('Forgetful');
    const order = await floor.order(100, ['drilling']);
    await sql`update work_order set created_at = now() - interval '10 days' where factory_id = ${floor.factoryId} and id = ${order.id}`.execute(
      floor.connection.db,
    );
    const began = getIsoTimeAgo(3 * 24 * 60);
    const one = await startWork(floor.call, order.processIds[0]!, 5, { people: [{ employeeId }], at: began });
    expect(await readRefusalCode(finishWork(floor.call, one.reportId, 5))).toBe('durationTooLong');
    await finishWork(floor.call, one.reportId, 5, {
      at: new Date(Date.parse(began) + 90 * 60_000).toISOString(),
    });
    expect(await form('employeeDailyDetails', { employeeId })).toEqual([
      expect.objectContaining({
        day: new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.parse(began)),
        seconds: 5400,
        good: 5,
      }),
    ]);
  });

  it('lead to the reports behind every figure, which add up to it', async () => {
    const columns = ['seconds', 'good', 'scrap', 'rework', 'hold'] as const;
    const sums = (rows: Row[]) =>
      Object.fromEntries(
        columns.map((name) => [
          name,
          rows.reduce((sum, row) => sum + Math.round((row[name] as number) * 10_000), 0) / 10_000,
        ]),
      );
    let figures = 0;
    for (const [form1, form2, id] of [
      ['employeeDailyDetails', 'employeeDailyReports', 'employeeId'],
      ['deviceDailyDetails', 'deviceDailyReports', 'deviceId'],
    ] as const) {
      for (const period of [{}, { from: '2026-03-01', to: '2026-03-31' }]) {
        for (const row of await form(form1, period)) {
          const detailFilter = { from: row.day, to: row.day, [id]: row[id] };
          const rows = await form(form2, detailFilter);
          expect({ ...sums(rows), reportCount: rows.length }).toEqual(
            Object.fromEntries([...columns, 'reportCount'].map((name) => [name, row[name]])),
          );
          for (const phase of ['preparation', 'run', 'stop']) {
            const part = await form(form2, { ...detailFilter, phase });
            expect(sums(part).seconds).toBe(row[`${phase}Seconds`]);
          }
          figures += 1;
        }
      }
    }
    expect(figures).toBeGreaterThan(15);
  });
});
