import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from './connect.ts';

/** The subfolders of the data folder that a backup contains: the embedded database and the uploaded files. */
const BACKED_UP_FOLDERS = ['pg', 'files'] as const;

const copyBackedUpFolders = (from: string, to: string): void => {
  for (const name of BACKED_UP_FOLDERS)
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
};

/**
 * Backs up the embedded database and the uploaded files. The server must be stopped.
 * @param target a folder that does not exist yet, or is empty
 * @throws Error if there is no embedded database, if the target is not empty, or if a server uses the
 * database
 */
export async function backUpDatabaseAndFiles(dataDir: string, target: string): Promise<void> {
  if (!existsSync(join(dataDir, 'pg'))) throw new Error(`there is no embedded database in ${dataDir}`);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty`);
  // Opening the database fails while a server uses it. Closing it writes all its data to the folder.
  const connection = await openDatabase({ dataDir });
  await connection.close();
  mkdirSync(target, { recursive: true, mode: 0o700 });
  copyBackedUpFolders(dataDir, target);
}

/**
 * Restores a backup of the embedded database and the uploaded files. The server must be stopped. A previous
 * database and previous files are moved to a folder `before-…` inside the data folder.
 * @returns the folder with the previous data; null if there was none
 * @throws Error if `source` is no backup, or if a server uses the database
 */
export async function restoreDatabaseAndFiles(dataDir: string, source: string): Promise<string | null> {
  if (!existsSync(join(source, 'pg', 'PG_VERSION'))) throw new Error(`${source} is no backup`);
  let previousDataFolder: string | null = null;
  if (existsSync(join(dataDir, 'pg'))) {
    // Opening the database fails while a server uses it.
    const oldDatabase = await openDatabase({ dataDir });
    await oldDatabase.close();
  }
  if (BACKED_UP_FOLDERS.some((name) => existsSync(join(dataDir, name)))) {
    previousDataFolder = join(
      resolve(dataDir),
      `before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`,
    );
    mkdirSync(previousDataFolder, { recursive: true, mode: 0o700 });
    for (const name of BACKED_UP_FOLDERS)
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(previousDataFolder, name));
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyBackedUpFolders(source, dataDir);
  // The next start compares `home` with the identity of the database. Because they differ, it begins a new
  // epoch of the change feed.
  const connection = await openDatabase({ dataDir });
  try {
    await connection.db.updateTable('feedMeta').set({ home: 'restored' }).execute();
  } finally {
    await connection.close();
  }
  return previousDataFolder;
}
