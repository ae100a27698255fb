import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import {
  EXAMPLE_MONDAY,
  readReportExample,
  type ReportExample,
  type Row,
} from '#tests/support/find-report-example.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { moveExampleDay, playReportExample, type PlayedExample } from '#tests/support/play-report-example.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';

const example = readReportExample();
/** The pages that show how far the order is, with the reports that compute them. */
const SCHEDULE_PAGES = [
  ['partProcess/schedule', 'partProcessSchedule'],
  ['workshop/workshopProductionTrackingTable', 'workshopProductionTracking'],
  ['workshop/projectProductionTrackingTable', 'projectProductionTracking'],
] as const;
const DATE_COLUMNS = ['plannedStart', 'plannedEnd', 'actualStart', 'actualEnd', 'dueDate'] as const;

/** Moves the dates of a row. The days of delay count up to today, so they are left out. */
function moveDates({ lateDays: _lateDays, ...row }: Row): Row {
  const movedRow: Row = { ...row };
  for (const column of DATE_COLUMNS)
    if (typeof row[column] === 'string') movedRow[column] = moveExampleDay(row[column]);
  return movedRow;
}
if (!example)
  console.warn(
    'The example of the reports is not beside the project (../shared/data/report-example): it is skipped.',
  );

describe.skipIf(!example)('The example of the reports', () => {
  describeForEachDatabase('played through the calls', (database) => {
    const { input, expected } = example ?? ({} as ReportExample);
    let factory: TestFactory;
    let playedExample: PlayedExample;
    let middlePages: Record<string, Row[]> = {};
    const findId = (code: string) => playedExample.findId(code);

    beforeAll(async () => {
      if (!example) return;
      factory = await createTestFactory(await database.open());
      playedExample = await playReportExample(factory, example, async (findId) => {
        middlePages = await readSchedulePages(findId(input.order.code));
      });
    });

    const readPage = async (name: string, params: Record<string, string>) =>
      (
        await factory.call<{ rows: Row[] }>(`/mes/form/${name}`, {
          ...params,
          from: moveExampleDay(params['from'] ?? EXAMPLE_MONDAY),
          to: moveExampleDay(params['to'] ?? addDays(EXAMPLE_MONDAY, 1)),
        })
      ).rows;
    /** Reads the pages that show how far the order is, by their names in the example. */
    const readSchedulePages = async (orderId: number): Promise<Record<string, Row[]>> => {
      const pages: Record<string, Row[]> = {};
      for (const [page, name] of SCHEDULE_PAGES)
        pages[page] = (
          await factory.call<{ rows: Row[] }>(
            `/mes/form/${name}`,
            name === 'projectProductionTracking' ? {} : { orderId },
          )
        ).rows;
      return pages;
    };
    const readCell = (column: string) => (row: Row) => String(row[column]);
    /** Compares the columns of a page that both the example and the product have. */
    const expectRows = (
      rows: Row[],
      expectedRows: Row[],
      getKey: (row: Row) => string,
      getExpectedKey: (row: Row) => string,
    ) => {
      const rowsByKey = new Map(rows.map((row) => [getKey(row), row]));
      expect([...rowsByKey.keys()].sort()).toEqual(expectedRows.map(getExpectedKey).sort());
      let count = 0;
      for (const expectedRow of expectedRows) {
        const key = getExpectedKey(expectedRow);
        const row = rowsByKey.get(key)!;
        for (const [column, value] of Object.entries(expectedRow)) {
          if (!(column in row) || column === 'day') continue;
          expect([key, column, row[column]]).toEqual([key, column, value]);
          count++;
        }
      }
      return count;
    };

    it.each([
      ['employeeDailyDetails', 'employee/daily/details', 'employee', 'employeeCode'],
      ['deviceDailyDetails', 'device/daily/details', 'device', 'deviceCode'],
    ] as const)('gives the figures of %s, and their totals', async (name, page, key, codeColumn) => {
      const { params, rows: expectedRows, total } = expected.reports[page]!;
      const rows = await readPage(name, params);
      const count = expectRows(
        rows,
        expectedRows,
        (row) => `${row['day']} ${row[codeColumn]}`,
        (row) => `${moveExampleDay(row['day'] as string)} ${row[key]}`,
      );
      for (const [column, value] of Object.entries(total)) {
        if (!(column in rows[0]!) || ['efficiency', 'utilisation'].includes(column)) continue;
        const sum =
          rows.reduce((partialSum, row) => partialSum + Math.round(Number(row[column]) * 10_000), 0) / 10_000;
        expect([column, sum]).toEqual([column, value]);
      }
      expectItemsChecked(`figures of ${page}`, count);
    });

    it('gives the cost of each report', async () => {
      const { rows: expectedRows, total } = expected.reports['cost/report/details']!;
      const rows = (await readPage('costReportDetails', {})).map((row) => ({
        ...row,
        labour: row['labourCost']!,
        device: row['deviceCost']!,
        cost: row['totalCost']!,
      }));
      const count = expectRows(
        rows,
        expectedRows,
        (row) => String(row['reportId']),
        (row) => String(playedExample.reportIds.get(row['report'] as string)),
      );
      for (const column of ['labour', 'device', 'cost'] as const)
        expect([column, rows.reduce((sum, row) => sum + Number(row[column]), 0)]).toEqual([
          column,
          total[column],
        ]);
      expectItemsChecked('figures of costs', count);
    });

    it('gives the warehouse status of each part', async () => {
      const { rows: expectedRows } = expected.reports['part/warehouse/status@end']!;
      const { rows } = await factory.call<{ rows: Row[] }>('/mes/form/partWarehouseStatus', {
        orderId: findId(input.order.code),
      });
      const count = expectRows(rows, expectedRows, readCell('partCode'), readCell('part'));
      expectItemsChecked('figures of part/warehouse/status', count);
      expect(rows.find((row) => row['partCode'] === 'A')).toMatchObject({ shelfName: 'S1' });
    });

    it.each(SCHEDULE_PAGES)('shows the progress at the middle and the end: %s', async (page) => {
      const endPages = await readSchedulePages(findId(input.order.code));
      let count = 0;
      for (const [moment, pages] of [
        ['middle', middlePages],
        ['end', endPages],
      ] as const) {
        const rows = pages[page]!.map((row): Row => ({
          ...row,
          order: row['orderCode']!,
          part: row['partCode'] ?? null,
          process: row['processName'] ?? null,
          workGroup: input.workGroups.find(({ name }) => name === row['groupName'])?.code ?? null,
          project: row['projectCode'] ?? null,
        }));
        const expectedRows = expected.reports[`${page}@${moment}`]!.rows.map((row) => moveDates(row));
        const toKey = (row: Row) => `${row['part'] ?? ''} ${row['seq'] ?? ''}`;
        count += expectRows(rows, expectedRows, toKey, toKey);
      }
      expectItemsChecked(`figures of ${page}`, count);
    });

    it('gives the figures of ISO 22400-2 of the order', async () => {
      const { productionProcessRatio, allocationRatio, throughputPerHour, aptSeconds, aubtSeconds } =
        expected.orderKpi;
      // The product completes the order when the loss is accepted, which is now; the example has a time for it.
      const { db } = factory.connection;
      const { startedAt } = await db
        .selectFrom('workOrder')
        .select('startedAt')
        .where('id', '=', findId(input.order.code))
        .executeTakeFirstOrThrow();
      await db
        .updateTable('workOrder')
        .set({
          endedAt: new Date(
            Date.parse(startedAt!) + Number(expected.orderKpi['aoetSeconds']) * 1000,
          ).toISOString(),
        })
        .where('id', '=', findId(input.order.code))
        .execute();
      const { [SCHEDULE_PAGES[2][0]]: rows } = await readSchedulePages(findId(input.order.code));
      expect(rows).toMatchObject([
        {
          ...{ productionProcessRatio, allocationRatio, throughputPerHour },
          ...{ runSeconds: aptSeconds, totalSeconds: aubtSeconds },
        },
      ]);
    });

    it('proposes the loss of the exception', () => {
      expect(playedExample.exception.proposedLoss).toMatchObject(expected.exceptionProposal);
    });

    it('gives the monthly summary of quality by responsible department, and its total', async () => {
      const { params, rows: expectedRows, total } = expected.reports['quality/summary/monthly']!;
      const month = moveExampleDay(`${params['month']}-${EXAMPLE_MONDAY.slice(8)}`);
      const { rows: pageRows } = await factory.call<{ rows: Row[] }>('/mes/form/qualitySummaryMonthly', {
        month,
      });
      const rows = pageRows.filter((row) => row['rowKey'] !== 'total');
      const count = expectRows(
        rows,
        expectedRows.map((row) => ({ ...row, month: month.slice(0, 7) })),
        readCell('departmentCode'),
        readCell('department'),
      );
      expectItemsChecked('figures of quality/summary/monthly', count);
      expect(pageRows.find((row) => row['rowKey'] === 'total')).toMatchObject(total);
    });

    it('gives the exception with its loss and penalties', async () => {
      const [expectedRow] = expected.reports['quality/report/form'].rows;
      const { people, exception: _code, ...figures } = expectedRow!;
      const [row, ...otherRows] = await readPage('qualityReportForm', { to: addDays(EXAMPLE_MONDAY, 2) });
      expect(otherRows).toEqual([]);
      expect({
        ...row,
        foundAt: row!['processName'],
        discoveryProcess: row!['discoveryProcessName'],
        responsibleProcess: row!['responsibleProcessName'],
        held: row!['heldQuantity'],
      }).toMatchObject({ ...figures, code: playedExample.exception.code });
      const penalties = await factory.call<PageAnswer<{ employeeId: number; amount: number }>>(
        '/mes/quality/punish/page',
        {},
      );
      expect(penalties.rows.map(({ employeeId, amount }) => [employeeId, amount]).sort()).toEqual(
        people.map(({ employee, penalty }) => [findId(employee), penalty]).sort(),
      );
    });

    it('gives the bad pieces of each error class', async () => {
      const { rows: expectedRows } = expected.reports['quality/analysis/Report']!;
      const pageRows = await readPage('qualityAnalysisReport', {
        to: addDays(EXAMPLE_MONDAY, 2),
        by: 'errorClass',
      });
      const rows = pageRows.map(
        ({ exceptionCount, reportedPieces, exceptionPieces, badPieces, ...row }): Row => ({
          ...row,
          cases: exceptionCount!,
          reportedScrap: reportedPieces!,
          exceptionQuantity: exceptionPieces!,
          quantity: badPieces!,
          cumulated: row['cumulatedShare']!,
          loss: row['lostCost']!,
        }),
      );
      const count = expectRows(rows, expectedRows, readCell('valueCode'), readCell('errorClass'));
      expectItemsChecked('figures of quality/analysis/Report', count);
      expect(rows.map((row) => row['valueCode'])).toEqual(expectedRows.map((row) => row['errorClass']));
    });

    it('keeps the work day, shift and times of each report', async () => {
      const { db } = factory.connection;
      for (const { report, day, shift, seconds, overtimeSeconds, people } of expected.reportDays) {
        const snapshots = await db
          .selectFrom('workReportPersonSnapshot')
          .selectAll()
          .where('reportId', '=', playedExample.reportIds.get(report)!)
          .execute();
        expect(
          snapshots.map(({ employeeId, seconds: personSeconds }) => [employeeId, personSeconds]).sort(),
        ).toEqual(
          Object.entries(people)
            .map(([code, personSeconds]) => [findId(code), personSeconds])
            .sort(),
        );
        for (const snapshot of snapshots)
          expect(snapshot).toMatchObject({
            day: moveExampleDay(day),
            shiftName: shift,
            dayKind: 'workday',
            seconds,
            overtimeSeconds,
          });
      }
      expectItemsChecked('reports of the example', expected.reportDays.length);
    });
  });
});
