import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { makeDatabase, type TestDatabase } from './databases.ts';
import { startTestServer } from './wire-server.ts';

/** Longest that somebody else may take to make it, in milliseconds. */
const PATIENCE_MS = 180_000;

/** Where the made one lies: with the other templates of this run. */
const place = (): string => join(process.env.MES_TEST_TEMPLATES ?? inject('embeddedTemplate'), 'demo');

async function make(at: string): Promise<void> {
  const database = await makeDatabase('embedded');
  try {
    const server = await startTestServer(database, { MES_DEMO: 'on' });
    await server.close();
    // Whoever sees the folder sees all of it.
    renameSync(database.dataDir, at);
  } finally {
    await database.remove();
  }
}

/**
 * Puts the demonstration factory into a test's embedded database, before it is opened: it is made once in a run and
 * copied. That it can be made is tested by itself.
 */
export async function fillWithDemo(database: TestDatabase): Promise<void> {
  if (database.kind !== 'embedded') return;
  const at = place();
  const until = Date.now() + PATIENCE_MS;
  while (!existsSync(at)) {
    try {
      mkdirSync(`${at}.lock`);
    } catch {
      // Somebody else makes it.
      if (Date.now() > until) throw new Error(`Nobody made the demonstration factory at ${at}`);
      await wait(200);
      continue;
    }
    try {
      await make(at);
    } finally {
      rmSync(`${at}.lock`, { recursive: true, force: true });
    }
  }
  rmSync(join(database.dataDir, 'pg'), { recursive: true, force: true });
  cpSync(at, database.dataDir, { recursive: true });
}
