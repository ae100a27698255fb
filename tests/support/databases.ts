import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { openDatabase, type Connection } from '#server/db/connect.ts';

/** The two databases that the product runs on. */
export type DatabaseKind = 'embedded' | 'postgres';

/** A database of a test file's own, migrated and empty. */
export interface TestDatabase {
  readonly kind: DatabaseKind;
  /** What DATABASE_URL says; undefined for the embedded one. */
  readonly url: string | undefined;
  /** What MES_DATA_DIR says. */
  readonly dataDir: string;
  /**
   * Opens it beside nobody: the embedded one has a single connection, so a server on it must be closed first.
   * Opened once, closed with the test file.
   */
  open: () => Promise<Connection>;
  /** Closes what `open` opened. */
  close: () => Promise<void>;
}

/** The databases that this run tests on, and why one of them is left out. */
export function databases(): { kind: DatabaseKind; missing: string | null }[] {
  const kinds = inject('kinds') as DatabaseKind[];
  return kinds.map((kind) => ({
    kind,
    missing: kind === 'postgres' && inject('postgres') === null ? 'PostgreSQL is not installed' : null,
  }));
}

async function onPostgres<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  const admin = await openDatabase({ url: inject('postgres')!, dataDir: tmpdir(), poolSize: 1 });
  try {
    return await run(admin);
  } finally {
    await admin.close();
  }
}

async function copyTemplate(name: string): Promise<string> {
  await onPostgres((admin) =>
    admin.pool.query(`create database ${name} template ${inject('postgresTemplate')}`),
  );
  const url = new URL(inject('postgres')!);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes a fresh database: a copy of the migrated template. */
export async function makeDatabase(
  kind: DatabaseKind,
): Promise<TestDatabase & { remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mes-test-'));
  const name = `mes_test_${randomUUID().replaceAll('-', '')}`;
  const url = kind === 'postgres' ? await copyTemplate(name) : undefined;
  if (kind === 'embedded')
    cpSync(join(inject('embeddedTemplate'), 'pg'), join(dataDir, 'pg'), { recursive: true });
  let opened: Promise<Connection> | null = null;
  const close = async () => {
    const connection = opened;
    opened = null;
    if (connection) await (await connection).close();
  };
  return {
    kind,
    url,
    dataDir,
    open: () => (opened ??= openDatabase({ url, dataDir })),
    close,
    remove: async () => {
      await close();
      if (kind === 'postgres')
        await onPostgres((admin) => admin.pool.query(`drop database if exists ${name} with (force)`));
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * The same tests on every database of this run, each in a fresh one; those of a database that is not there are
 * skipped, and counted as such.
 * @param body registers tests; what it is given may be used inside them, not while they are registered
 * @param only the one database that the tests are about
 */
export function eachDatabase(
  name: string,
  body: (database: TestDatabase) => void,
  only?: DatabaseKind,
): void {
  const all = databases();
  for (const { kind, missing } of all) {
    const other = only !== undefined && kind !== only;
    // A run that has not the one at all says so: a file without any test is a mistake.
    if (other && all.some((one) => one.kind === only)) continue;
    const why = missing ?? (other ? `it is about the ${only} one` : null);
    const title = why ? `${name} (${kind}: ${why})` : `${name} (${kind})`;
    describe.skipIf(why !== null)(title, () => {
      let made: Awaited<ReturnType<typeof makeDatabase>> | null = null;
      const its = () => {
        if (!made) throw new Error('The database is there only while tests run');
        return made;
      };
      beforeAll(async () => {
        made = await makeDatabase(kind);
      });
      afterAll(() => made?.remove());
      body({
        kind,
        get url() {
          return its().url;
        },
        get dataDir() {
          return its().dataDir;
        },
        open: () => its().open(),
        close: () => its().close(),
      });
    });
  }
}
