import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { readProductionLog, type ProductionLog } from '#server/demo/replay/production-log.ts';
import type { ImportTotals } from '#server/demo/replay/import-reports.ts';
import { replayLog } from '#server/demo/replay/replay.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { computeDailyFigures, type DayFigures } from '#tests/support/daily-oracle.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
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
    .filter((one) => phase === undefined || one.phase === phase)
    .reduce((total, one) => total + one.seconds, 0);
const sumQuantities = (
  reports: readonly { good: number; scrap: number; hold: number }[],
  column: 'good' | 'scrap' | 'hold',
) => addQuantities(...reports.map((one) => one[column]));

/** Replays the log in three runs: the first stops while creating orders, the second while filing reports. */
async function replayInThreeRuns(server: AdminServer, log: ProductionLog): Promise<ImportTotals> {
  const run = (stopAt: (title: string, done: number) => boolean) => {
    const stop = new AbortController();
    const bar = createSilentProgressBar((title, done) => {
      if (stopAt(title, done)) stop.abort();
    });
    return replayLog(log, {
      client: server.admin,
      login: TEST_ADMIN,
      speed: null,
      batch: 500,
      bar,
      stopped: stop.signal,
    });
  };
  await expect(run((title, done) => title === 'Orders' && done >= 20)).rejects.toThrow();
  await expect(run((title, done) => title === 'Reports' && done >= 1000)).rejects.toThrow();
  return run(() => false);
}

