import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import type { FirstStartResult } from '#server/start/first-start.ts';
import {
  makeDatabase,
  runWithPostgresConnection,
  type DatabaseKind,
  type TestDatabase,
} from './databases.ts';
import { startTestServer } from './wire-server.ts';

/** How long to wait for another test file that is creating the demonstration factory, in milliseconds. */
const CREATION_TIMEOUT_MS = 600_000;

/** A template with the demonstration factory, which each kind of database stores in its own way. */
interface DemoTemplate {
  /** The folder whose creation reserves the right to create the template. */
  lockPath: string;
  exists: () => Promise<boolean>;
  /** Makes the template from the database of a server that has created the demonstration factory. */
  store: (database: TestDatabase) => Promise<void>;
  /** Replaces the contents of a database by the template. */
  copyTo: (database: TestDatabase) => Promise<void>;
}

const getDatabaseName = ({ url }: TestDatabase): string => new URL(url!).pathname.slice(1);

function findEmbeddedTemplate(): DemoTemplate {
  const path = join(process.env.MES_TEST_TEMPLATES ?? inject('embeddedTemplate'), 'demo');
  return {
    lockPath: `${path}.lock`,
    exists: () => Promise.resolve(existsSync(path)),
    // Renaming is atomic: other test files never see a partial folder.
    store: async ({ dataDir }) => renameSync(dataDir, path),
    copyTo: async ({ dataDir }) => {
      rmSync(join(dataDir, 'pg'), { recursive: true, force: true });
      cpSync(path, dataDir, { recursive: true });
    },
  };
}

function findPostgresTemplate(): DemoTemplate {
  const templateName = inject('postgresDemoTemplate');
  return {
    lockPath: join(inject('embeddedTemplate'), 'postgres-demo.lock'),
    exists: () =>
      runWithPostgresConnection(async ({ pool }) => {
        const { rows } = await pool.query('select from pg_database where datname = $1', [templateName]);
        return rows.length > 0;
      }),
    store: (database) =>
      runWithPostgresConnection(async ({ pool }) => {
        await pool.query(`alter database ${getDatabaseName(database)} rename to ${templateName}`);
      }),
    copyTo: (database) =>
      runWithPostgresConnection(async ({ pool }) => {
        const name = getDatabaseName(database);
        await pool.query(`drop database ${name} with (force)`);
        await pool.query(`create database ${name} template ${templateName}`);
      }),
  };
}

/** The file with the result of the first start, which shows passwords only once. */
const getFirstStartFile = (template: DemoTemplate): string => `${template.lockPath}.first-start.json`;

async function createDemoTemplate(kind: DatabaseKind, template: DemoTemplate): Promise<void> {
  const database = await makeDatabase(kind);
  try {
    const server = await startTestServer(database, { MES_DEMO: 'on' });
    await server.close();
    writeFileSync(getFirstStartFile(template), JSON.stringify(server.firstStart));
    await template.store(database);
  } finally {
    await database.remove();
  }
}

/**
 * Replaces the contents of a test database, which must not be open, by the demonstration factory. The factory is
 * created once per run and kind of database, by the first start of a server.
 * @returns the result of this first start
 */
export async function replaceDatabaseWithDemo(database: TestDatabase): Promise<FirstStartResult> {
  const template = database.kind === 'embedded' ? findEmbeddedTemplate() : findPostgresTemplate();
  const deadline = Date.now() + CREATION_TIMEOUT_MS;
  while (!(await template.exists())) {
    try {
      mkdirSync(template.lockPath);
    } catch {
      // Another test file is creating the demonstration factory.
      if (Date.now() > deadline)
        throw new Error(`Another test file did not create the demonstration factory in time`);
      await wait(200);
      continue;
    }
    try {
      // Another test file may have created the template just before this one got the lock.
      if (!(await template.exists())) await createDemoTemplate(database.kind, template);
    } finally {
      rmSync(template.lockPath, { recursive: true, force: true });
    }
  }
  await template.copyTo(database);
  return JSON.parse(readFileSync(getFirstStartFile(template), 'utf8')) as FirstStartResult;
}
