import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { root } from '../root.ts';

/** An embedded PostgreSQL on a folder, and where to reach it. */
interface Embedded {
  /** The folder of its socket: what `pg` takes as host. */
  host: string;
  port: number;
  close: () => Promise<void>;
}

const SOCKET = '.s.PGSQL.5432';
/** Longest path that a Unix socket may have on every system we know. */
const LONGEST = 90;

function socketFolder(folder: string): string {
  if (join(folder, SOCKET).length <= LONGEST) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `mes-${name}`);
}

/** Of Node, which its types do not name. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
let program: Promise<object> | null = null;

/** The database's program; a process that opens several compiles it once, and they share the machine code. */
function compiled(): Promise<object> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  program ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return program;
}

const answers = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });

/**
 * Opens the embedded database. Its socket is the lock: two processes on one folder would destroy it,
 * so a folder whose socket answers is refused, and one whose process was killed is taken over.
 * @throws Error in plain words where another process holds the folder
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const folder = resolve(dataDir, 'pg');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const host = socketFolder(resolve(dataDir));
  mkdirSync(host, { recursive: true, mode: 0o700 });
  const path = join(host, SOCKET);
  if (await answers(path)) throw new Error(`Another process already runs on ${dataDir}; stop it first.`);
  rmSync(path, { force: true });
  const stale = join(folder, 'postmaster.pid');
  if (existsSync(stale)) rmSync(stale, { force: true });

  const worker = new Worker(join(root, 'server/db/embedded-worker.mjs'), {
    workerData: { folder, path, program: await compiled() },
  });
  const said = (word: string) =>
    new Promise<void>((done, failed) => {
      worker.on('message', (message) => {
        if (message === word) done();
      });
      worker.once('error', failed);
      worker.once('exit', (code) => failed(new Error(`The embedded database stopped (${code}).`)));
    });
  await said('ready');
  return {
    host,
    port: 5432,
    close: async () => {
      const closed = said('closed');
      worker.postMessage('close');
      await closed.catch(() => undefined);
      await worker.terminate();
      rmSync(path, { force: true });
    },
  };
}
