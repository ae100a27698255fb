import { beforeAll, expect, test } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { getDetailsHref } from '#client/crud/report/report-rows.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { PARETO_GROUPINGS } from '#server/reports/pareto-values.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type CallFunction } from '#tests/support/floor.ts';
import { BAD_VALUES, GOOD_VALUES, makeInspectionCalls } from '#tests/support/inspection-floor.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { finishWork } from '#tests/support/reports.ts';

const TODAY = toLocalDay('Asia/Shanghai', Date.now());
const findReport = (name: string) => reportDescriptors.find((report) => (report.name as string) === name)!;

describeForEachDatabase('The reports of quality', (database) => {
  let quality: QualityFactory;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
  });
  const readRows = async (
    name: string,
    fields: Record<string, unknown> = {},
    call: CallFunction = quality.factory.call,
  ) => (await call<{ rows: ReportRow[] }>(`/mes/form/${name}`, { ...fields })).rows;
  const readMonth = async () =>
    (await readRows('qualitySummaryMonthly')).find((row) => row['rowKey'] === 'total')!;
  const readPieces = async (by: string) => {
    const rows = await readRows('qualityAnalysisReport', { by });
    return rows.map(({ reportedPieces, exceptionPieces }) => [reportedPieces, exceptionPieces]);
  };
  /** Finishes an exception for scrap of a report. */
  const finishException = async (fields: Record<string, unknown> = {}) => {
    const order = await quality.work({ good: 6, scrap: 2 });
    const exception = await quality.raise(order, { source: 'scrap', reportId: order.reportId });
    await quality.determine(exception, fields);
    await quality.sign(exception);
    await quality.trace(exception, fields);
    await quality.sign(exception);
    return { order, exception };
  };

  test('count a scrapped piece once, although an exception holds it and scraps it again', async () => {
    const order = await quality.work({ good: 6, scrap: 2 });
    expect(await readMonth()).toMatchObject({ produced: 8, scrap: 2, scrapRatio: 25, firstPassYield: 75 });
    const exception = await quality.raise(order, { source: 'scrap', reportId: order.reportId });
    expect(await readMonth()).toMatchObject({ scrap: 0, raised: 1, openAtEnd: 1 });
    await quality.determine(exception, { scrap: 1, rework: 1 });
    await quality.sign(exception);
    const expectedFigures = { produced: 8, scrap: 1, rework: 1, firstPassYield: 75 };
    expect(await readMonth()).toMatchObject(expectedFigures);
    // Reworked pieces do not count as produced again.
    const { reportId } = await quality.factory.call<{ reportId: number }>('/mes/report/start', {
      ...{ processId: order.processId, quantity: 1, isRework: true },
      people: [{ employeeId: quality.culprit.employeeId, ratio: 100 }],
      at: new Date(Date.now() - 5 * 60_000).toISOString(),
    });
    await finishWork(quality.factory.call, reportId, 1);
    expect(await readMonth()).toMatchObject(expectedFigures);
  });

  test('count bad pieces under the exception that holds them, until it is cancelled', async () => {
    const order = await quality.work({ good: 6, scrap: 2 });
    const [[reportedBefore, heldBefore] = []] = await readPieces('part');
    const exception = await quality.raise(order, { source: 'scrap', reportId: order.reportId });
    const addToFigure = (figure: unknown, difference: number) => Number(figure) + difference;
    expect((await readPieces('part'))[0]).toEqual([
      addToFigure(reportedBefore, -2),
      addToFigure(heldBefore, 2),
    ]);
    await quality.cancel(exception);
    expect((await readPieces('part'))[0]).toEqual([reportedBefore, heldBefore]);
    // The exception on these scrapped pieces names no report, so the pieces still count under the reports
    // that scrapped them.
    await quality.raise(order, { source: 'scrap' });
    expect((await readPieces('part'))[0]).toEqual([reportedBefore, heldBefore]);
  });

  test('divide bad pieces among the responsible people, whom only QUALITY_PUNISH shows', async () => {
    const { culprit, signer } = quality;
    await finishException({
      people: [
        { type: 'factoryStaff', employeeId: culprit.employeeId, ratio: 75 },
        { type: 'factoryStaff', employeeId: signer.employeeId, ratio: 25 },
      ],
    });
    const rows = await readRows('qualityAnalysisReport', { by: 'responsiblePeople' });
    const findPieces = (name: string) => rows.find((row) => row['valueName'] === name)?.['exceptionPieces'];
    expect(findPieces('Sun Bo')).toBeGreaterThanOrEqual(1.5);
    expect(findPieces('Liu Yang')).toBe(0.5);
    const reader = await quality.addPerson('Reader', ['REPORT_FORM_QUALITY_ANALYSIS_REPORT']);
    const fields = { by: 'responsiblePeople' };
    expect(await readRefusalCode(readRows('qualityAnalysisReport', fields, reader.call))).toBe(
      'noPermission',
    );
    expect(await readRows('qualityAnalysisReport', {}, reader.call)).not.toEqual([]);
  });

  test('name the supplier who is responsible', async () => {
    const { id: supplierId } = await quality.factory.call<{ id: number }>('/mes/system/basic/supplier/save', {
      code: 'S-CAST',
      shortName: 'Foundry',
    });
    const people = [{ type: 'supplier', supplierId, ratio: 100 }];
    await finishException({ people });
    expect(await readRows('qualityAnalysisReport', { by: 'supplier' })).toMatchObject([
      { valueName: 'Foundry', exceptionCount: 1, badPieces: 2, share: 100, cumulatedShare: 100 },
    ]);
  });

  test('count the error classes below a group with it, and lead from the group to these', async () => {
    const addClass = async (name: string, parentId: number | null) =>
      (
        await quality.factory.call<{ id: number }>('/mes/system/classify/save', {
          ...{ classId: 'errorClass', code: name, name, parentId },
        })
      ).id;
    const surface = await addClass('Surface', null);
    const scratch = await addClass('Scratch', surface);
    const deepScratch = await addClass('Deep scratch', scratch);
    for (const errorClassId of [surface, scratch, deepScratch])
      await quality.raise(await quality.work({ good: 6 }), { errorClassId });
    const readGroups = async (underClassId?: number) => {
      const rows = await readRows('qualityAnalysisReport', {
        by: 'errorClassGroup',
        ...(underClassId ? { underClassId } : {}),
      });
      return rows.map(({ valueName, exceptionCount, classesBelow }) => [
        valueName,
        exceptionCount,
        classesBelow,
      ]);
    };
    expect(await readGroups()).toContainEqual(['Surface', 3, 1]);
    expect(await readGroups(surface)).toEqual([
      ['Scratch', 2, 1],
      ['Surface', 1, 0],
    ]);
    expect(await readGroups(deepScratch)).toEqual([['Deep scratch', 1, 0]]);
    const exceptionsInGroup = await readRows('qualityReportForm', { errorClassGroupId: scratch });
    expect(exceptionsInGroup.length).toBe(2);
    const ringClass = { id: surface, version: 1, parentId: deepScratch };
    expect(await readRefusalCode(quality.factory.call('/mes/system/classify/save', ringClass))).toBe(
      'cyclicParent',
    );
  });

  test.each(PARETO_GROUPINGS)(
    'lead from bad pieces by %s to as many exceptions as they count',
    async (by) => {
      const rows = await readRows('qualityAnalysisReport', { by });
      const report = findReport('qualityAnalysisReport');
      for (const row of rows.filter(({ valueKey }) => valueKey !== '')) {
        const query = new URLSearchParams(getDetailsHref(report, row)!.split('?')[1]);
        const exceptions = await readRows('qualityReportForm', Object.fromEntries(query));
        const uncancelledExceptions = exceptions.filter(({ state }) => state !== 'cancelled');
        expect([by, row['valueName'], uncancelledExceptions.length]).toEqual([
          by,
          row['valueName'],
          row['exceptionCount'],
        ]);
      }
      expect(by === 'customer' || rows.some(({ exceptionCount }) => Number(exceptionCount) > 0)).toBe(true);
    },
  );

  test('agree with each other: the trend with the month, the matrix with the error classes', async () => {
    const month = await readMonth();
    const days = await readRows('qualityTrend', {
      from: `${TODAY.slice(0, 8)}01`,
      to: TODAY,
      trendStep: 'eachDay',
    });
    const sum = (rows: ReportRow[], name: string) =>
      rows.reduce((total, row) => total + Number(row[name]), 0);
    for (const name of ['produced', 'scrap', 'rework', 'raised', 'finished', 'lostHours'])
      expect([name, sum(days, name)]).toEqual([name, month[name]]);
    const classes = await readRows('qualityAnalysisReport', { by: 'errorClass' });
    const pieces = sum(classes, 'badPieces');
    expect(pieces).toBeGreaterThan(0);
    for (const name of ['qualityMatrix', 'defectPareto'])
      expect([name, sum(await readRows(name), 'badPieces')]).toEqual([name, pieces]);
    const yields = await readRows('firstPassYieldByDay', { days: 1 });
    const today = days.at(-1)!['firstPassYield'];
    expect(yields.map((row) => row['firstPassYield'])).toEqual([today, today]);
  });

  test('show every week of a period, also one without work', async () => {
    const rows = await readRows('qualityTrend', { from: addDays(TODAY, -27), to: TODAY });
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(rows[0]).toMatchObject({ firstDay: addDays(TODAY, -27), produced: 0, firstPassYield: null });
    expect(rows.at(-1)!['lastDay']).toBe(TODAY);
  });

  test('count the days since a customer last complained, unless the complaint was cancelled', async () => {
    expect(await readRows('lastComplaint')).toMatchObject([{ days: null, complainedAt: null }]);
    const order = await quality.work({ good: 6 });
    const exception = await quality.raise(order, { customerComplaint: true, quantity: 1 });
    const { code } = await quality.read(exception);
    expect(await readRows('lastComplaint')).toMatchObject([{ days: 0, exceptionCode: code }]);
    await quality.cancel(exception);
    expect(await readRows('lastComplaint')).toMatchObject([{ days: null }]);
  });

  test('score a supplier by failed lots, exceptions and late returns', async () => {
    const { call } = quality.factory;
    const [scorecard] = await readRows('supplierScorecard');
    expect(scorecard).toMatchObject({
      supplierName: 'Foundry',
      exceptionCount: 1,
      badPieces: 2,
      inspectedLots: 0,
    });
    expect(scorecard).toMatchObject({ lotPassRate: null, ordersDue: 0, onTimeRate: null });
    const { supplierId } = scorecard!;
    const { addInspectedProcess, begin, enter, conclude } = makeInspectionCalls(quality.factory);
    const process = await addInspectedProcess([{ inspectionKind: 'incoming', sampling: 'sampleAll' }]);
    for (const values of [GOOD_VALUES, GOOD_VALUES, BAD_VALUES]) {
      const inspection = await begin(process, { inspectionKind: 'incoming', supplierId });
      await enter(inspection, values);
      await conclude(inspection);
    }
    const { processIds } = await quality.factory.createOrder(4, ['Plating']);
    const [processId] = processIds;
    await call('/mes/report/receive', { processId, quantity: 4 });
    const order = await call<{ id: number; version: number }>('/mes/outsourcing/create', {
      ...{ code: 'O-LATE', supplierId, expectedDate: addDays(TODAY, -1) },
      items: [{ processId, quantity: 4 }],
    });
    // The outsourcing order is still a draft, so nothing is due.
    expect((await readRows('supplierScorecard', { supplierId }))[0]).toMatchObject({ ordersDue: 0 });
    await call('/mes/outsourcing/send', {
      ...{ id: order.id, version: order.version },
      items: [{ processId, quantity: 4 }],
    });
    expect(await readRows('supplierScorecard', { supplierId })).toMatchObject([
      { inspectedLots: 3, failedLots: 1, lotPassRate: 66.7, ordersDue: 1, ordersLate: 1, onTimeRate: 0 },
    ]);
  });
});
