import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildRowKey, type ReportDescriptor, type ReportRow } from '#shared/kernel/report.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { reports } from '#server/reports/index.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { startTestServer } from '#tests/support/wire-server.ts';

interface ReportAnswer<R = ReportRow> {
  rows: R[];
  at: string;
}

describeForEachDatabase('The reports of the wall', (database) => {
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });
  const form = <R = ReportRow>(name: string, fields: Record<string, unknown> = {}) =>
    floor.call<ReportAnswer<R>>(`/mes/form/${name}`, fields);
  /** Returns the date in the factory's time zone, this many days from today. */
  const day = async (offset: number): Promise<string> => {
    const { rows } = await sql<{ day: string }>`
      select ((now() at time zone 'Asia/Shanghai')::date + ${offset}::integer)::text as day`.execute(
      floor.connection.db,
    );
    return rows[0]!.day;
  };
  const plan = async (processId: number, plannedEnd: string | null, workGroupId: number | null) => {
    await floor.connection.db
      .updateTable('process')
      .set({ plannedEnd, workGroupId })
      .where('factoryId', '=', floor.factoryId)
      .where('id', '=', processId)
      .execute();
  };
  let lathe: Promise<{ id: number }> | undefined;
  const machine = () =>
    (lathe ??= floor.call<{ id: number }>('/mes/system/basic/device/save', { code: 'L1', name: 'Lathe' }));
  let peopleCount = 0;
  /** Files a two-minute report that ends now; each report has a new person, so none overlap. */
  const make = async (processId: number, good: number, scrap = 0) => {
    const code = `P${peopleCount++}`;
    const person = await floor.call<{ id: number }>('/mes/system/basic/employee/save', {
      code,
      name: `Person ${code}`,
    });
    const started = await floor.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity: good + scrap,
      deviceId: (await machine()).id,
      people: [{ employeeId: person.id, ratio: 100 }],
      at: new Date(Date.now() - 120_000).toISOString(),
    });
    await floor.call('/mes/report/unfinished', {
      reportId: started.reportId,
      good,
      ...(scrap > 0 ? { scrap, errorClassId: await errorClass() } : {}),
    });
    return started.reportId;
  };
  let errors = 0;
  const errorClass = async () =>
    (
      await floor.call<{ id: number }>('/mes/system/classify/save', {
        classId: 'errorClass',
        code: `E${errors++}`,
        name: 'Burr',
      })
    ).id;

  it('planned today is what was missing this morning of all that is due by today; reporting moves the actual alone', async () => {
    const group = await floor.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'G1',
      name: 'Turning',
    });
    const order = await floor.order(10, [
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
    await plan(todayId, await day(0), group.id);
    await plan(overdueId, await day(-3), group.id);
    await plan(tomorrowId, await day(1), group.id);
    await plan(ungroupedId, await day(0), null);

    const figures = async () =>
      Object.fromEntries(
        (await form<Record<string, number>>('planActualToday')).rows.map((row) => [
          row.groupKey,
          [row.planned, row.actual, row.difference],
        ]),
      );
    expect(await figures()).toEqual({ [group.id]: [20, 0, -20], none: [10, 0, -10], total: [30, 0, -30] });

    const reportId = await make(todayId, 4);
    expect(await figures()).toEqual({ [group.id]: [20, 4, -16], none: [10, 0, -10], total: [30, 4, -26] });
    await make(todayId, 6);
    expect(await figures()).toMatchObject({ total: [30, 10, -20] });

    // Four of the pieces now count as made yesterday, so the plan of today no longer includes them.
    await sql`update work_report set started_at = started_at - interval '1 day', ended_at = ended_at - interval '1 day'
      where factory_id = ${floor.factoryId} and id = ${reportId}`.execute(floor.connection.db);
    expect(await figures()).toMatchObject({ [group.id]: [16, 6, -10], total: [26, 6, -20] });

    // Pieces of overdue processes and of processes that are not due yet count as made.
    await make(overdueId, 10);
    await make(tomorrowId, 3);
    expect(await figures()).toMatchObject({ [group.id]: [16, 19, 3] });

    const { version } = await floor.call<{ version: number }>('/mes/order/get', { id: order.id });
    await floor.call('/mes/order/suspend', { id: order.id, version });
    expect(await figures()).toEqual({ [group.id]: [0, 19, 19], total: [0, 19, 19] });
  });

  it('orders in hand come the latest first, and those completed today with them', async () => {
    const late = await floor.order(5, ['cut']);
    const later = await floor.order(5, ['cut']);
    const soon = await floor.order(5, ['cut']);
    const draft = await floor.call<{ id: number }>('/mes/order/save', {
      code: 'DRAFT',
      name: 'Draft',
      quantity: 1,
    });
    const due = async (id: number, date: string) =>
      void (await floor.connection.db
        .updateTable('workOrder')
        .set({ dueDate: date })
        .where('factoryId', '=', floor.factoryId)
        .where('id', '=', id)
        .execute());
    await due(late.id, await day(-2));
    await due(later.id, await day(-9));
    await due(soon.id, await day(3));
    await make(soon.processIds[0]!, 5);
    const { rows } = await form<Record<string, unknown>>('orderProgress');
    // The wall shows both figures: the days overdue so far, and the expected delay.
    expect(rows.find((row) => row.id === later.id)).toMatchObject({ lateDays: 9, expectedDelayDays: 9 });
    const mine = rows.filter((row) => [late.id, later.id, soon.id, draft.id].includes(row.id as number));
    expect(mine.map((row) => [row.id, row.lateDays, row.state, row.completedQuantity, row.progress])).toEqual(
      [
        [later.id, 9, 'released', 0, 0],
        [late.id, 2, 'released', 0, 0],
        [soon.id, 0, 'completed', 5, 100],
      ],
    );
    expect(await form('orderProgress', { limit: 1 })).toMatchObject({ rows: [{ id: later.id }] });
    await sql`update work_order set ended_at = ended_at - interval '1 day' where factory_id = ${floor.factoryId}`.execute(
      floor.connection.db,
    );
    expect((await form('orderProgress')).rows.map((row) => row.id)).not.toContain(soon.id);
  });

  it('the latest reports come newest first, without what was reversed', async () => {
    const order = await floor.order(8, ['drill']);
    const processId = order.processIds[0]!;
    const first = await make(processId, 2);
    const second = await make(processId, 1, 1);
    const { rows } = await form<Record<string, unknown>>('latestReports', { limit: 2 });
    expect(
      rows.map((row) => [row.id, row.processName, row.people, row.kind, row.good, row.scrap, row.seconds]),
    ).toEqual([
      [second, 'drill', `Person P${peopleCount - 1}`, 'unfinished', 1, 1, 120],
      [first, 'drill', `Person P${peopleCount - 2}`, 'unfinished', 2, 0, 120],
    ]);
    await floor.call('/mes/report/reverse', { reportId: second, reason: 'wrong' });
    const after = (await form('latestReports', { limit: 200 })).rows.map((row) => row.id);
    expect(after[0]).toBe(first);
    expect(after).not.toContain(second);
  });

  it('give rows of exactly their columns, with values of their fields and keys that tell them apart', async () => {
    const broken = await floor.call<{ id: number }>('/mes/system/classify/save', {
      classId: 'abnormalType',
      code: 'BROKEN',
      name: 'Tool broken',
    });
    await floor.call('/mes/andon/raise', { typeId: broken.id, deviceId: (await machine()).id, stops: true });
    let cells = 0;
    for (const report of reports) {
      const { rows, at } = await floor.call<ReportAnswer>(report.path, {});
      expect(Date.parse(at)).not.toBeNaN();
      expect({ name: report.name, empty: rows.length === 0 }).toEqual({ name: report.name, empty: false });
      expect(new Set(rows.map((row) => buildRowKey(report.rowKey, row))).size).toBe(rows.length);
      const fields = Object.fromEntries(
        Object.entries(report.columns).map(([name, column]) => [name, column.field]),
      );
      for (const row of rows) {
        expect(Object.keys(row).sort()).toEqual(Object.keys(report.columns).sort());
        expect({ row, problems: validateRecord(fields, row).problems }).toEqual({ row, problems: undefined });
        cells += Object.keys(row).length;
      }
    }
    expectItemsChecked('cells of reports', cells);
  });

  it('are shown to those who may see them, and described to them', async () => {
    const viewer = await floor.person('Viewer', ['REPORT_FORM_LATEST_REPORTS']);
    const described = await viewer.call<ReportDescriptor[]>('/mes/form/describe', {});
    expect(described.map((one) => one.path)).toEqual(['/mes/form/latestReports']);
    expect(described[0]).not.toHaveProperty('run');
    for (const report of reports) {
      const outcome = viewer.call(report.path, {}).then(
        () => 'seen',
        (error: { code: string }) => error.code,
      );
      expect(await outcome).toBe(report.path === '/mes/form/latestReports' ? 'seen' : 'noPermission');
    }
  });
});

