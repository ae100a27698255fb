import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { projectFolder } from '../root.ts';
import { runWithNodeLock } from './lock.ts';

/**
 * Runs the missing migrations, each in its own transaction. Nodes that start at the same time wait for each
 * other.
 * @returns the names of the migrations that ran
 */
export const migrateDatabase = (pool: pg.Pool): Promise<string[]> =>
  runWithNodeLock(pool, 'migrate', async (client) => {
    const folder = join(projectFolder, 'server/db/migrations');
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort();
    await client.query(
      'create table if not exists migration (name text primary key, at timestamptz not null default now())',
    );
    const appliedFiles = new Set(
      (await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name),
    );
    const newFiles: string[] = [];
    for (const file of files) {
      if (appliedFiles.has(file)) continue;
      await client.query('begin');
      try {
        await client.query(readFileSync(join(folder, file), 'utf8'));
        await client.query('insert into migration (name) values ($1)', [file]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(
          `Migration ${file} failed: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      }
      newFiles.push(file);
    }
    return newFiles;
  });
