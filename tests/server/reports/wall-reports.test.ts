import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { setZoneToNoon, type NoonClock } from '#tests/support/noon.ts';

interface GroupOutput {
  groupName: string | null;
  planned: number;
  good: number;
  scrap: number;
}
interface ShiftRow {
  shiftName: string | null;
  workDay: string;
  startsAt: string;
  endsAt: string;
  hasBegun: boolean;
  planned: number;
  plannedNow: number;
  actual: number;
  difference: number;
  scrap: number;
  scrapRate: number | null;
  taktSeconds: number | null;
  actualTaktSeconds: number | null;
}
interface PlanRow {
  groupKey: string;
  groupName: string | null;
  planned: number;
  plannedNow: number;
  actual: number;
  difference: number;
  differenceNow: number;
}

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const HOUR_MS = 3_600_000;

describeForEachDatabase('Output and shift on the wall', (database) => {
  let factory: TestFactory;
  let noon: NoonClock;
  let codeCount = 0;
  beforeEach(async () => {
    factory = await createTestFactory(await database.open());
    noon = await setZoneToNoon(factory);
  });

  const readReportRows = async <R>(name: string) =>
    (await factory.call<{ rows: R[] }>(`/mes/form/${name}`, {})).rows;
  const saveRecord = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, { code: `W${codeCount++}`, ...fields })).id;
  const planProcess = (processId: number, workGroupId: number | null, plannedEnd: string) =>
    factory.connection.db
      .updateTable('process')
      .set({ plannedEnd, workGroupId })
      .where('factoryId', '=', factory.factoryId)
      .where('id', '=', processId)
      .execute();
  /** Reports pieces by a new person; the report ended this many hours ago. */
  const reportPieces = async (processId: number, good: number, scrap = 0, hoursAgo = 0) => {
    const { employeeId } = await factory.createPerson('Hand', []);
    const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity: good + scrap,
      people: [{ employeeId, ratio: 100 }],
      at: new Date(Date.now() - 120_000).toISOString(),
    });
    const errorClassId = await saveRecord('/mes/system/classify', { classId: 'errorClass', name: 'Burr' });
    await factory.call('/mes/report/unfinished', {
      reportId,
      good,
      ...(scrap > 0 ? { scrap, errorClassId } : {}),
    });
    await sql`update work_report set started_at = started_at - make_interval(hours => ${hoursAgo}),
        ended_at = ended_at - make_interval(hours => ${hoursAgo})
      where factory_id = ${factory.factoryId} and id = ${reportId}`.execute(factory.connection.db);
    return reportId;
  };
  const makeRosterWithShifts = async (
    shifts: { name: string; from: number; until: number }[],
    extraFields = {},
  ) => {
    const classTableId = await saveRecord('/mes/system/classTable', {
      name: 'Shifts',
      shifts: shifts.map(({ name, from, until }) => ({
        name,
        startsAt: noon.getLocalTime(from).slice(11, 16),
        endsAt: noon.getLocalTime(until).slice(11, 16),
        ...Object.fromEntries(EVERY_DAY.map((day) => [day, true])),
        rate: 1,
      })),
      breaks: [],
    });
    await factory.call('/mes/system/roster/save', { classTableId, validFrom: '2026-01-01', ...extraFields });
  };

  test('every group has its good, its scrap and its plan of today, and agrees with plan and actual', async () => {
    const turningGroupId = await saveRecord('/mes/system/basic/group', { name: 'Turning' });
    const millingGroupId = await saveRecord('/mes/system/basic/group', { name: 'Milling' });
    const { processIds } = await factory.createOrder(20, ['a', 'b', 'c', 'd']);
    const [firstProcessId, secondProcessId, thirdProcessId, fourthProcessId] = processIds as [
      number,
      number,
      number,
      number,
    ];
    await factory.connection.db.updateTable('process').set({ leapfrog: true }).execute();
    await planProcess(firstProcessId, turningGroupId, noon.today());
    await planProcess(secondProcessId, millingGroupId, noon.today());
    await planProcess(thirdProcessId, millingGroupId, '2099-01-01');
    await planProcess(fourthProcessId, null, '2099-01-01');
    await reportPieces(firstProcessId, 12, 3);
    await reportPieces(secondProcessId, 5);
    await reportPieces(thirdProcessId, 4, 1);
    const reversedReportId = await reportPieces(secondProcessId, 1);
    await factory.call('/mes/report/reverse', { reportId: reversedReportId, reason: 'Counted twice' });
    // Turning had 20 pieces to make and scrapped three, so 17 remain for milling.
    expect(
      (await readReportRows<GroupOutput>('outputByGroup')).map(({ groupName, planned, good, scrap }) => [
        groupName,
        planned,
        good,
        scrap,
      ]),
    ).toEqual([
      ['Turning', 20, 12, 3],
      ['Milling', 17, 9, 1],
    ]);
    const planRows = await readReportRows<{ groupName: string | null; planned: number; actual: number }>(
      'planActualToday',
    );
    for (const group of await readReportRows<GroupOutput>('outputByGroup')) {
      const planRow = planRows.find((row) => row.groupName === group.groupName)!;
      expect([group.planned, group.good]).toEqual([planRow.planned, planRow.actual]);
    }
  });

  const readPlanByGroup = async () =>
    new Map(
      (await readReportRows<PlanRow>('planActualToday')).map((row) => [row.groupName ?? row.groupKey, row]),
    );

  test('the day’s actual is compared with what is planned by now, by the working time that has passed', async () => {
    // The time in which the shifts of the two groups overlap counts once: 6 of 10 working hours have passed.
    const turningGroupId = await saveRecord('/mes/system/basic/group', { name: 'Turning' });
    const millingGroupId = await saveRecord('/mes/system/basic/group', { name: 'Milling' });
    await makeRosterWithShifts([{ name: 'Early', from: -6, until: -1 }], { workGroupId: turningGroupId });
    await makeRosterWithShifts([{ name: 'Late', from: -2, until: 4 }], { workGroupId: millingGroupId });
    const { processIds } = await factory.createOrder(120, ['a']);
    await planProcess(processIds[0]!, null, noon.today());
    await reportPieces(processIds[0]!, 30);
    const total = (await readPlanByGroup()).get('total')!;
    expect([total.planned, total.actual, total.difference]).toEqual([120, 30, -90]);
    expect(Math.abs(total.plannedNow - 72)).toBeLessThanOrEqual(1);
    expect(total.differenceNow).toBe(30 - total.plannedNow);
  });

  test('without a roster the plan by now follows the hours of the day', async () => {
    const { processIds } = await factory.createOrder(240, ['a']);
    await planProcess(processIds[0]!, null, noon.today());
    const total = (await readPlanByGroup()).get('total')!;
    const hour = Number(noon.getLocalTime(0).slice(11, 13)) + Number(noon.getLocalTime(0).slice(14, 16)) / 60;
    expect(Math.abs(total.plannedNow - 10 * hour)).toBeLessThanOrEqual(1);
    expect(total.differenceNow).toBe(-total.plannedNow);
  });

  test('the plan by now of a group follows its own roster, and that of the factory is the sum of its groups', async () => {
    const turningGroupId = await saveRecord('/mes/system/basic/group', { name: 'Turning' });
    const millingGroupId = await saveRecord('/mes/system/basic/group', { name: 'Milling' });
    const { processIds } = await factory.createOrder(100, ['a', 'b']);
    await factory.connection.db.updateTable('process').set({ leapfrog: true }).execute();
    await planProcess(processIds[0]!, turningGroupId, noon.today());
    await planProcess(processIds[1]!, millingGroupId, noon.today());
    await makeRosterWithShifts([{ name: 'Day', from: -4, until: 4 }]);
    await makeRosterWithShifts([{ name: 'Over', from: -6, until: -2 }], { workGroupId: turningGroupId });
    const planByGroup = await readPlanByGroup();
    expect(planByGroup.get('Turning')!.plannedNow).toBe(100);
    expect(Math.abs(planByGroup.get('Milling')!.plannedNow - 50)).toBeLessThanOrEqual(1);
    expect(planByGroup.get('total')!.plannedNow).toBe(100 + planByGroup.get('Milling')!.plannedNow);
  });

  test('on a day without a shift nothing is planned by now', async () => {
    await makeRosterWithShifts([{ name: 'Day', from: -4, until: 4 }]);
    await factory.call('/mes/system/holiday/save', { kind: 'statutory', date: noon.today(), name: 'Rest' });
    const { processIds } = await factory.createOrder(50, ['a']);
    await planProcess(processIds[0]!, null, noon.today());
    expect((await readPlanByGroup()).get('total')).toMatchObject({
      planned: 50,
      plannedNow: 0,
      differenceNow: 0,
    });
  });

  test('the shift has its scrap rate and its takt, planned and actual', async () => {
    await makeRosterWithShifts([{ name: 'Day', from: -4, until: 4 }]);
    const { processIds } = await factory.createOrder(480, ['a']);
    const [before] = await readReportRows<ShiftRow>('currentShift');
    expect([before!.scrapRate, before!.taktSeconds, before!.actualTaktSeconds]).toEqual([null, null, null]);
    await planProcess(processIds[0]!, null, before!.workDay);
    await reportPieces(processIds[0]!, 39, 1);
    const [shift] = await readReportRows<ShiftRow>('currentShift');
    // 480 pieces are planned for 8 hours: one in 60 seconds. 39 good pieces were made in about 4 hours.
    expect([shift!.scrapRate, shift!.taktSeconds]).toEqual([2.5, 60]);
    const passedSeconds = (Date.now() - Date.parse(shift!.startsAt)) / 1000;
    expect(Math.abs(shift!.actualTaktSeconds! - passedSeconds / 39)).toBeLessThan(2);
  });

  test('without a roster the shift is the calendar day', async () => {
    const { processIds } = await factory.createOrder(24, ['a']);
    await planProcess(processIds[0]!, null, noon.today());
    await reportPieces(processIds[0]!, 4, 1);
    const [shift, ...otherShifts] = await readReportRows<ShiftRow>('currentShift');
    expect(otherShifts).toEqual([]);
    expect(shift).toMatchObject({ shiftName: null, workDay: noon.today(), hasBegun: true, planned: 24 });
    expect(Date.parse(shift!.endsAt) - Date.parse(shift!.startsAt)).toBe(24 * HOUR_MS);
    const passedShare = (Date.now() - Date.parse(shift!.startsAt)) / (24 * HOUR_MS);
    expect(Math.abs(shift!.plannedNow - 24 * passedShare)).toBeLessThanOrEqual(1);
    expect([shift!.actual, shift!.scrap]).toEqual([4, 1]);
    expect(shift!.difference).toBe(shift!.actual - shift!.plannedNow);
  });

  test('the plan of the day is shared over its shifts by their length, and by the time that has passed', async () => {
    await makeRosterWithShifts([
      { name: 'Early', from: -8, until: -4 },
      { name: 'Middle', from: -4, until: 4 },
    ]);
    const { processIds } = await factory.createOrder(120, ['a']);
    const [processId] = processIds as [number];
    const before = await readReportRows<ShiftRow>('currentShift');
    expect(before.map((row) => [row.shiftName, row.hasBegun])).toEqual([['Middle', true]]);
    await planProcess(processId, null, before[0]!.workDay);
    await reportPieces(processId, 6, 0, 5);
    await reportPieces(processId, 21, 2, 1);
    // 120 pieces were open when the day began. This shift has 8 of the 12 working hours of the day, so 80 pieces are
    // planned. Half of the shift has passed.
    const [shift] = await readReportRows<ShiftRow>('currentShift');
    expect(shift!.planned).toBe(80);
    expect(Math.abs(shift!.plannedNow - 40)).toBeLessThanOrEqual(1);
    expect([shift!.actual, shift!.scrap]).toEqual([21, 2]);
    expect(shift!.difference).toBe(21 - shift!.plannedNow);
  });

  test('between two shifts the next one is shown', async () => {
    await makeRosterWithShifts([
      { name: 'Early', from: -8, until: -2 },
      { name: 'Late', from: 2, until: 9 },
    ]);
    const [shift] = await readReportRows<ShiftRow>('currentShift');
    expect(shift).toMatchObject({ shiftName: 'Late', hasBegun: false, plannedNow: 0, actual: 0 });
    expect(Math.abs(Date.parse(shift!.startsAt) - Date.now() - 2 * HOUR_MS)).toBeLessThan(61_000);
  });

  test('if only a group is rostered, its shift counts; the shift of a person never does', async () => {
    const { employeeId } = await factory.createPerson('Night owl', []);
    const groupId = await saveRecord('/mes/system/basic/group', { name: 'Turning' });
    await makeRosterWithShifts([{ name: 'Own', from: -1, until: 1 }], { employeeId });
    expect((await readReportRows<ShiftRow>('currentShift')).map((row) => row.shiftName)).toEqual([null]);
    await makeRosterWithShifts([{ name: 'Group', from: -3, until: 3 }], { workGroupId: groupId });
    expect((await readReportRows<ShiftRow>('currentShift')).map((row) => row.shiftName)).toEqual(['Group']);
    await makeRosterWithShifts([{ name: 'All', from: -5, until: 5 }]);
    expect((await readReportRows<ShiftRow>('currentShift')).map((row) => row.shiftName)).toEqual(['All']);
  });
});