describe('End to end', () => {
  describeForEachDatabase('from a report on the floor to the wall', (database) => {
    const closing = registerCloseCallbackList();

    it('moves every widget, and a log-out closes the wall', async () => {
      const server = await startTestServer(database);
      closing.push(() => server.close());
      const caller = await server.caller().logIn();
      const order = await caller.send<{ id: number; version: number }>('/mes/order/save', {
        code: 'W',
        name: 'W',
        quantity: 9,
      });
      const part = await caller.send<{ id: number }>('/mes/order/part/save', {
        orderId: order.id,
        code: 'P',
        name: 'P',
        quantity: 9,
      });
      const craft = await caller.send<{ id: number }>('/mes/system/basic/crafts/save', {
        code: 'K',
        name: 'K',
      });
      const process = await caller.send<{ id: number }>('/mes/process/save', {
        partId: part.id,
        seq: 10,
        craftId: craft.id,
      });
      await caller.send('/mes/order/release', { id: order.id, version: order.version });
      const wall = await openScreen(server.url, caller.token!);
      closing.push(wall.close);
      for (const report of reports) expect(await wall.watch(report.path)).toMatchObject({ ok: true });

      const at = new Date(Date.now() - 300_000).toISOString();
      const { reportId } = await caller.send<{ reportId: number }>('/mes/report/start', {
        processId: process.id,
        quantity: 9,
        at,
      });
      const seen = (path: string) => wall.frames.find((frame) => frame.source.includes(path));
      await waitUntil('the latest reports', () => seen('latestReports') !== undefined);
      wall.frames.length = 0;
      await caller.send('/mes/report/finish', { reportId, good: 9 });
      // A late frame may still show the start, so look for the expected row in every frame.
      const after = (path: string, holds: (row: ReportRow) => boolean) =>
        wall.frames
          .filter((frame) => frame.source.includes(path))
          .flatMap((frame) => frame.upsert as ReportRow[])
          .find(holds);
      await waitUntil(
        'plan and actual',
        () => after('planActualToday', (row) => row.actual === 9) !== undefined,
      );
      await waitUntil(
        'the progress',
        () => after('orderProgress', (row) => row.progress === 100) !== undefined,
      );
      expect(after('planActualToday', (row) => row.groupKey === 'total')).toEqual({
        groupKey: 'total',
        groupName: null,
        planned: 0,
        plannedNow: 0,
        actual: 9,
        difference: 9,
        differenceNow: 9,
      });
      await caller.send('/mes/login/logout');
      await waitUntil('it is closed', () => wall.socket.disconnected);
      expect(wall.revoked).toEqual(['notSignedIn']);
    });
  });
});
