// `npm run backup -- FOLDER` and `npm run restore -- FOLDER`, for the embedded database.
import { backUpDatabaseAndFiles, restoreDatabaseAndFiles } from '../db/backup.ts';
import { readConfig } from '../config.ts';

const [action, folder] = process.argv.slice(2);

async function runBackupCommand(): Promise<string> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl) throw new Error('DATABASE_URL is set: use pg_dump and psql, see server/operations.md');
  if (!folder) throw new Error(`name a folder: npm run ${action} -- /backups/monday`);
  if (action === 'backup') {
    await backUpDatabaseAndFiles(dataDir, folder);
    return `${dataDir} is backed up in ${folder}`;
  }
  const previousDataFolder = await restoreDatabaseAndFiles(dataDir, folder);
  return `${dataDir} is restored from ${folder}${previousDataFolder ? `; the data from before is in ${previousDataFolder}` : ''}`;
}

try {
  console.log(await runBackupCommand());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
