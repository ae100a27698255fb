import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster, type Cluster } from '#tests/support/cluster.ts';
import { findPostgres } from '#tests/support/programs.ts';

/** The log-in of the administrator in the benchmarks. */
export const BENCH_LOGIN = { factoryCode: 'BENCH', employeeCode: 'admin', password: 'Workplace-1234' };
/**
 * PostgreSQL settings as in production: a report is on disk before it is acknowledged. PostgreSQL also records commit
 * times, because the measurements need them.
 */
const DURABLE_SETTINGS =
  'fsync = on\nsynchronous_commit = on\nfull_page_writes = on\ntrack_commit_timestamp = on\n';

/** The PostgreSQL cluster and the data folder of a benchmark. */
export interface Installation {
  cluster: Cluster;
  dataDir: string;
  /** A one-line description of the machine. */
  machine: string;
}

/** Makes the environment variables of a server that uses this database and this data folder. */
export const makeServerEnvironment = (url: string, dataDir: string) => ({
  MES_DATA_DIR: dataDir,
  DATABASE_URL: url,
  MES_DEMO: 'off',
  MES_FACTORY_CODE: BENCH_LOGIN.factoryCode,
  MES_ADMIN_PASSWORD: BENCH_LOGIN.password,
  MES_CAPTCHA: 'off',
  MES_RATE_LIMIT: '0',
  MES_LOG_LEVEL: 'warn',
});

export const makeDatabaseUrl = ({ cluster }: Pick<Installation, 'cluster'>, database: string): string =>
  Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href;

/** Executes a statement as the administrator of PostgreSQL, for example `create database`. */
export async function executeAsAdministrator(
  { cluster }: Pick<Installation, 'cluster'>,
  statement: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates an installation, runs a measurement and removes the installation.
 * @param settings further lines of postgresql.conf; each ends with a line break
 */
export async function runWithInstallation<T>(
  run: (installation: Installation) => Promise<T>,
  settings = '',
): Promise<T> {
  const programs = await findPostgres();
  if (!programs)
    throw new Error(
      'The bench needs the server programs of PostgreSQL 15 or newer (Debian: apt-get install postgresql).',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'mes-bench-'));
  const cluster = await startCluster(programs.folder, DURABLE_SETTINGS + settings);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL ${programs.major} with fsync`;
  try {
    return await run({ cluster, dataDir, machine });
  } finally {
    cluster.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
