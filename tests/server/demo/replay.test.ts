import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { readProductionLog, type ProductionLog } from '#server/demo/replay/production-log.ts';
import type { ImportTotals } from '#server/demo/replay/import-reports.ts';
import { replayLog } from '#server/demo/replay/replay.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { computeActivityRows, computeDailyFigures, type DayFigures } from '#tests/support/daily-oracle.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { chooseLogPart, WHOLE_LOG_COUNTS } from '#tests/support/log-part.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { readFactoryFigures, type FactoryFigures, type WorkReportRow } from '#tests/support/read-figures.ts';
import { readLogCsv, findProductionLogFolder } from '#tests/support/find-production-log.ts';
import { createSilentProgressBar } from '#tests/support/silent-bar.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const productionLogFolder = findProductionLogFolder();
if (!productionLogFolder)
  console.warn(
    'The production log is not beside the project (../shared/data/production-log): its replay is skipped.',
  );

const formatHours = (seconds: number): string => (Math.round((seconds / 3600) * 10_000) / 10_000).toFixed(4);
const sumSeconds = (reports: readonly WorkReportRow[], phase?: string): number =>
  reports
    .filter((report) => phase === undefined || report.phase === phase)
    .reduce((total, report) => total + report.seconds, 0);
const sumQuantities = (
  reports: readonly { good: number; scrap: number; hold: number }[],
  column: 'good' | 'scrap' | 'hold',
) => addQuantities(...reports.map((row) => row[column]));

/** Returns how many rows one call sends: a tenth of the log. */
const getBatchSize = (log: ProductionLog): number => Math.ceil(log.reports.length / 10);
/** Returns how many reports are filed before the second interruption: a fifth of the log. */
const getInterruptedCount = (log: ProductionLog): number => Math.floor(log.reports.length / 5);

/** Replays the log in three runs: the first stops while creating orders, the second while filing reports. */
async function replayInThreeRuns(server: AdminServer, log: ProductionLog): Promise<ImportTotals> {
  const runUntil = (shouldStop: (title: string, done: number) => boolean) => {
    const abortController = new AbortController();
    const bar = createSilentProgressBar((title, done) => {
      if (shouldStop(title, done)) abortController.abort();
    });
    return replayLog(log, {
      client: server.admin,
      login: TEST_ADMIN,
      speed: null,
      batchSize: getBatchSize(log),
      bar,
      stopSignal: abortController.signal,
    });
  };
  await expect(runUntil((title, done) => title === 'Orders' && done >= 20)).rejects.toThrow();
  await expect(
    runUntil((title, done) => title === 'Reports' && done >= getInterruptedCount(log)),
  ).rejects.toThrow();
  return runUntil(() => false);
}

