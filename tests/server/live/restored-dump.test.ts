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
  [...new Set(screen.view(LATEST_REPORTS_REQUEST).rows.map((row) => Number(row['id'])))].toSorted(
    (a, b) => a - b,
  );

/** Tells whether every screen shows the rows that calls of both reports return now. */
async function areScreensUpToDate(screens: readonly WatchingScreen[], client: WireClient): Promise<boolean> {
  const sort = (rows: readonly ReportRow[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  for (const report of [LATEST_REPORTS_REQUEST, ORDER_PROGRESS_REQUEST]) {
    const { rows } = await client.call<{ rows: ReportRow[] }>(report.path, report.params);
    for (const screen of screens) {
      const view = screen.view(report);
      if (view.catchingUp || JSON.stringify(sort(view.rows)) !== JSON.stringify(sort(rows))) return false;
    }
  }
  return true;
}

/** Functions that back up a database and restore the backup. */
interface BackupFunctions {
  backUp: () => Promise<void>;
  /** Restores the backup. @param more SQL that runs at the end of the restore */
  restore: (more?: string) => Promise<void>;
}

/** Makes the functions for a PostgreSQL database: `backUp` runs pg_dump, and `restore` runs the dump with psql. */
function createBackupFunctions(database: TestDatabase): BackupFunctions {
  const file = join(database.dataDir, 'dump.sql');
  const url = database.url!;
  return {
    backUp: async () => {
      await runFile(PG_DUMP!, ['--no-owner', '-f', file, url]);
    },
    restore: async (moreSql = '') => {
      const dump = readFileSync(file, 'utf8');
      const empty = 'drop schema public cascade; create schema public;';
      writeFileSync(`${file}.more`, `${empty}\n${dump}\nset search_path = public;\n${moreSql}`);
      const options = ['-v', 'ON_ERROR_STOP=1', '-q', '--single-transaction', '-f', `${file}.more`, url];
      await runFile(PSQL!, options);
    },
  };
}

const canDump = PG_DUMP !== null && PSQL !== null;

describeForEachDatabase(
  'An older dump that is restored under running screens',
  (database) => {
    const closing = registerCloseCallbackList();

    async function setUp(context: TestContext) {
      if (!canDump) return context.skip('pg_dump and psql are not installed');
      const server = await startAdminServer(database);
      closing.push(() => server.close());
      const { admin } = server;
      const { processIds } = await createAndReleaseOrder(admin, `R-${randomUUID().slice(0, 8)}`, 100, [
        'Turning',
      ]);
      const screens = [1, 2].map(() =>
        openWatchingScreen(server.url, admin.token!, [LATEST_REPORTS_REQUEST, ORDER_PROGRESS_REQUEST]),
      );
      closing.push(...screens.map(({ close }) => close));
      const hire = async () => {
        const code = randomUUID().slice(0, 8);
        const made = await admin.call<{ id: number }>('/mes/system/basic/employee/save', {
          code,
          name: code,
        });
        return made.id;
      };
      const report = async () =>
        reportWork(admin, {
          processId: processIds[0]!,
          good: 1,
          began: 30,
          ended: 20,
          employeeId: await hire(),
        });
      const worker = { employeeId: await hire(), ratio: null };
      const other = { employeeId: await hire(), ratio: null };
      const at = new Date(Date.now() - 600_000).toISOString();
      const start = (requestId: string, person: typeof worker) =>
        admin.call<{ reportId: number }>(
          '/mes/report/start',
          { processId: processIds[0]!, quantity: 1, people: [person], at },
          requestId,
        );
      const { db } = server.connection;
      return { server, admin, db, screens, report, start, worker, other, ...createBackupFunctions(database) };
    }

    test('begins a new epoch by itself; every screen shows the restored state, nobody keeps what is no longer true, and a terminal’s outbox is not sent twice', async (context) => {
      const { admin, db, screens, report, start, worker, other, backUp, restore } = await setUp(context);
      const keptReportId = await report();
      // A terminal sends two requests again after the restore, because their answers never reached it.
      const [requestIdBefore, requestIdAfter] = [randomUUID(), randomUUID()];
      const first = await start(requestIdBefore, worker);
      const epoch = await readDatabaseEpoch(db);
      await backUp();
      const lostReportId = await report();
      const second = await start(requestIdAfter, other);
      await waitUntil('the screens show what was made after the dump', () =>
        screens.every((screen) => listShownReportIds(screen).includes(second.reportId)),
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
        expect(listShownReportIds(screen)).toEqual([keptReportId, first.reportId].toSorted((a, b) => a - b));
        expect(screen.revoked()).toBeNull();
      }

      expect(await start(requestIdBefore, worker)).toEqual(first);
      const again = await start(requestIdAfter, other);
      expect(await start(requestIdAfter, other)).toEqual(again);
      expect(await countReports(db)).toBe(3);
      // An id that was assigned after the dump is not assigned again.
      expect(again.reportId).toBeGreaterThan(second.reportId);
      await waitUntil('every screen moves on', () => areScreensUpToDate(screens, admin), MAX_CATCH_UP_MS);
    });

    test('is noticed too when as much was written since as was lost', async (context) => {
      const { admin, db, screens, report, backUp, restore } = await setUp(context);
      await report();
      const epoch = await readDatabaseEpoch(db);
      await backUp();
      const lostReportId = await report();
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
      const late = await openClient(server.url, TEST_ADMIN);
      const screen = openWatchingScreen(server.url, late.token!, [LATEST_REPORTS_REQUEST]);
      closing.push(screen.close);
      await waitUntil('it shows something', () => !screen.view(LATEST_REPORTS_REQUEST).catchingUp);
      await restore();
      await waitUntil('it is closed', () => screen.revoked() === 'notSignedIn', 10_000);
      expect(screens.map((one) => one.revoked())).toEqual([null, null]);
    });
  },
  'postgres',
);
