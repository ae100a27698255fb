import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { log } from '../log.ts';
import { projectFolder } from '../root.ts';
import { MIN_FREE_BYTES, readDiskSpace } from './disk-space.ts';

/** A global of Node that the types of Node do not declare. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
let compiledDatabaseModule: Promise<object> | null = null;

/** Compiles the WASM module of the embedded database. Repeated calls return the same promise. */
function compileDatabaseModule(): Promise<object> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  compiledDatabaseModule ??= readFile(join(folder, 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiledDatabaseModule;
}

/** The pause between two attempts to start the database again, in milliseconds. */
const RESTART_INTERVAL_MS = 1000;

const CLOSE_TIMEOUT_MS = 10_000;

/**
 * The thread of the embedded database. After a failure, such as a full disk, the database cannot continue.
 * The thread is then ended. As soon as the disk has room, a new thread restores the database from its
 * write-ahead log.
 */
export class EmbeddedDatabaseThread {
  private readonly folder: string;
  private readonly socketPath: string;
  private worker: Worker | null = null;
  private isDiskFull = false;
  private isClosing = false;
  private pendingRestart: Promise<void> = Promise.resolve();

  /** @param folder the folder of the database, which contains nothing else */
  constructor(folder: string, socketPath: string) {
    this.folder = folder;
    this.socketPath = socketPath;
  }

  /** False while the database is stopped because its disk is full. */
  get hasDiskSpace(): boolean {
    return !this.isDiskFull;
  }

  /**
   * Starts the database, and waits until it accepts connections.
   * @throws Error with a readable message if the disk is full; otherwise the error of the database
   */
  async start(): Promise<void> {
    try {
      await this.startWorker();
    } catch (error) {
      const { freeBytes } = await readDiskSpace(this.folder);
      if (freeBytes >= MIN_FREE_BYTES) throw error;
      throw new Error(`the disk of ${this.folder} is full (${freeBytes} bytes are free); make room first`, {
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.pendingRestart;
    const { worker } = this;
    this.worker = null;
    if (!worker) return;
    const closed = new Promise<void>((done) => {
      worker.on('message', (message) => message === 'closed' && done());
      worker.once('exit', () => done());
    });
    worker.postMessage('close');
    await Promise.race([closed, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    await worker.terminate();
  }

  private async startWorker(): Promise<void> {
    rmSync(this.socketPath, { force: true });
    const worker = new Worker(join(projectFolder, 'server/db/embedded-worker.mjs'), {
      workerData: { folder: this.folder, path: this.socketPath, program: await compileDatabaseModule() },
    });
    await new Promise<void>((done, fail) => {
      worker.on('message', (message: unknown) => message === 'ready' && done());
      worker.once('error', fail);
      worker.once('exit', (code) => fail(new Error(`The embedded database stopped (${code}).`)));
    });
    this.worker = worker;
    worker.on('message', (message: unknown) => {
      const { failure } = Object(message) as { failure?: string };
      if (failure !== undefined) this.restart(worker, failure);
    });
    worker.on('error', (error) => this.restart(worker, error.message));
    worker.once('exit', (code) => this.restart(worker, `it stopped (${code})`));
  }

  /** Ends a failed thread, and starts the database again as soon as the disk has room. */
  private restart(failedWorker: Worker, reason: string): void {
    if (this.worker !== failedWorker || this.isClosing) return;
    this.worker = null;
    log.error({ reason }, 'The embedded database cannot continue; starting it again');
    this.pendingRestart = this.startNewThread(failedWorker).catch((error: unknown) =>
      log.error({ error }, 'No restart'),
    );
  }

  private async startNewThread(failedWorker: Worker): Promise<void> {
    await this.checkRoom();
    await failedWorker.terminate();
    let failureCount = 0;
    while (!this.isClosing) {
      if (await this.checkRoom()) {
        try {
          await this.startWorker();
          log.warn('The embedded database runs again');
          return;
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          if (failureCount++ === 0)
            log.error({ error: message }, 'The embedded database does not start; trying on');
        }
      }
      await pause(RESTART_INTERVAL_MS);
    }
  }

  /** Reads whether the disk has room for the database to run, and stores the result for `hasDiskSpace`. */
  private async checkRoom(): Promise<boolean> {
    this.isDiskFull = (await readDiskSpace(this.folder)).freeBytes < MIN_FREE_BYTES;
    return !this.isDiskFull;
  }
}
