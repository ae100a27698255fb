import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster, type Cluster } from '#tests/support/cluster.ts';
import { findPostgres } from '#tests/support/programs.ts';

/** Who measures. */
export const LOGIN = { factoryCode: 'BENCH', employeeCode: 'admin', password: 'Workplace-1234' };
/** As a factory runs it: an acknowledged report is on the disk. When something was committed is kept, to measure from it. */
const DURABLE = 'fsync = on\nsynchronous_commit = on\nfull_page_writes = on\ntrack_commit_timestamp = on\n';

/** A PostgreSQL of a bench's own, and a folder. */
export interface Installation {
  cluster: Cluster;
  dataDir: string;
  /** The machine, in a line. */
  machine: string;
}

/** What the product is configured with on a database of the installation. */
export const configOf = (url: string, dataDir: string) => ({
  MES_DATA_DIR: dataDir,
  DATABASE_URL: url,
  MES_DEMO: 'off',
  MES_FACTORY_CODE: LOGIN.factoryCode,
  MES_ADMIN_PASSWORD: LOGIN.password,
  MES_CAPTCHA: 'off',
  MES_RATE_LIMIT: '0',
  MES_LOG_LEVEL: 'warn',
});

export const urlOf = ({ cluster }: Pick<Installation, 'cluster'>, database: string): string =>
  Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href;

/** Sends the administrator's statement, such as one that makes a database. */
export async function administer(
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

/** Opens a installation for the length of a measurement, and leaves nothing of it behind. */
export async function withInstallation<T>(run: (installation: Installation) => Promise<T>): Promise<T> {
  const programs = await findPostgres();
  if (!programs)
    throw new Error(
      'The bench needs the server programs of PostgreSQL 15 or newer (Debian: apt-get install postgresql).',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'mes-bench-'));
  const cluster = await startCluster(programs.folder, DURABLE);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL ${programs.major} with fsync`;
  try {
    return await run({ cluster, dataDir, machine });
  } finally {
    cluster.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
