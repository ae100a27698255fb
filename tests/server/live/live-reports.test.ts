import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { isOpenPermission } from '#shared/kernel/permissions.ts';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { reports } from '#server/reports/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

interface ReportAnswer<R = ReportRow> {
  rows: R[];
  at: string;
}

describeForEachDatabase('The reports of the wall', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const readReport = <R = ReportRow>(name: string, fields: Record<string, unknown> = {}) =>
    factory.call<ReportAnswer<R>>(`/mes/form/${name}`, fields);
  /** Returns the date in the factory's time zone, this many days from today. */
  const readDay = async (daysFromToday: number): Promise<string> => {
    const { rows } = await sql<{ day: string }>`
      select ((now() at time zone 'Asia/Shanghai')::date + ${daysFromToday}::integer)::text as day`.execute(
      factory.connection.db,
    );
    return rows[0]!.day;
  };
  const planProcess = async (processId: number, plannedEnd: string | null, workGroupId: number | null) => {
    await factory.connection.db
      .updateTable('process')
      .set({ plannedEnd, workGroupId })
      .where('factoryId', '=', factory.factoryId)
      .where('id', '=', processId)
      .execute();
  };
  let lathePromise: Promise<{ id: number }> | undefined;
  const getLathe = () =>
    (lathePromise ??= factory.call<{ id: number }>('/mes/system/basic/device/save', {
      code: 'L1',
      name: 'Lathe',
    }));
  let peopleCount = 0;
  /** Reports two minutes of work that end now. Each report has a new person, so no reports overlap. */
  const reportPieces = async (processId: number, good: number, scrap = 0) => {
    const code = `P${peopleCount++}`;
    const person = await factory.call<{ id: number }>('/mes/system/basic/employee/save', {
      code,
      name: `Person ${code}`,
    });
    const report = await factory.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity: good + scrap,
      deviceId: (await getLathe()).id,
      people: [{ employeeId: person.id, ratio: 100 }],
      at: new Date(Date.now() - 120_000).toISOString(),
    });
    await factory.call('/mes/report/unfinished', {
      reportId: report.reportId,
      good,
      ...(scrap > 0 ? { scrap, errorClassId: await addErrorClass() } : {}),
    });
    return report.reportId;
  };
  let errorClassCount = 0;
  const addErrorClass = async () =>
    (
      await factory.call<{ id: number }>('/mes/system/classify/save', {
        classId: 'errorClass',
        code: `E${errorClassCount++}`,
        name: 'Burr',
      })
    ).id;

  it('"planned" counts the pieces due by today that were missing this morning; a report changes only "actual"', async () => {
    const group = await factory.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'G1',
      name: 'Turning',
    });
    const order = await factory.createOrder(10, [
      'due today',
      'overdue',
      'due tomorrow',
      'without a group',
      'without a date',
    ]);
    const [todayId, overdueId, tomorrowId, ungroupedId] = order.processIds as [
      number,
      number,
      number,
      number,
      number,
    ];
    await planProcess(todayId, await readDay(0), group.id);
    await planProcess(overdueId, await readDay(-3), group.id);
    await planProcess(tomorrowId, await readDay(1), group.id);
    await planProcess(ungroupedId, await readDay(0), null);

    const readFigures = async () =>
      Object.fromEntries(
        (await readReport<Record<string, number>>('planActualToday')).rows.map((row) => [
          row.groupKey,
          [row.planned, row.actual, row.difference],
        ]),
      );
    expect(await readFigures()).toEqual({
      [group.id]: [20, 0, -20],
      none: [10, 0, -10],
      total: [30, 0, -30],
    });

    const reportId = await reportPieces(todayId, 4);
    expect(await readFigures()).toEqual({
      [group.id]: [20, 4, -16],
      none: [10, 0, -10],
      total: [30, 4, -26],
    });
    await reportPieces(todayId, 6);
    expect(await readFigures()).toMatchObject({ total: [30, 10, -20] });

    // Four of the pieces now count as made yesterday, so the plan of today no longer includes them.
    await sql`update work_report set started_at = started_at - interval '1 day', ended_at = ended_at - interval '1 day'
      where factory_id = ${factory.factoryId} and id = ${reportId}`.execute(factory.connection.db);
    expect(await readFigures()).toMatchObject({ [group.id]: [16, 6, -10], total: [26, 6, -20] });

    // Pieces of overdue processes and of processes that are not due yet count as made.
    await reportPieces(overdueId, 10);
    await reportPieces(tomorrowId, 3);
    expect(await readFigures()).toMatchObject({ [group.id]: [16, 19, 3] });

    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: order.id });
    await factory.call('/mes/order/suspend', { id: order.id, version });
    expect(await readFigures()).toEqual({ [group.id]: [0, 19, 19], total: [0, 19, 19] });
  });

  it('open orders are sorted by days overdue, and include the orders completed today', async () => {
    const overdueOrder = await factory.createOrder(5, ['cut']);
    const longOverdueOrder = await factory.createOrder(5, ['cut']);
    const dueSoonOrder = await factory.createOrder(5, ['cut']);
    const draft = await factory.call<{ id: number }>('/mes/order/save', {
      code: 'DRAFT',
      name: 'Draft',
      quantity: 1,
    });
    const setDueDate = async (id: number, date: string) =>
      void (await factory.connection.db
        .updateTable('workOrder')
        .set({ dueDate: date })
        .where('factoryId', '=', factory.factoryId)
        .where('id', '=', id)
        .execute());
    await setDueDate(overdueOrder.id, await readDay(-2));
    await setDueDate(longOverdueOrder.id, await readDay(-9));
    await setDueDate(dueSoonOrder.id, await readDay(3));
    await reportPieces(dueSoonOrder.processIds[0]!, 5);
    const { rows } = await readReport<Record<string, unknown>>('orderProgress');
    // The wall shows both figures: the days overdue so far, and the expected delay.
    expect(rows.find((row) => row.id === longOverdueOrder.id)).toMatchObject({
      lateDays: 9,
      expectedDelayDays: 9,
    });
    const testedRows = rows.filter((row) =>
      [overdueOrder.id, longOverdueOrder.id, dueSoonOrder.id, draft.id].includes(row.id as number),
    );
    expect(
      testedRows.map((row) => [row.id, row.lateDays, row.state, row.completedQuantity, row.progress]),
    ).toEqual([
      [longOverdueOrder.id, 9, 'released', 0, 0],
      [overdueOrder.id, 2, 'released', 0, 0],
      [dueSoonOrder.id, 0, 'completed', 5, 100],
    ]);
    expect(await readReport('orderProgress', { limit: 1 })).toMatchObject({
      rows: [{ id: longOverdueOrder.id }],
    });
    await sql`update work_order set ended_at = ended_at - interval '1 day' where factory_id = ${factory.factoryId}`.execute(
      factory.connection.db,
    );
    expect((await readReport('orderProgress')).rows.map((row) => row.id)).not.toContain(dueSoonOrder.id);
  });

  it('the latest reports come newest first, without reversed reports', async () => {
    const order = await factory.createOrder(8, ['drill']);
    const processId = order.processIds[0]!;
    const firstId = await reportPieces(processId, 2);
    const secondId = await reportPieces(processId, 1, 1);
    const { rows } = await readReport<Record<string, unknown>>('latestReports', { limit: 2 });
    expect(
      rows.map((row) => [row.id, row.processName, row.people, row.kind, row.good, row.scrap, row.seconds]),
    ).toEqual([
      [secondId, 'drill', `Person P${peopleCount - 1}`, 'unfinished', 1, 1, 120],
      [firstId, 'drill', `Person P${peopleCount - 2}`, 'unfinished', 2, 0, 120],
    ]);
    await factory.call('/mes/report/reverse', { reportId: secondId, reason: 'wrong' });
    const idsAfterReversal = (await readReport('latestReports', { limit: 200 })).rows.map((row) => row.id);
    expect(idsAfterReversal[0]).toBe(firstId);
    expect(idsAfterReversal).not.toContain(secondId);
  });

  it('are returned and described only to people with the permission', async () => {
    const viewer = await factory.createPerson('Viewer', ['REPORT_FORM_LATEST_REPORTS']);
    const visiblePaths = reports
      .filter(({ path, permission }) => isOpenPermission(permission) || path === '/mes/form/latestReports')
      .map(({ path }) => path);
    expect(visiblePaths.length).toBeLessThan(reports.length / 2);
    const descriptors = await viewer.call<ReportDescriptor[]>('/mes/form/describe', {});
    expect(descriptors.map((descriptor) => descriptor.path)).toEqual(visiblePaths);
    expect(descriptors[0]).not.toHaveProperty('run');
    for (const report of reports) {
      const outcome = viewer.call(report.path, {}).then(
        () => 'seen',
        (error: { code: string }) => error.code,
      );
      expect(await outcome).toBe(visiblePaths.includes(report.path) ? 'seen' : 'noPermission');
    }
  });
});