describe.skipIf(productionLogFolder === null)('the first quarter of a real machine shop', () => {
  describeForEachDatabase('replayed', (database) => {
    let server: AdminServer;
    let log: ProductionLog;
    let totals: ImportTotals;
    let figures: FactoryFigures;

    beforeAll(async () => {
      log = await readProductionLog(productionLogFolder!);
      server = await startAdminServer(database);
      totals = await replayInThreeRuns(server, log);
      figures = await readFactoryFigures(server.admin);
    }, 900_000);
    afterAll(() => server?.close());

    test('is filed whole, however often it was interrupted', () => {
      expect(totals.refused).toEqual([]);
      expect(totals.filed + totals.before).toBe(log.reports.length);
      expect(totals.before).toBeGreaterThanOrEqual(1000);
      expect(figures.reports).toHaveLength(4543);
      expect(figures.orders).toHaveLength(225);
    });

    test('is filed once: again, nothing is written', async () => {
      const repeatedTotals = await replayLog(log, {
        client: server.admin,
        login: TEST_ADMIN,
        speed: null,
        batch: 500,
        bar: createSilentProgressBar(),
        stopped: new AbortController().signal,
      });
      expect(repeatedTotals).toEqual({ filed: 0, before: 4543, warnings: new Map(), refused: [] });
      const page = await server.admin.call<PageAnswer<unknown>>('/mes/report/page', { limit: 1 });
      expect(page.total).toBe(4543);
      const people = await server.connection.db.selectFrom('employee').select('code').execute();
      expect(people).toHaveLength(log.employees.length + 1);
    }, 120_000);

    test('says of every order what the log says', () => {
      const oracle = readLogCsv(productionLogFolder!, 'oracle/work_order.csv');
      for (const row of oracle) {
        const order = row.work_order!;
        const processes = figures.progress.get(order) ?? [];
        const reports = figures.reports.filter((one) => figures.orderOf.get(one.processId) === order);
        const starts = reports.map((one) => one.startedAt).sort();
        const ends = reports.map((one) => one.endedAt).sort();
        expect({
          order,
          ordered: figures.orders.find((one) => one.code === order)?.quantity,
          events: reports.length,
          operations: processes.length,
          completed: sumQuantities(processes, 'good'),
          rejected: sumQuantities(processes, 'scrap'),
          hold: sumQuantities(processes, 'hold'),
          firstStart: figures.clock(starts[0]!),
          orderStart: figures.clock(figures.orders.find((one) => one.code === order)!.startedAt!),
          lastComplete: figures.clock(ends.at(-1)!),
          touchHours: formatHours(sumSeconds(reports)),
          setupHours: formatHours(sumSeconds(reports, 'preparation')),
          productionHours: formatHours(sumSeconds(reports, 'run')),
          breakdownHours: formatHours(sumSeconds(reports, 'stop')),
          workers: new Set(reports.flatMap((one) => one.people.map((person) => person.employeeId))).size,
        }).toEqual({
          order,
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
      expectItemsChecked('orders held against the log', oracle.length);
      expect(oracle).toHaveLength(225);
    });

    test('says of every activity what the log says', () => {
      const oracle = readLogCsv(productionLogFolder!, 'oracle/activity.csv');
      for (const row of oracle) {
        // The log treats labels as distinct even if they differ only in spaces or case.
        const reports = figures.reports.filter((one) => figures.craftOf.get(one.processId) === row.activity);
        const processes = [...figures.progress.values()]
          .flat()
          .filter((one) => one.craftCode === row.activity);
        expect({
          activity: row.activity,
          events: reports.length,
          orders: new Set(reports.map((one) => figures.orderOf.get(one.processId))).size,
          workers: new Set(reports.flatMap((one) => one.people.map((person) => person.employeeId))).size,
          machines: [...new Set(reports.map((one) => one.labels.deviceId))].sort().join('|'),
          hours: formatHours(sumSeconds(reports)),
          setupHours: formatHours(sumSeconds(reports, 'preparation')),
          productionHours: formatHours(sumSeconds(reports, 'run')),
          breakdownHours: formatHours(sumSeconds(reports, 'stop')),
          reported: [
            sumQuantities(reports, 'good'),
            sumQuantities(reports, 'scrap'),
            sumQuantities(reports, 'hold'),
          ],
          kept: [
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
          kept: [Number(row.qty_completed), Number(row.qty_rejected), Number(row.qty_mrb)],
        });
      }
      expectItemsChecked('activities held against the log', oracle.length);
      expect(oracle).toHaveLength(55);
    });

    test('keeps what the rules forbid, and counts it', async () => {
      const lines = await server.connection.db.selectFrom('importedLine').select('warnings').execute();
      const counts = new Map<string, number>();
      for (const { warnings } of lines)
        for (const one of warnings as string[]) counts.set(one, (counts.get(one) ?? 0) + 1);
      console.log('warnings', Object.fromEntries(counts));
      const of = (found: (report: ProductionLog['reports'][number]) => boolean) =>
        log.reports.filter(found).length;
      const made = (report: ProductionLog['reports'][number]) => report.good + report.scrap + report.hold;
      expect(counts.get('quantityOutsideRun')).toBe(of((one) => one.phase !== 'run' && made(one) > 0));
      expect(counts.get('runWithoutQuantity')).toBe(of((one) => one.phase === 'run' && made(one) === 0));
      expect(counts.get('tooShort')).toBe(of((one) => one.startedAt === one.endedAt));
      expect([
        counts.get('quantityOutsideRun'),
        counts.get('runWithoutQuantity'),
        counts.get('tooShort'),
      ]).toEqual([262, 924, 9]);
    });

    test('shows as excess what was made beyond what had come, and beyond the order', () => {
      const processes = [...figures.progress.values()].flat();
      // In the log, 66 operations have more completed pieces than planned.
      expect(processes.filter((one) => one.good > one.plannedQuantity)).toHaveLength(66);
      for (const one of processes) {
        expect(addQuantities(one.good, one.scrap, one.hold)).toBeLessThanOrEqual(
          addQuantities(one.received, one.excess),
        );
        const reported = figures.reports.filter((report) => report.processId === one.processId);
        expect(addQuantities(...reported.map((report) => report.excess))).toBe(one.excess);
      }
      expectItemsChecked(
        'operations with pieces beyond what had come',
        processes.filter((one) => one.excess > 0).length,
      );
    });

    test.each([
      ['employeeDailyDetails', 'employeeCode', 'Worker ID'],
      ['deviceDailyDetails', 'deviceCode', 'Resource'],
    ] as const)('says in %s what the log says of every day', async (form, code, column) => {
      const oracle = computeDailyFigures(productionLogFolder!, column);
      const { rows } = await server.admin.call<{ rows: (DayFigures & Record<string, string>)[] }>(
        `/mes/form/${form}`,
        { from: '2012-01-01', to: '2012-03-31' },
      );
      const figures = new Map(rows.map((row) => [`${row.day} ${row[code]}`, row]));
      expect([...figures.keys()].sort()).toEqual([...oracle.keys()].sort());
      for (const [key, day] of oracle) expect({ key, ...figures.get(key) }).toMatchObject({ key, ...day });
      expectItemsChecked(`${column} days held against the log`, oracle.size);
      expect([...oracle.values()].reduce((count, day) => count + day.reportCount, 0)).toBe(4543);
    });

    test('leaves ledgers and feed without a gap', async () => {
      const factory = await server.connection.db.selectFrom('factory').select('id').executeTakeFirstOrThrow();
      const { checked: count, wrong } = await checkLedgers(server.connection, factory.id);
      expect(wrong).toEqual([]);
      expectItemsChecked('ledgers', count);
    });
  });
});
