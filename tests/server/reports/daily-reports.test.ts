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
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  let codeCount = 0;
  const saveRecord = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, fields)).id;
  const addPerson = async (name: string) => (await factory.createPerson(name, [])).employeeId;
  const addDevice = () => saveRecord('/mes/system/basic/device', { code: `M${codeCount++}`, name: 'Lathe' });
  const readReport = async (name: string, fields: Record<string, unknown> = {}): Promise<Row[]> =>
    (await factory.call<{ rows: Row[] }>(`/mes/form/${name}`, fields)).rows;
  /** Sums a person's daily rows: usually one row, but two if the test runs across midnight. */
  const sumDailyRows = async (employeeId: number) => {
    const rows = await readReport('employeeDailyDetails', { employeeId });
    const sumColumn = (name: string) => rows.reduce((sum, row) => sum + (row[name] as number), 0);
    return { reportCount: sumColumn('reportCount'), good: sumColumn('good'), seconds: sumColumn('seconds') };
  };
  const importPastReports = async (rows: Record<string, unknown>[]) => {
    const { verdicts } = await factory.call<{ verdicts: { ok: boolean }[] }>('/mes/report/import', {
      source: `past ${codeCount++}`,
      rows: JSON.stringify(rows.map((row, line) => ({ line, phase: 'run', ...row }))),
    });
    expect(verdicts.filter((verdict) => !verdict.ok)).toEqual([]);
  };

  it('add up the times and pieces of a person and of a machine on a day, by phase', async () => {
    const [employeeId, deviceId] = [await addPerson('Wu'), await addDevice()];
    const [processId] = (
      await factory.createOrder(100, [{ name: 'milling', manpowerMinutes: 12, deviceMinutes: 10 }])
    ).processIds as [number];
    const people = [{ employeeId }];
    await importPastReports([
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
    expect(await readReport('employeeDailyDetails', { ...period, employeeId })).toEqual([
      // 15 pieces of 12 minutes each earn 180 minutes. The work took 240 minutes.
      expect.objectContaining({ ...expected, employeeName: 'Wu', earnedSeconds: 10_800, efficiency: 75 }),
    ]);
    expect(await readReport('deviceDailyDetails', { ...period, deviceId })).toEqual([
      expect.objectContaining({ ...expected, earnedSeconds: 9000, efficiency: 62.5, utilisation: null }),
    ]);
  });

  it('divide the pieces among the people of a report, and count the whole time for each of them', async () => {
    const [firstId, secondId, thirdId] = [await addPerson('A'), await addPerson('B'), await addPerson('C')];
    const [processId] = (await factory.createOrder(100, ['assembly'])).processIds as [number];
    const period = { processId, startedAt: '2026-03-02T08:00', endedAt: '2026-03-02T09:00' };
    const allPeople = [firstId, secondId, thirdId].map((employeeId) => ({ employeeId }));
    await importPastReports([{ ...period, people: allPeople, good: 10, scrap: 1 }]);
    const rows = (await readReport('employeeDailyDetails', { from: '2026-03-02', to: '2026-03-02' })).filter(
      (row) => [firstId, secondId, thirdId].includes(row.employeeId as number),
    );
    const sumColumn = (name: string) =>
      rows.reduce((sum, row) => sum + Math.round((row[name] as number) * 10_000), 0) / 10_000;
    expect(rows.map((row) => row.good).sort()).toEqual([3.3333, 3.3333, 3.3334]);
    expect([sumColumn('good'), sumColumn('scrap'), sumColumn('seconds')]).toEqual([10, 1, 3 * 3600]);

    const fourthId = await addPerson('D');
    const people = [
      { employeeId: fourthId, ratio: 75 },
      { employeeId: firstId, ratio: 25 },
    ];
    await importPastReports([
      { ...period, startedAt: '2026-03-05T08:00', endedAt: '2026-03-05T09:00', people, good: 10 },
    ]);
    expect(
      (
        await readReport('employeeDailyDetails', {
          from: '2026-03-05',
          to: '2026-03-05',
          employeeId: fourthId,
        })
      )[0],
    ).toMatchObject({
      good: 7.5,
      seconds: 3600,
      reportCount: 1,
    });
  });

  it('count an hour on three machines as one hour of the person and three of the machines', async () => {
    const employeeId = await addPerson('Three machines');
    const machines = [await addDevice(), await addDevice(), await addDevice()];
    const ratioFields = { deviceMinutes: 3, manMachineRatio: 0.3333 };
    const order = await factory.createOrder(90, [
      { name: 'a', ...ratioFields },
      { name: 'b', leapfrogAllowed: true, ...ratioFields },
      { name: 'c', leapfrogAllowed: true, ...ratioFields },
    ]);
    const people = [{ employeeId }];
    const processId = order.processIds[0]!;
    const makeDeviceReport = (deviceId: number, minutes: number) =>
      startWork(factory.call, processId, 10, { people, deviceId, at: getIsoTimeAgo(minutes) });
    // The first machine runs for 60 minutes, the second for 40 of them and the third for 20.
    const reports = [
      await makeDeviceReport(machines[0]!, 70),
      await makeDeviceReport(machines[1]!, 50),
      await makeDeviceReport(machines[2]!, 30),
    ];
    for (const report of reports)
      await finishWork(factory.call, report.reportId, 5, { at: getIsoTimeAgo(10) });

    const rows = await readReport('employeeDailyReports', { employeeId });
    const minutes = reports.map(
      ({ reportId }) =>
        Math.round(((rows.find((row) => row.reportId === reportId)!.seconds as number) / 60) * 10) / 10,
    );
    expect(minutes).toEqual([36.7, 16.7, 6.7]);
    expect(Math.abs((await sumDailyRows(employeeId)).seconds - 3600)).toBeLessThanOrEqual(2);
    const deviceDetails = await readReport('deviceDailyDetails');
    const seconds = machines.map((id) => deviceDetails.find((row) => row.deviceId === id)!.seconds as number);
    expect(seconds.map((value) => Math.round(value / 60))).toEqual([60, 40, 20]);
  });

  it('do not count open or reversed reports', async () => {
    const employeeId = await addPerson('Reversed');
    const [processId] = (await factory.createOrder(100, ['grinding'])).processIds as [number];
    const people = [{ employeeId }];
    const keptReport = await startWork(factory.call, processId, 5, { people, at: getIsoTimeAgo(90) });
    await finishWork(factory.call, keptReport.reportId, 5, { at: getIsoTimeAgo(60) });
    const wrongReport = await startWork(factory.call, processId, 5, { people, at: getIsoTimeAgo(50) });
    await finishWork(factory.call, wrongReport.reportId, 5, { at: getIsoTimeAgo(40) });
    expect(await sumDailyRows(employeeId)).toMatchObject({ reportCount: 2, good: 10 });
    await factory.call('/mes/report/reverse', { reportId: wrongReport.reportId, reason: 'twice' });
    await startWork(factory.call, processId, 5, { people, at: getIsoTimeAgo(30) });
    expect(await sumDailyRows(employeeId)).toMatchObject({ reportCount: 1, good: 5, seconds: 1800 });
  });

  it('subtract the breaks of the shift from the reported time, after the limits are checked', async () => {
    const [employeeId, mateId, machineId] = [
      await addPerson('Break'),
      await addPerson('Mate'),
      await addDevice(),
    ];
    const tableId = await saveRecord('/mes/system/classTable', {
      code: `T${codeCount++}`,
      name: 'Around now',
      shifts: [
        { ...ALL_WEEKDAY_FLAGS, name: 'Now', startsAt: getLocalTimeAgo(300), endsAt: getLocalTimeAgo(-300) },
      ],
      breaks: [{ startsAt: getLocalTimeAgo(120), endsAt: getLocalTimeAgo(90) }],
    });
    const addRoster = (target: object) =>
      saveRecord('/mes/system/roster', { classTableId: tableId, validFrom: '2026-01-01', ...target });
    await addRoster({ employeeId });
    await addRoster({ deviceId: machineId });
    const otherId = await addPerson('Another');
    await addRoster({ employeeId: otherId });
    const [processId] = (await factory.createOrder(100, ['turning'])).processIds as [number];
    const people = [
      { employeeId, ratio: 50 },
      { employeeId: mateId, ratio: 50 },
    ];
    const startAnswer = await startWork(factory.call, processId, 5, {
      people,
      deviceId: machineId,
      at: getIsoTimeAgo(180),
    });
    await finishWork(factory.call, startAnswer.reportId, 5, { at: getIsoTimeAgo(60) });
    const report = await factory.call<{ seconds: number; people: { seconds: number }[] }>('/mes/report/get', {
      id: startAnswer.reportId,
    });
    // The report lasts two hours less a break of half an hour. Shift times have no seconds, so the result may differ by
    // a minute.
    expect(Math.abs(report.seconds - 90 * 60)).toBeLessThanOrEqual(60);
    expect(report.people.map(({ seconds }) => seconds)).toEqual([report.seconds, report.seconds]);
    const [row] = await readReport('deviceDailyDetails', { deviceId: machineId });
    expect(row).toMatchObject({ seconds: report.seconds, capacitySeconds: 9.5 * 3600 });

    // A report entirely within the break has zero working time but is accepted.
    const breakReport = await startWork(factory.call, processId, 1, {
      people: [{ employeeId: otherId }],
      at: getIsoTimeAgo(118),
    });
    await finishWork(factory.call, breakReport.reportId, 1, { at: getIsoTimeAgo(95) });
    expect(await factory.call('/mes/report/get', { id: breakReport.reportId })).toMatchObject({ seconds: 0 });
  });

  it('count a report that was finished days too late on the day of its start, with its true end', async () => {
    const employeeId = await addPerson('Forgetful');
    const order = await factory.createOrder(100, ['drilling']);
    await sql`update work_order set created_at = now() - interval '10 days' where factory_id = ${factory.factoryId} and id = ${order.id}`.execute(
      factory.connection.db,
    );
    const startedAt = getIsoTimeAgo(3 * 24 * 60);
    const report = await startWork(factory.call, order.processIds[0]!, 5, {
      people: [{ employeeId }],
      at: startedAt,
    });
    expect(await readRefusalCode(finishWork(factory.call, report.reportId, 5))).toBe('durationTooLong');
    await finishWork(factory.call, report.reportId, 5, {
      at: new Date(Date.parse(startedAt) + 90 * 60_000).toISOString(),
    });
    expect(await readReport('employeeDailyDetails', { employeeId })).toEqual([
      expect.objectContaining({
        day: new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.parse(startedAt)),
        seconds: 5400,
        good: 5,
      }),
    ]);
  });

  it('list the reports behind every figure, which add up to the figure', async () => {
    const columns = ['seconds', 'good', 'scrap', 'rework', 'hold'] as const;
    const sumColumns = (rows: Row[]) =>
      Object.fromEntries(
        columns.map((name) => [
          name,
          rows.reduce((sum, row) => sum + Math.round((row[name] as number) * 10_000), 0) / 10_000,
        ]),
      );
    let rowCount = 0;
    for (const [detailsName, reportsName, idField] of [
      ['employeeDailyDetails', 'employeeDailyReports', 'employeeId'],
      ['deviceDailyDetails', 'deviceDailyReports', 'deviceId'],
    ] as const) {
      for (const period of [{}, { from: '2026-03-01', to: '2026-03-31' }]) {
        for (const row of await readReport(detailsName, period)) {
          const detailFilter = { from: row.day, to: row.day, [idField]: row[idField] };
          const rows = await readReport(reportsName, detailFilter);
          expect({ ...sumColumns(rows), reportCount: rows.length }).toEqual(
            Object.fromEntries([...columns, 'reportCount'].map((name) => [name, row[name]])),
          );
          for (const phase of ['preparation', 'run', 'stop']) {
            const phaseRows = await readReport(reportsName, { ...detailFilter, phase });
            expect(sumColumns(phaseRows).seconds).toBe(row[`${phase}Seconds`]);
          }
          rowCount += 1;
        }
      }
    }
    expect(rowCount).toBeGreaterThan(15);
  });
});
