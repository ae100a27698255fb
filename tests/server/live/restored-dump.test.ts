import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test, type TestContext } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { Db } from '#server/db/database.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { findProgramOnPath } from '#tests/support/programs.ts';
import { startAdminServer } from '#tests/support/server.ts';
import { openWatchingScreen, type WatchingScreen } from '#tests/support/watching-screen.ts';
import { createAndReleaseOrder, reportWork } from '#tests/support/wire-order.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const runFile = promisify(execFile);
const [PG_DUMP, PSQL] = [findProgramOnPath('pg_dump'), findProgramOnPath('psql')];
const LATEST_REPORTS_REQUEST = { path: '/mes/form/latestReports', params: { limit: '50' } };
const ORDER_PROGRESS_REQUEST = { path: '/mes/form/orderProgress', params: {} };
/**
 * Maximum time until a reset screen is up to date, in milliseconds. A screen joins its sources again within 5 s; a busy
 * machine needs longer.
 */
const MAX_CATCH_UP_MS = 20_000;

const readDatabaseEpoch = async (db: Db): Promise<string> =>
  (await db.selectFrom('feedMeta').select('epoch').executeTakeFirstOrThrow()).epoch;

const countReports = async (db: Db): Promise<number> =>
  (await db.selectFrom('workReport').select('id').execute()).length;

const listShownReportIds = (screen: WatchingScreen): number[] =>
  [...new Set(screen.getView(LATEST_REPORTS_REQUEST).rows.map((row) => Number(row['id'])))].toSorted(
    (a, b) => a - b,
  );

