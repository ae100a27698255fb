import { appendFileSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/connect.ts';
import { WireKeys } from '#server/http/wire-keys.ts';
import { PLAN_ONCE_SETTING, POSTGRES_SOCKETS_VARIABLE, startCluster, type Cluster } from './cluster.ts';
import { findPostgres } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The kinds of database that the tests run on. */
    kinds: string[];
    /** The administrator's URL of the PostgreSQL server; null if there is none. */
    postgres: string | null;
    /** The folder of the Unix socket of the PostgreSQL server; null if it is not known. */
    postgresSocketFolder: string | null;
    /** The name of a migrated PostgreSQL database to copy. */
    postgresTemplate: string;
    /**
     * The name of a PostgreSQL database with the demonstration factory. The first test that needs this database creates
     * it.
     */
    postgresDemoTemplate: string;
    /** The data folder of a migrated embedded database to copy. */
    embeddedTemplate: string;
  }
}

const TEMPLATE_DATABASE_PREFIX = 'mes_template';

async function migrateTemplateDatabase(options: { url?: string; dataDir: string }): Promise<void> {
  const connection = await openDatabase(options);
  try {
    await migrateDatabase(connection.pool);
    // Making a key pair takes longer than opening a database, so the copies share the pair of their template.
    await WireKeys.open(connection.db);
    await connection.pool.query('analyze');
  } finally {
    await connection.close();
  }
}

/**
 * Lines of the configuration of embedded databases. The database clears its shared buffers when it opens. With the
 * default of 128 MB, that takes 0.1 s longer. 32 MB are enough for a test database.
 */
const EMBEDDED_DATABASE_SETTINGS = `shared_buffers = '32MB'
${PLAN_ONCE_SETTING}`;

/**
 * The environment variable with the data folder of a migrated embedded database. The template then starts as a copy of
 * it and runs only the migrations that it lacks, because all migrations take seconds.
 */
export const TEMPLATE_TO_MIGRATE_VARIABLE = 'MES_TEST_TEMPLATE_TO_MIGRATE';

/**
 * Creates a migrated embedded database to copy, unless an earlier suite of this run has left one in MES_TEST_TEMPLATES.
 * @returns its data folder, and whether later suites share it
 */
async function prepareEmbeddedTemplate(): Promise<{ dataDir: string; isShared: boolean }> {
  const sharedFolder = process.env.MES_TEST_TEMPLATES;
  const sharedDataDir = sharedFolder ? join(sharedFolder, 'migrated') : null;
  if (sharedDataDir && existsSync(sharedDataDir)) return { dataDir: sharedDataDir, isShared: true };
  const dataDir = mkdtempSync(join(tmpdir(), 'mes-template-'));
  const templateToMigrate = process.env[TEMPLATE_TO_MIGRATE_VARIABLE];
  if (templateToMigrate) cpSync(join(templateToMigrate, 'pg'), join(dataDir, 'pg'), { recursive: true });
  await migrateTemplateDatabase({ dataDir });
  if (!templateToMigrate) appendFileSync(join(dataDir, 'pg/postgresql.conf'), EMBEDDED_DATABASE_SETTINGS);
  if (!sharedDataDir) return { dataDir, isShared: false };
  // The folder gets its shared name last, so that no suite takes a partial database.
  renameSync(dataDir, sharedDataDir);
  return { dataDir: sharedDataDir, isShared: true };
}

/**
 * Finds or starts the PostgreSQL server of a suite, and creates a migrated template of each kind of database.
 * `makeDatabase` copies a template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kinds = (process.env.MES_TEST_DATABASES ?? 'embedded,postgres').split(',');
  const { dataDir, isShared } = kinds.includes('embedded')
    ? await prepareEmbeddedTemplate()
    : { dataDir: mkdtempSync(join(tmpdir(), 'mes-template-')), isShared: false };
  let cluster: Cluster | null = null;
  let url: string | null = null;
  if (kinds.includes('postgres')) {
    url = process.env.MES_TEST_POSTGRES ?? null;
    if (url === 'none') {
      url = null;
    } else if (url === null) {
      const programs = await findPostgres();
      if (programs) {
        cluster = await startCluster(programs.folder, PLAN_ONCE_SETTING);
        url = cluster.url;
      } else {
        console.warn('PostgreSQL is not installed (version 15 or newer): its tests are skipped.');
      }
    }
  }
  const templateName = `${TEMPLATE_DATABASE_PREFIX}_${process.pid}_${project.name}`;
  const demoTemplateName = `${templateName}_demo`;
  if (url !== null) {
    const admin = await openDatabase({ url, dataDir, poolSize: 1 });
    await admin.pool.query(`create database ${templateName}`);
    const templateUrl = new URL(url);
    templateUrl.pathname = `/${templateName}`;
    await migrateTemplateDatabase({ url: templateUrl.href, dataDir });
    await admin.close();
  }
  project.provide('kinds', kinds);
  project.provide('postgres', url);
  project.provide(
    'postgresSocketFolder',
    cluster?.socketFolder ?? process.env[POSTGRES_SOCKETS_VARIABLE] ?? null,
  );
  project.provide('postgresTemplate', templateName);
  project.provide('postgresDemoTemplate', demoTemplateName);
  project.provide('embeddedTemplate', dataDir);
  return async () => {
    if (url !== null && cluster === null) {
      const admin = await openDatabase({ url, dataDir, poolSize: 1 });
      for (const name of [templateName, demoTemplateName])
        await admin.pool.query(`drop database if exists ${name} with (force)`);
      await admin.close();
    }
    cluster?.remove();
    if (!isShared) rmSync(dataDir, { recursive: true, force: true });
  };
}
