import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const runFile = promisify(execFile);

/** The environment variable with the folder of the Unix socket of the server in MES_TEST_POSTGRES. */
export const POSTGRES_SOCKETS_VARIABLE = 'MES_TEST_POSTGRES_SOCKETS';

/** A PostgreSQL cluster in a temporary folder. */
export interface Cluster {
  /** The administrator's URL of the database `postgres`. */
  url: string;
  /** The folder of the server's Unix socket; null on a system without such sockets. */
  socketFolder: string | null;
  /** Stops the server, which ends all connections. */
  stop: () => void;
  /** Starts the server again after `stop`, and waits until it answers. */
  start: () => Promise<void>;
  /** Stops the server and removes its folder. It may be called twice, and by an exit handler. */
  remove: () => void;
}

/**
 * Finds an unprivileged user to run the cluster as, because initdb and postgres refuse to run as root.
 * @returns null if this process does not run as root
 * @throws Error if it runs as root and there is no such user
 */
function findUnprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const readId = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: readId('-u'), gid: readId('-g') };
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as.');
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/**
 * A line of the configuration of a database. PostgreSQL then plans a prepared statement once, not anew for each of its
 * first five executions. Most tests execute a statement only a few times, so this saves a tenth of their processor
 * time.
 */
export const PLAN_ONCE_SETTING = `plan_cache_mode = force_generic_plan\n`;

/**
 * The default configuration of a cluster. PostgreSQL does not wait for the disk, because a temporary cluster need not
 * survive a power failure.
 */
const POSTGRES_SETTINGS = `listen_addresses = '127.0.0.1'
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 200
shared_buffers = 128MB
max_wal_size = 1GB
checkpoint_timeout = 30min
autovacuum_naptime = 1s
timezone = 'UTC'
log_min_messages = fatal
`;

async function waitUntilReady(url: string, process: ChildProcess, readOutput: () => string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (process.exitCode !== null) throw new Error(`PostgreSQL did not start: ${readOutput()}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await wait(100);
    }
  }
  throw new Error(`PostgreSQL did not answer within 30 s: ${readOutput()}`);
}

/**
 * Starts a cluster. If this process runs as root, the cluster runs as another user.
 * @param programsFolder the folder of PostgreSQL's server programs
 * @param settings lines of postgresql.conf that override POSTGRES_SETTINGS; each ends with a line break
 */
export async function startCluster(programsFolder: string, settings = ''): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'mes-postgres-'));
  const user = findUnprivilegedUser();
  const processUser = user ?? {};
  if (user) chownSync(folder, user.uid, user.gid);
  const dataFolder = join(folder, 'data');
  let server: ChildProcess | null = null;
  let isRemoved = false;
  const stopServer = (mode: 'fast' | 'immediate') =>
    execFileSync(join(programsFolder, 'pg_ctl'), ['stop', '-D', dataFolder, '-m', mode, '-w', '-t', '20'], {
      ...processUser,
      cwd: folder,
      stdio: 'ignore',
    });
  const remove = () => {
    if (isRemoved) return;
    isRemoved = true;
    process.off('exit', remove);
    try {
      if (server) stopServer('immediate');
    } catch {
      server?.kill('SIGKILL');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', remove);
  try {
    const options = { ...processUser, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
    await runFile(
      join(programsFolder, 'initdb'),
      ['-D', dataFolder, '-U', 'mes', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      options,
    );
    const port = await findFreePort();
    writeFileSync(
      join(dataFolder, 'postgresql.auto.conf'),
      `${POSTGRES_SETTINGS}${settings}port = ${port}\nunix_socket_directories = '${folder}'\n`,
    );
    const url = `postgres://mes@127.0.0.1:${port}/postgres`;
    const start = async () => {
      let output = '';
      server = spawn(join(programsFolder, 'postgres'), ['-D', dataFolder], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      server.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)));
      server.unref();
      await waitUntilReady(url, server, () => output);
    };
    await start();
    const socketFolder = process.platform === 'win32' ? null : folder;
    return { url, socketFolder, start, stop: () => stopServer('fast'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
