import { beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { finishWork, startWork, startWorkByNewPerson } from '#tests/support/reports.ts';

interface SnapshotSums {
  reportCount: number;
  seconds: number;
  good: number;
  deviceCost: number;
  manSeconds: number;
  manGood: number;
  labourCost: number;
}

describeForEachDatabase('What a report keeps', (database) => {
  let factory: TestFactory;
  let processId: number;
  let deviceId: number;
  let people: { employeeId: number; ratio: number }[];
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    const costType = await factory.call<{ id: number }>('/mes/system/basic/costType/save', {
      code: 'CT',
      name: 'Machining',
      rates: [{ validFrom: '2020-01-01', deviceHourRate: 60, manHourRate: 30 }],
    });
    const device = await factory.call<{ id: number }>('/mes/system/basic/device/save', {
      code: 'M',
      name: 'Mill',
    });
    deviceId = device.id;
    const { processIds } = await factory.createOrder(100, [{ name: 'Milling', costTypeId: costType.id }]);
    processId = processIds[0]!;
    people = [
      { employeeId: (await factory.createPerson('One', [])).employeeId, ratio: 75 },
      { employeeId: (await factory.createPerson('Two', [])).employeeId, ratio: 25 },
    ];
  });

  /** Sums the snapshots of all reports of the process, including reversals. */
  const sumSnapshots = async (): Promise<SnapshotSums> =>
    (
      await sql<SnapshotSums>`
        select count(*)::integer as report_count, sum(s.seconds)::integer as seconds, sum(s.good) as good,
               sum(s.device_cost) as device_cost, sum(p.seconds)::integer as man_seconds, sum(p.good) as man_good,
               sum(p.labour_cost) as labour_cost
        from work_report r
        join work_report_snapshot s on s.factory_id = r.factory_id and s.report_id = r.id
        cross join lateral (
          select sum(n.seconds) as seconds, sum(n.good) as good, sum(n.labour_cost) as labour_cost
          from work_report_person_snapshot n where n.factory_id = s.factory_id and n.report_id = s.report_id
        ) p
        where r.factory_id = ${factory.factoryId} and r.process_id = ${processId}`.execute(
        factory.connection.db,
      )
    ).rows[0]!;
  const reportHour = async (startedMinutesAgo: number) => {
    const { reportId } = await startWork(factory.call, processId, 8, {
      people,
      deviceId,
      at: getIsoTimeAgo(startedMinutesAgo),
    });
    await factory.call('/mes/report/finish', {
      reportId,
      good: 8,
      at: getIsoTimeAgo(startedMinutesAgo - 60),
    });
    return reportId;
  };
  const ONE_HOUR = {
    seconds: 3600,
    good: 8,
    deviceCost: 60,
    manSeconds: 7200,
    manGood: 8,
    labourCost: 60,
  };
  const expectSimilarSums = (sums: SnapshotSums, expected: Partial<SnapshotSums>) => {
    // The calls are some milliseconds apart, so a duration may differ by a second.
    for (const [name, value] of Object.entries(expected))
      expect([name, Math.abs(sums[name as keyof SnapshotSums] - value) <= 2]).toEqual([name, true]);
  };

  it('is the whole time for each person, and shared pieces', async () => {
    await reportHour(600);
    expectSimilarSums(await sumSnapshots(), ONE_HOUR);
    const { rows } = await sql<{ good: number; seconds: number }>`
      select good, seconds from work_report_person_snapshot order by position`.execute(factory.connection.db);
    expect(rows.map(({ good }) => good)).toEqual([6, 2]);
    expect(rows[0]!.seconds).toBe(rows[1]!.seconds);
  });

  it('is taken back by a reversal, so that the sums are the earlier ones again', async () => {
    const before = await sumSnapshots();
    const reportId = await reportHour(400);
    expect((await sumSnapshots()).good).toBe(before.good + 8);
    await factory.call('/mes/report/reverse', { reportId, reason: 'miscounted' });
    expect(await sumSnapshots()).toEqual({ ...before, reportCount: before.reportCount + 2 });
    // A report that was reversed while it was open has no snapshot.
    const openReport = await startWork(factory.call, processId, 1, { people, deviceId });
    await factory.call('/mes/report/reverse', { reportId: openReport.reportId, reason: 'wrong card' });
    expect(await sumSnapshots()).toEqual({ ...before, reportCount: before.reportCount + 2 });
  });

  it('is taken back by an undo, and kept again by the next end', async () => {
    const before = await sumSnapshots();
    const { reportId } = await startWork(factory.call, processId, 5, { people, deviceId });
    await finishWork(factory.call, reportId, 5);
    const undoAnswer = await factory.call<{ reportId: number }>('/mes/report/undo', {
      reportId,
      reopen: true,
    });
    expect((await sumSnapshots()).good).toBe(before.good);
    await finishWork(factory.call, undoAnswer.reportId, 4);
    expect((await sumSnapshots()).good).toBe(before.good + 4);
  });

  it('is kept also if a suspension closes the report, and agrees with every report', async () => {
    const before = await sumSnapshots();
    const { reportId } = await startWorkByNewPerson(factory, processId, 5, { deviceId });
    await factory.call('/mes/process/suspend', { processId, reason: 'no tool', seenReportIds: [reportId] });
    const after = await sumSnapshots();
    expect(after.good).toBe(before.good);
    expect(after.seconds).toBeGreaterThan(before.seconds);
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
