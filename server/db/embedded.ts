import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EmbeddedDatabaseThread } from './embedded-thread.ts';

/** A running embedded database and its socket. */
interface EmbeddedDatabase {
  /** The folder of the socket, which is the `host` option of the driver `pg`. */
  host: string;
  port: number;
  /** False while the database is stopped because its disk is full. */
  hasDiskSpace: () => boolean;
  close: () => Promise<void>;
}

const SOCKET_FILE = '.s.PGSQL.5432';
/** The maximum length of the socket path. It is below the limits of Linux and macOS for the paths of Unix sockets. */
const MAX_SOCKET_PATH_LENGTH = 90;

function chooseSocketFolder(folder: string): string {
  if (join(folder, SOCKET_FILE).length <= MAX_SOCKET_PATH_LENGTH) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `mes-${name}`);
}

const isListening = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });

/**
 * Opens the embedded database. Two processes would corrupt its folder, so the socket serves as a lock. If
 * the socket accepts connections, another process uses the folder. A socket that accepts no connections is
 * left over from a dead process and is deleted.
 * @throws Error with a readable message if another process uses the folder, or if the disk is full
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir, 'pg');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const socketFolder = chooseSocketFolder(resolve(dataDir));
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  const path = join(socketFolder, SOCKET_FILE);
  if (await isListening(path)) throw new Error(`Another process already runs on ${dataDir}; stop it first.`);
  rmSync(path, { force: true });
  const stalePidFile = join(folder, 'postmaster.pid');
  if (existsSync(stalePidFile)) rmSync(stalePidFile, { force: true });

  const thread = new EmbeddedDatabaseThread(folder, path);
  await thread.start();
  return {
    host: socketFolder,
    port: 5432,
    hasDiskSpace: () => thread.hasDiskSpace,
    close: async () => {
      await thread.close();
      rmSync(path, { force: true });
    },
  };
}
