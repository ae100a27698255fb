import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectFolder } from '#server/root.ts';

export const findFreePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

/** A server in its own process, which a test can kill. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Returns everything that the server has printed. */
  said: () => string;
  /**
   * Sends a signal, by default SIGTERM, and waits until the process has exited.
   * @returns the exit code; null if a signal ended the process
   */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** How long a server may take to become ready, in milliseconds. */
const START_TIMEOUT_MS = 60_000;
/** Matches the environment variables of the tests that the server must not inherit. */
const NOT_INHERITED_VARIABLE_PATTERN = /^(MES_|VITEST|DATABASE_URL$|PORT$|HOST$|NODE_ENV$)/;

/**
 * Starts the server from its sources in its own process, and waits until it is ready.
 * @param port a fixed port, so that a restarted server has the same URL
 * @param main the file to run
 */
export async function startServerProcess(
  database: { url: string | undefined; dataDir: string },
  port: number,
  env: NodeJS.ProcessEnv = {},
  sourceRoot = projectFolder,
  main = 'server/main.ts',
): Promise<ServerProcess> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !NOT_INHERITED_VARIABLE_PATTERN.test(name)),
  );
  const child = spawn(process.execPath, ['--import', 'tsx', join(sourceRoot, main)], {
    cwd: sourceRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      PORT: String(port),
      HOST: '127.0.0.1',
      MES_DATA_DIR: database.dataDir,
      ...(database.url ? { DATABASE_URL: database.url } : {}),
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // The event 'close' comes after the whole output, the event 'exit' may come before its end.
  const gone = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const stray = () => void child.kill('SIGKILL');
  process.once('exit', stray);
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const code = await gone;
    process.off('exit', stray);
    return code;
  };
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server did not start:\n${text}`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return { url, child, said: () => text, end };
    if (Date.now() > until) {
      await end('SIGKILL');
      throw new Error(`The server did not answer within ${START_TIMEOUT_MS / 1000} s:\n${text}`);
    }
    await wait(50);
  }
}
