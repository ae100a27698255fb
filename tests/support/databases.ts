import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { openDatabase, type Connection } from '#server/db/connect.ts';
import { maintainEmbeddedDatabase } from '#server/db/maintain-statistics.ts';

/** The two kinds of database that the product supports. */
export type DatabaseKind = 'embedded' | 'postgres';

/** A migrated database for tests. At first it has no factory. */
export interface TestDatabase {
  readonly kind: DatabaseKind;
  /** The value of DATABASE_URL; undefined for the embedded database. */
  readonly url: string | undefined;
  /** The value of MES_DATA_DIR. */
  readonly dataDir: string;
  /**
   * Opens the database. Until `close`, further calls return the same connection. The connection is closed after the
   * last test. The embedded database allows only one connection, so a server that uses it must be closed first.
   */
  open: () => Promise<Connection>;
  /** Closes the connection that `open` opened. */
  close: () => Promise<void>;
}

/** Lists the kinds of database of this run. `unavailableReason` is null for an available kind. */
export function listDatabaseKinds(): { kind: DatabaseKind; unavailableReason: string | null }[] {
  const kinds = inject('kinds') as DatabaseKind[];
  return kinds.map((kind) => ({
    kind,
    unavailableReason:
      kind === 'postgres' && inject('postgres') === null ? 'PostgreSQL is not installed' : null,
  }));
}

/**
 * Returns the kind of database for tests that do not depend on the kind. PostgreSQL needs less processor time than the
 * embedded database.
 */
export const findQuickestDatabaseKind = (): DatabaseKind =>
  listDatabaseKinds().findLast(({ unavailableReason }) => unavailableReason === null)?.kind ?? 'embedded';

/**
 * How often tests repeat concurrent calls on the embedded database. More repetitions would prove nothing,
 * because its one connection runs the calls one after the other.
 */
const MAX_EMBEDDED_ROUNDS = 2;

/**
 * Returns how often a test repeats its concurrent calls. @param rounds the number of repetitions on
 * PostgreSQL
 */
export const limitRounds = ({ kind }: TestDatabase, rounds: number): number =>
  kind === 'embedded' ? Math.min(rounds, MAX_EMBEDDED_ROUNDS) : rounds;

/**
 * Returns the items that a test goes through: all of them on the quickest kind of database, every third one on the
 * other kind. There each item takes several times as long, and runs the same code. MES_TEST_LONG=on goes through all of
 * them.
 */
export const sampleItems = <T>({ kind }: TestDatabase, items: readonly T[]): readonly T[] =>
  kind === findQuickestDatabaseKind() || process.env.MES_TEST_LONG === 'on'
    ? items
    : items.filter((_, index) => index % 3 === 0);

/** Connects to the PostgreSQL server of this run as the administrator, and closes the connection after `run`. */
export async function runWithPostgresConnection<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  const admin = await openDatabase({ url: inject('postgres')!, dataDir: tmpdir(), poolSize: 1 });
  try {
    return await run(admin);
  } finally {
    await admin.close();
  }
}

async function createDatabaseFromTemplate(name: string): Promise<string> {
  await runWithPostgresConnection((admin) =>
    admin.pool.query(`create database ${name} template ${inject('postgresTemplate')}`),
  );
  const url = new URL(inject('postgres')!);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the URL with which a test itself connects. A Unix socket needs less processor time than TCP. */
function makeSocketUrl(url: string): string {
  const folder = inject('postgresSocketFolder');
  if (folder === null) return url;
  const socketUrl = new URL(url);
  socketUrl.searchParams.set('host', folder);
  return socketUrl.href;
}

interface OpenedDatabase {
  connection: Connection;
  stopMaintenance: () => Promise<void>;
}

/**
 * Opens a database and keeps its statistics up to date, as a server does. Without them some statements take seconds.
 */
async function openDatabaseWithStatistics(options: {
  url?: string;
  dataDir: string;
}): Promise<OpenedDatabase> {
  const connection = await openDatabase(options);
  return { connection, stopMaintenance: await maintainEmbeddedDatabase(connection, console.error) };
}

/** Creates a database as a copy of the migrated template. */
export async function makeDatabase(
  kind: DatabaseKind,
): Promise<TestDatabase & { remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mes-test-'));
  const name = `mes_test_${randomUUID().replaceAll('-', '')}`;
  const url = kind === 'postgres' ? await createDatabaseFromTemplate(name) : undefined;
  if (kind === 'embedded')
    cpSync(join(inject('embeddedTemplate'), 'pg'), join(dataDir, 'pg'), { recursive: true });
  let openedDatabase: Promise<OpenedDatabase> | null = null;
  const close = async () => {
    const databaseToClose = await openedDatabase;
    openedDatabase = null;
    await databaseToClose?.stopMaintenance();
    await databaseToClose?.connection.close();
  };
  return {
    kind,
    url,
    dataDir,
    open: async () =>
      (await (openedDatabase ??= openDatabaseWithStatistics({ url: url && makeSocketUrl(url), dataDir })))
        .connection,
    close,
    remove: async () => {
      await close();
      if (kind === 'postgres')
        await runWithPostgresConnection((admin) =>
          admin.pool.query(`drop database if exists ${name} with (force)`),
        );
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Registers the same tests for each kind of database of this run, each time with a new database.
 * Tests for an unavailable database are reported as skipped.
 * @param body registers the tests, which may use the database only while they run
 * @param onlyKind the only kind that the tests apply to; by default they apply to all kinds
 */
export function describeForEachDatabase(
  name: string,
  body: (database: TestDatabase) => void,
  onlyKind?: DatabaseKind,
): void {
  const databaseKinds = listDatabaseKinds();
  for (const { kind, unavailableReason } of databaseKinds) {
    const isOtherKind = onlyKind !== undefined && kind !== onlyKind;
    // If this run lacks `onlyKind`, the tests are skipped: vitest rejects a file without tests.
    if (isOtherKind && databaseKinds.some((databaseKind) => databaseKind.kind === onlyKind)) continue;
    const skipReason = unavailableReason ?? (isOtherKind ? `it is only for ${onlyKind}` : null);
    const title = skipReason ? `${name} (${kind}: ${skipReason})` : `${name} (${kind})`;
    describe.skipIf(skipReason !== null)(title, () => {
      let createdDatabase: Awaited<ReturnType<typeof makeDatabase>> | null = null;
      const requireDatabase = () => {
        if (!createdDatabase) throw new Error('The database exists only while tests run');
        return createdDatabase;
      };
      beforeAll(async () => {
        createdDatabase = await makeDatabase(kind);
      });
      afterAll(() => createdDatabase?.remove());
      body({
        kind,
        get url() {
          return requireDatabase().url;
        },
        get dataDir() {
          return requireDatabase().dataDir;
        },
        open: () => requireDatabase().open(),
        close: () => requireDatabase().close(),
      });
    });
  }
}
