import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { makeDatabase, type TestDatabase } from './databases.ts';
import { startTestServer } from './wire-server.ts';

/** How long to wait for another test file that is creating the demonstration factory, in milliseconds. */
const CREATION_TIMEOUT_MS = 180_000;

/** Returns the folder for the template with the demonstration factory. */
const getDemoTemplatePath = (): string =>
  join(process.env.MES_TEST_TEMPLATES ?? inject('embeddedTemplate'), 'demo');

async function createDemoTemplate(templatePath: string): Promise<void> {
  const database = await makeDatabase('embedded');
  try {
    const server = await startTestServer(database, { MES_DEMO: 'on' });
    await server.close();
    // Renaming is atomic: other test files never see a partial folder.
    renameSync(database.dataDir, templatePath);
  } finally {
    await database.remove();
  }
}

/**
 * Replaces the contents of an embedded test database, which must not be open, by the demonstration factory. The factory
 * is created once per run. On PostgreSQL this does nothing: a server with MES_DEMO=on creates the factory at its start.
 */
export async function replaceDatabaseWithDemo(database: TestDatabase): Promise<void> {
  if (database.kind !== 'embedded') return;
  const templatePath = getDemoTemplatePath();
  const deadline = Date.now() + CREATION_TIMEOUT_MS;
  while (!existsSync(templatePath)) {
    try {
      mkdirSync(`${templatePath}.lock`);
    } catch {
      // Another test file is creating the demonstration factory.
      if (Date.now() > deadline)
        throw new Error(`The demonstration factory was not created at ${templatePath} in time`);
      await wait(200);
      continue;
    }
    try {
      await createDemoTemplate(templatePath);
    } finally {
      rmSync(`${templatePath}.lock`, { recursive: true, force: true });
    }
  }
  rmSync(join(database.dataDir, 'pg'), { recursive: true, force: true });
  cpSync(templatePath, database.dataDir, { recursive: true });
}