describe.skipIf(productionLogFolder === null)('the first quarter of a real machine shop', () => {
  describeForEachDatabase('replayed', (database) => {
    let server: AdminServer;
    let log: ProductionLog;
    let counts: typeof WHOLE_LOG_COUNTS;
    let orderCodes: ReadonlySet<string>;
    let totals: ImportTotals;
    let figures: FactoryFigures;

    beforeAll(async () => {
      ({ log, counts } = chooseLogPart(await readProductionLog(productionLogFolder!), database.kind));
      orderCodes = new Set(log.orders.map(({ code }) => code));
      server = await startAdminServer(database);
      totals = await replayInThreeRuns(server, log);
      figures = await readFactoryFigures(server.admin);
    }, 900_000);
    afterAll(() => server?.close());

    test('is filed completely, although the replay was interrupted', () => {
      expect(totals.refused).toEqual([]);
      expect(totals.importedCount + totals.earlierCount).toBe(log.reports.length);
      expect(totals.earlierCount).toBeGreaterThanOrEqual(getInterruptedCount(log));
      expect(figures.reports).toHaveLength(counts.reports);
      expect(figures.orders).toHaveLength(counts.orders);
    });

    test('is filed only once: a further replay writes nothing', async () => {
      const repeatedTotals = await replayLog(log, {
        client: server.admin,
        login: TEST_ADMIN,
        speed: null,
        batchSize: getBatchSize(log),
        bar: createSilentProgressBar(),
        stopSignal: new AbortController().signal,
      });
      expect(repeatedTotals).toEqual({
        importedCount: 0,
        earlierCount: counts.reports,
        warnings: new Map(),
        refused: [],
      });
      const page = await server.admin.call<PageAnswer<unknown>>('/mes/report/page', { limit: 1 });
      expect(page.total).toBe(counts.reports);
      const people = await server.connection.db.selectFrom('employee').select('code').execute();
      expect(people).toHaveLength(log.employees.length + 1);
    });

    test('gives the same figures as the log for every order', () => {
      const expectedRows = readLogCsv(productionLogFolder!, 'oracle/work_order.csv').filter((row) =>
        orderCodes.has(row.work_order!),
      );
      for (const row of expectedRows) {
        const orderCode = row.work_order!;
        const processes = figures.progressByOrderCode.get(orderCode) ?? [];
        const reports = figures.reports.filter(
          (report) => figures.orderCodeByProcessId.get(report.processId) === orderCode,
        );
        const starts = reports.map((report) => report.startedAt).sort();
        const ends = reports.map((report) => report.endedAt).sort();
        expect({
          order: orderCode,
          ordered: figures.orders.find((order) => order.code === orderCode)?.quantity,
          events: reports.length,
          operations: processes.length,
          completed: sumQuantities(processes, 'good'),
          rejected: sumQuantities(processes, 'scrap'),
          hold: sumQuantities(processes, 'hold'),
          firstStart: figures.formatLocalTime(starts[0]!),
          orderStart: figures.formatLocalTime(
            figures.orders.find((order) => order.code === orderCode)!.startedAt!,
          ),
          lastComplete: figures.formatLocalTime(ends.at(-1)!),
          touchHours: formatHours(sumSeconds(reports)),
          setupHours: formatHours(sumSeconds(reports, 'preparation')),
          productionHours: formatHours(sumSeconds(reports, 'run')),
          breakdownHours: formatHours(sumSeconds(reports, 'stop')),
          workers: new Set(reports.flatMap((report) => report.people.map((person) => person.employeeId)))
            .size,
        }).toEqual({
          order: orderCode,
          ordered: Number(row.qty_ordered),
          events: Number(row.events),
          operations: Number(row.distinct_activities),
          completed: Number(row.qty_completed_sum_all_operations),
          rejected: Number(row.qty_rejected),
          hold: Number(row.qty_mrb),
          firstStart: row.first_start,
          orderStart: row.first_start,
          lastComplete: row.last_complete,
          touchHours: row.touch_hours,
          setupHours: row.setup_hours,
          productionHours: row.production_hours,
          breakdownHours: row.breakdown_hours,
          workers: Number(row.distinct_workers),
        });
      }
      expectItemsChecked('orders held against the log', expectedRows.length);
      expect(expectedRows).toHaveLength(counts.orders);
    });

    test('gives the same figures as the log for every activity', () => {
      const expectedRows =
        counts === WHOLE_LOG_COUNTS
          ? readLogCsv(productionLogFolder!, 'oracle/activity.csv')
          : computeActivityRows(productionLogFolder!, orderCodes);
      for (const row of expectedRows) {
        // The log treats labels as distinct even if they differ only in spaces or case.
        const reports = figures.reports.filter(
          (report) => figures.craftCodeByProcessId.get(report.processId) === row.activity,
        );
        const processes = [...figures.progressByOrderCode.values()]
          .flat()
          .filter((process) => process.craftCode === row.activity);
        expect({
          activity: row.activity,
          events: reports.length,
          orders: new Set(reports.map((report) => figures.orderCodeByProcessId.get(report.processId))).size,
          workers: new Set(reports.flatMap((report) => report.people.map((person) => person.employeeId)))
            .size,
          machines: [...new Set(reports.map((report) => report.labels.deviceId))].sort().join('|'),
          hours: formatHours(sumSeconds(reports)),
          setupHours: formatHours(sumSeconds(reports, 'preparation')),
          productionHours: formatHours(sumSeconds(reports, 'run')),
          breakdownHours: formatHours(sumSeconds(reports, 'stop')),
          reported: [
            sumQuantities(reports, 'good'),
            sumQuantities(reports, 'scrap'),
            sumQuantities(reports, 'hold'),
          ],
          ledgerSums: [
            sumQuantities(processes, 'good'),
            sumQuantities(processes, 'scrap'),
            sumQuantities(processes, 'hold'),
          ],
        }).toEqual({
          activity: row.activity,
          events: Number(row.events),
          orders: Number(row.work_orders),
          workers: Number(row.workers),
          machines: row.machines!.split('|').sort().join('|'),
          hours: row.total_hours,
          setupHours: row.setup_hours,
          productionHours: row.production_hours,
          breakdownHours: row.breakdown_hours,
          reported: [Number(row.qty_completed), Number(row.qty_rejected), Number(row.qty_mrb)],
          ledgerSums: [Number(row.qty_completed), Number(row.qty_rejected), Number(row.qty_mrb)],
        });
      }
      expectItemsChecked('activities held against the log', expectedRows.length);
      expect(expectedRows).toHaveLength(counts.activities);
    });

    test('files reports that break the rules, and counts their warnings', async () => {
      const lines = await server.connection.db.selectFrom('importedLine').select('warnings').execute();
      const countByWarning = new Map<string, number>();
      for (const { warnings } of lines)
        for (const warning of warnings as string[])
          countByWarning.set(warning, (countByWarning.get(warning) ?? 0) + 1);
      console.log('warnings', Object.fromEntries(countByWarning));
      const countReports = (isCounted: (report: ProductionLog['reports'][number]) => boolean) =>
        log.reports.filter(isCounted).length;
      const sumPieces = (report: ProductionLog['reports'][number]) =>
        report.good + report.scrap + report.hold;
      expect(countByWarning.get('quantityOutsideRun')).toBe(
        countReports((report) => report.phase !== 'run' && sumPieces(report) > 0),
      );
      expect(countByWarning.get('runWithoutQuantity')).toBe(
        countReports((report) => report.phase === 'run' && sumPieces(report) === 0),
      );
      expect(countByWarning.get('tooShort')).toBe(
        countReports((report) => report.startedAt === report.endedAt),
      );
      expect(Object.fromEntries(countByWarning)).toMatchObject(counts.warnings);
    });

    test('shows as excess the pieces beyond the received or the ordered quantity', () => {
      const processes = [...figures.progressByOrderCode.values()].flat();
      expect(processes.filter((process) => process.good > process.plannedQuantity)).toHaveLength(
        counts.operationsAbovePlan,
      );
      for (const process of processes) {
        expect(addQuantities(process.good, process.scrap, process.hold)).toBeLessThanOrEqual(
          addQuantities(process.received, process.excess),
        );
        const processReports = figures.reports.filter((report) => report.processId === process.processId);
        expect(addQuantities(...processReports.map((report) => report.excess))).toBe(process.excess);
      }
      expectItemsChecked(
        'operations with pieces beyond what had come',
        processes.filter((process) => process.excess > 0).length,
      );
    });

    test.each([
      ['employeeDailyDetails', 'employeeCode', 'Worker ID'],
      ['deviceDailyDetails', 'deviceCode', 'Resource'],
    ] as const)('gives in %s the same figures as the log for every day', async (form, code, column) => {
      const expectedByKey = computeDailyFigures(productionLogFolder!, column, orderCodes);
      const { rows } = await server.admin.call<{ rows: (DayFigures & Record<string, string>)[] }>(
        `/mes/form/${form}`,
        { from: '2012-01-01', to: '2012-03-31' },
      );
      const figuresByKey = new Map(rows.map((row) => [`${row.day} ${row[code]}`, row]));
      expect([...figuresByKey.keys()].sort()).toEqual([...expectedByKey.keys()].sort());
      for (const [key, dayFigures] of expectedByKey)
        expect({ key, ...figuresByKey.get(key) }).toMatchObject({ key, ...dayFigures });
      expectItemsChecked(`${column} days held against the log`, expectedByKey.size);
      expect([...expectedByKey.values()].reduce((count, day) => count + day.reportCount, 0)).toBe(
        counts.reports,
      );
    });

    test('leaves ledgers and feed without a gap', async () => {
      const factory = await server.connection.db.selectFrom('factory').select('id').executeTakeFirstOrThrow();
      const { checkedCount: count, mismatches: ledgerMismatches } = await checkLedgers(
        server.connection,
        factory.id,
      );
      expect(ledgerMismatches).toEqual([]);
      expectItemsChecked('ledgers', count);
    });
  });
});