/** Tells whether every screen shows the rows that the two report calls return now. */
async function areScreensUpToDate(screens: readonly WatchingScreen[], client: WireClient): Promise<boolean> {
  const toSortedTexts = (rows: readonly ReportRow[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  for (const report of [LATEST_REPORTS_REQUEST, ORDER_PROGRESS_REQUEST]) {
    const { rows } = await client.call<{ rows: ReportRow[] }>(report.path, report.params);
    for (const screen of screens) {
      const view = screen.getView(report);
      if (
        view.isCatchingUp ||
        JSON.stringify(toSortedTexts(view.rows)) !== JSON.stringify(toSortedTexts(rows))
      )
        return false;
    }
  }
  return true;
}

/** Functions that back up a database and restore the backup. */
interface BackupFunctions {
  backUp: () => Promise<void>;
  /** Restores the backup. @param moreSql SQL that runs at the end of the restore */
  restore: (moreSql?: string) => Promise<void>;
}

/** Creates the functions for a PostgreSQL database. They use pg_dump and psql. */
function createBackupFunctions(database: TestDatabase): BackupFunctions {
  const dumpPath = join(database.dataDir, 'dump.sql');
  const url = database.url!;
  return {
    backUp: async () => {
      await runFile(PG_DUMP!, ['--no-owner', '-f', dumpPath, url]);
    },
    restore: async (moreSql = '') => {
      const dump = readFileSync(dumpPath, 'utf8');
      const dropAllSql = 'drop schema public cascade; create schema public;';
      writeFileSync(`${dumpPath}.more`, `${dropAllSql}\n${dump}\nset search_path = public;\n${moreSql}`);
      const options = ['-v', 'ON_ERROR_STOP=1', '-q', '--single-transaction', '-f', `${dumpPath}.more`, url];
      await runFile(PSQL!, options);
    },
  };
}

const canDump = PG_DUMP !== null && PSQL !== null;

describeForEachDatabase(
  'An older dump that is restored under running screens',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    async function setUp(context: TestContext) {
      if (!canDump) return context.skip('pg_dump and psql are not installed');
      const server = await startAdminServer(database);
      closeCallbacks.push(() => server.close());
      const { admin } = server;
      const { processIds } = await createAndReleaseOrder(admin, `R-${randomUUID().slice(0, 8)}`, 100, [
        'Turning',
      ]);
      const screens = [1, 2].map(() =>
        openWatchingScreen(server.url, admin.token!, [LATEST_REPORTS_REQUEST, ORDER_PROGRESS_REQUEST]),
      );
      closeCallbacks.push(...screens.map(({ close }) => close));
      const hireEmployee = async () => {
        const code = randomUUID().slice(0, 8);
        const employee = await admin.call<{ id: number }>('/mes/system/basic/employee/save', {
          code,
          name: code,
        });
        return employee.id;
      };
      const reportPiece = async () =>
        reportWork(admin, {
          processId: processIds[0]!,
          good: 1,
          began: 30,
          ended: 20,
          employeeId: await hireEmployee(),
        });
      const worker = { employeeId: await hireEmployee(), ratio: null };
      const otherWorker = { employeeId: await hireEmployee(), ratio: null };
      const at = new Date(Date.now() - 600_000).toISOString();
      const startReport = (requestId: string, person: typeof worker) =>
        admin.call<{ reportId: number }>(
          '/mes/report/start',
          { processId: processIds[0]!, quantity: 1, people: [person], at },
          requestId,
        );
      const { db } = server.connection;
      return {
        server,
        admin,
        db,
        screens,
        report: reportPiece,
        start: startReport,
        worker,
        other: otherWorker,
        ...createBackupFunctions(database),
      };
    }

    test('begins a new epoch by itself; every screen shows the restored state, and a request that is sent again takes effect once', async (context) => {
      const {
        admin,
        db,
        screens,
        report: reportPiece,
        start: startReport,
        worker,
        other: otherWorker,
        backUp,
        restore,
      } = await setUp(context);
      const keptReportId = await reportPiece();
      // A terminal sends two requests again after the restore, because it never received the answers.
      const [requestIdBefore, requestIdAfter] = [randomUUID(), randomUUID()];
      const firstReport = await startReport(requestIdBefore, worker);
      const epoch = await readDatabaseEpoch(db);
      await backUp();
      const lostReportId = await reportPiece();
      const secondReport = await startReport(requestIdAfter, otherWorker);
      await waitUntil('the screens show what was made after the dump', () =>
        screens.every((screen) => listShownReportIds(screen).includes(secondReport.reportId)),
      );
      expect(listShownReportIds(screens[0]!)).toContain(lostReportId);

      await restore();
      await waitUntil('the epoch is new', async () => (await readDatabaseEpoch(db)) !== epoch, 10_000);
      await waitUntil(
        'every screen shows the restored state',
        () => areScreensUpToDate(screens, admin),
        MAX_CATCH_UP_MS,
      );
      for (const screen of screens) {
        expect(listShownReportIds(screen)).toEqual(
          [keptReportId, firstReport.reportId].toSorted((a, b) => a - b),
        );
        expect(screen.getRevocationCode()).toBeNull();
      }

      expect(await startReport(requestIdBefore, worker)).toEqual(firstReport);
      const restartedReport = await startReport(requestIdAfter, otherWorker);
      expect(await startReport(requestIdAfter, otherWorker)).toEqual(restartedReport);
      expect(await countReports(db)).toBe(3);
      // An id that was assigned after the dump is not assigned again.
      expect(restartedReport.reportId).toBeGreaterThan(secondReport.reportId);
      await waitUntil('every screen moves on', () => areScreensUpToDate(screens, admin), MAX_CATCH_UP_MS);
    });

    test('is noticed even if the feed has the same position after the restore as before', async (context) => {
      const { admin, db, screens, report: reportPiece, backUp, restore } = await setUp(context);
      await reportPiece();
      const epoch = await readDatabaseEpoch(db);
      await backUp();
      const lostReportId = await reportPiece();
      await waitUntil('the screens show it', () =>
        screens.every((screen) => listShownReportIds(screen).includes(lostReportId)),
      );
      const { pos } = await db.selectFrom('feedHead').select('pos').executeTakeFirstOrThrow();
      await restore(`insert into feed (factory_id, topic, entity, by_name)
        select factory_id, 'setting', 'customer', '' from feed_head, generate_series(pos + 1, ${pos});`);
      const { rows } = await sql<{ pos: number }>`select pos from feed_head`.execute(db);
      expect(rows[0]!.pos).toBe(pos);
      await waitUntil('the epoch is new', async () => (await readDatabaseEpoch(db)) !== epoch, 10_000);
      await waitUntil(
        'every screen shows the restored state',
        () => areScreensUpToDate(screens, admin),
        MAX_CATCH_UP_MS,
      );
      for (const screen of screens) expect(listShownReportIds(screen)).not.toContain(lostReportId);
    });

    test('closes at once the screens of sessions that began after the dump, and no others', async (context) => {
      const { server, screens, backUp, restore } = await setUp(context);
      await backUp();
      const lateClient = await openClient(server.url, TEST_ADMIN);
      const screen = openWatchingScreen(server.url, lateClient.token!, [LATEST_REPORTS_REQUEST]);
      closeCallbacks.push(screen.close);
      await waitUntil('it shows something', () => !screen.getView(LATEST_REPORTS_REQUEST).isCatchingUp);
      await restore();
      await waitUntil('it is closed', () => screen.getRevocationCode() === 'notSignedIn', 10_000);
      expect(screens.map((olderScreen) => olderScreen.getRevocationCode())).toEqual([null, null]);
    });
  },
  'postgres',
);
