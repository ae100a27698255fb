import { beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { reports } from '#server/reports/index.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

const ZONE = 'Asia/Shanghai';
const TODAY = toLocalDay(ZONE, Date.now());
const WORK_DAY = addDays(TODAY, -3);
const PERIOD = { from: addDays(TODAY, -6), to: TODAY };
const BASIC_DATA_PATH = '/mes/system/basic';

/** The calls of the reports about past work, with their parameters. */
const REPORT_CALLS: readonly [string, Record<string, unknown>][] = [
  ['employeeDailyDetails', PERIOD],
  ['employeeDailyReports', PERIOD],
  ['deviceDailyDetails', PERIOD],
  ['deviceDailyReports', PERIOD],
  ['costReportDetails', PERIOD],
  ['qualitySummaryMonthly', { month: PERIOD.to, monthCount: 2 }],
  ['qualityAnalysisReport', PERIOD],
  ['qualityTrend', PERIOD],
  ['qualityMatrix', PERIOD],
  ['firstPassYieldByDay', {}],
  ['defectPareto', {}],
  ['outputByPerson', { period: 'lastSevenDays' }],
  ['outputByDay', { dayCount: 7 }],
  ...['workGroup', 'employee', 'device'].flatMap((rankedBy) =>
    ['good', 'scrapRate', 'stopTime'].map((measure): [string, Record<string, unknown>] => [
      'ranking',
      { rankedBy, measure, days: 7 },
    ]),
  ),
];

/**
 * The reports about the present: planned, open or due work, the current calendar, or rows whose figures do not depend
 * on master data.
 */
const REPORTS_OF_THE_PRESENT = [
  'callsByHour',
  'capacityLoad',
  'controlChartPoints',
  'currentShift',
  'customerKanban',
  'deviceStates',
  'deviceTimeline',
  // The planned time of a device also counts days without a report, so it comes from the calendar.
  'equipmentEffectiveness',
  'exceptionsWaiting',
  'gaugeRecall',
  'gaugesDue',
  'groupQueue',
  'lastComplaint',
  'lateMeasures',
  'lateOrders',
  'latestReports',
  'machineSchedule',
  'monitoredCharacteristics',
  'openAlarms',
  'openCalls',
  'orderFlow',
  'orderProgress',
  'orderSchedule',
  'outputByGroup',
  'outputByHour',
  'outsourcingOut',
  'partProcessSchedule',
  'partWarehouseStatus',
  'planActualToday',
  'planAdherence',
  'processKanban',
  'projectProductionTracking',
  'qualityReportForm',
  'stopPareto',
  'supplierScorecard',
  'warehouseReceipts',
  'workshopProductionTracking',
  'workCounts',
];

describeForEachDatabase('A change of a master', (database) => {
  let factory: TestFactory;
  let codeCount = 0;
  const saveRecord = async (path: string, fields: Record<string, unknown>) =>
    (await factory.call<{ id: number }>(`${path}/save`, fields)).id;
  const saveWithCode = (path: string, fields: Record<string, unknown>) =>
    saveRecord(path, { code: `F${codeCount++}`, ...fields });
  const changeRecord = async (path: string, id: number, fields: Record<string, unknown>) => {
    const { version } = await factory.call<{ version: number }>(`${path}/get`, { id });
    await factory.call(`${path}/save`, { id, version, ...fields });
  };
  const readReports = async () => {
    const answers: [string, Record<string, unknown>, unknown[]][] = [];
    for (const [name, fields] of REPORT_CALLS)
      answers.push([
        name,
        fields,
        (await factory.call<{ rows: unknown[] }>(`/mes/form/${name}`, fields)).rows,
      ]);
    return answers;
  };

  const makeShifts = (startsAt: string, endsAt: string, breakAt: string, rate: number) => ({
    shifts: [{ name: 'Day', startsAt, endsAt, rate }],
    breaks: [{ startsAt: `${breakAt}:00`, endsAt: `${breakAt}:30` }],
  });
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    ids['machining'] = await saveWithCode(`${BASIC_DATA_PATH}/department`, { name: 'Machining' });
    ids['assembly'] = await saveWithCode(`${BASIC_DATA_PATH}/department`, { name: 'Assembly' });
    ids['milling'] = await saveWithCode(`${BASIC_DATA_PATH}/group`, {
      name: 'Milling',
      departmentId: ids['machining'],
    });
    ids['grinding'] = await saveWithCode(`${BASIC_DATA_PATH}/group`, {
      name: 'Grinding',
      departmentId: ids['assembly'],
    });
    const validFrom = '2026-01-01';
    ids['gradeA'] = await saveWithCode(`${BASIC_DATA_PATH}/wageGrade`, {
      name: 'A',
      rates: [{ validFrom, hourRate: 24 }],
    });
    ids['gradeB'] = await saveWithCode(`${BASIC_DATA_PATH}/wageGrade`, {
      name: 'B',
      rates: [{ validFrom, hourRate: 20 }],
    });
    ids['costType'] = await saveWithCode(`${BASIC_DATA_PATH}/costType`, {
      name: 'Machining',
      rates: [{ validFrom, deviceHourRate: 60, manHourRate: 30 }],
    });
    for (const [name, wageGradeId] of [
      ['wang', ids['gradeA']],
      ['li', ids['gradeB']],
    ] as const)
      ids[name] = await saveWithCode(`${BASIC_DATA_PATH}/employee`, {
        name,
        departmentId: ids['machining'],
        workGroupId: ids['milling'],
        wageGradeId,
      });
    ids['mill'] = await saveWithCode(`${BASIC_DATA_PATH}/device`, {
      name: 'Mill',
      workGroupId: ids['milling'],
      normalCapacity: 16,
    });
    ids['classTable'] = await saveWithCode('/mes/system/classTable', {
      name: 'Shifts',
      ...makeShifts('08:00', '16:00', '12', 1),
    });
    ids['roster'] = await saveRecord('/mes/system/roster', { classTableId: ids['classTable'], validFrom });
    const craft = {
      costTypeId: ids['costType'],
      deviceMinutes: 10,
      manMachineRatio: 0.5,
      piecePrices: [{ validFrom, price: 6 }],
    };
    const { processIds } = await factory.createOrder(100, [
      { name: 'By time', ...craft, wageCalculationType: 'byTime' },
      { name: 'By piece', ...craft, wageCalculationType: 'byPiece', leapfrogAllowed: true },
      { name: 'By hours', ...craft, wageCalculationType: 'byStandardHours', leapfrogAllowed: true },
    ]);
    const people = [
      { employeeId: ids['wang'], ratio: 60 },
      { employeeId: ids['li'], ratio: 40 },
    ];
    const rows = processIds.flatMap((processId, index) =>
      ['run', 'preparation', 'stop'].map((phase, hour) => ({
        line: index * 3 + hour + 1,
        processId,
        deviceId: ids['mill'],
        people,
        phase,
        startedAt: `${WORK_DAY}T${String(8 + index * 3 + hour).padStart(2, '0')}:00`,
        endedAt: `${WORK_DAY}T${String(8 + index * 3 + hour).padStart(2, '0')}:45`,
        ...(phase === 'run' ? { good: 9, scrap: 1 } : {}),
      })),
    );
    const { verdicts } = await factory.call<{ verdicts: { ok: boolean }[] }>('/mes/report/import', {
      source: 'kept',
      rows: JSON.stringify(rows),
    });
    expect(verdicts.filter((verdict) => !verdict.ok)).toEqual([]);
  });

  it('is covered by this test for every report', () => {
    const coveredReports = new Set([...REPORT_CALLS.map(([name]) => name), ...REPORTS_OF_THE_PRESENT]);
    expect(reports.map(({ name }) => name).filter((name) => !coveredReports.has(name))).toEqual([]);
  });

  it('changes no figure of a past report', async () => {
    const before = await readReports();
    for (const [name, , rows] of before) expect([name, rows.length > 0]).toEqual([name, true]);
    const validFrom = '2026-01-01';
    const changes: [string, string, Record<string, unknown>][] = [
      [
        'wang',
        `${BASIC_DATA_PATH}/employee`,
        { departmentId: ids['assembly'], workGroupId: ids['grinding'], wageGradeId: ids['gradeB'] },
      ],
      ['milling', `${BASIC_DATA_PATH}/group`, { departmentId: ids['assembly'], staff: [], equipment: [] }],
      ['mill', `${BASIC_DATA_PATH}/device`, { workGroupId: ids['grinding'], normalCapacity: 2 }],
      ['gradeA', `${BASIC_DATA_PATH}/wageGrade`, { rates: [{ validFrom, hourRate: 99 }] }],
      [
        'costType',
        `${BASIC_DATA_PATH}/costType`,
        { rates: [{ validFrom, deviceHourRate: 1, manHourRate: 2 }] },
      ],
      ['classTable', '/mes/system/classTable', makeShifts('17:00', '23:00', '18', 2)],
    ];
    for (const [name, path, fields] of changes) {
      await changeRecord(path, ids[name]!, fields);
      expect([name, await readReports()]).toEqual([name, before]);
    }
    const crafts = await factory.call<{ id: number }[]>(`${BASIC_DATA_PATH}/crafts/list`, {});
    for (const { id } of crafts)
      await changeRecord(`${BASIC_DATA_PATH}/crafts`, id, {
        wageCalculationType: 'noWage',
        costTypeId: null,
        deviceMinutes: 77,
        piecePrices: [{ validFrom, price: 1 }],
      });
    expect(['crafts', await readReports()]).toEqual(['crafts', before]);
    const { rows: processes } = await factory.call<{ rows: { id: number }[] }>('/mes/process/page', {});
    for (const { id } of processes)
      await changeRecord('/mes/process', id, {
        deviceMinutes: 55,
        manMinutes: 44,
        manMachineRatio: 3,
        preparationMinutes: 33,
        workGroupId: ids['grinding'],
      });
    expect(['processes', await readReports()]).toEqual(['processes', before]);
    await saveRecord('/mes/system/holiday', { kind: 'statutory', date: WORK_DAY, name: 'Feast' });
    expect(['holiday', await readReports()]).toEqual(['holiday', before]);
    await factory.call('/mes/system/roster/delete', { ids: [ids['roster']] });
    expect(['roster', await readReports()]).toEqual(['roster', before]);
    expectItemsChecked('kinds of masters changed', changes.length + 4);
  });

  it('is shown by the name of what did the work, without other figures', async () => {
    const readRows = async () =>
      (
        await factory.call<{ rows: Record<string, unknown>[] }>('/mes/form/employeeDailyDetails', {
          ...PERIOD,
          employeeId: ids['wang'],
        })
      ).rows;
    const before = await readRows();
    await changeRecord(`${BASIC_DATA_PATH}/employee`, ids['wang']!, { name: 'Wang the second' });
    expect(await readRows()).toEqual(before.map((row) => ({ ...row, employeeName: 'Wang the second' })));
  });

  it('cannot change what a report has kept', async () => {
    const { db } = factory.connection;
    for (const table of ['work_report_snapshot', 'work_report_person_snapshot']) {
      await expect(sql`update ${sql.table(table)} set seconds = 0`.execute(db)).rejects.toThrow(
        'append-only',
      );
      await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('append-only');
    }
  });
});
