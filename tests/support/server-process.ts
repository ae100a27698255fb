import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectFolder } from '#server/root.ts';

export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** A server in its own process, which a test can kill. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Returns everything that the server has printed. */
  getOutput: () => string;
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

const SERVER_MAIN_FILE = 'server/main.ts';

let serverBundle: Promise<string> | null = null;

/**
 * Bundles the server as `npm start` does, because the bundle starts in half the time of its sources. Further calls
 * return the same file, which is deleted when this process exits.
 */
function bundleServerOnce(): Promise<string> {
  serverBundle ??= (async () => {
    const parentFolder = join(projectFolder, 'dist/test-servers');
    mkdirSync(parentFolder, { recursive: true });
    const folder = mkdtempSync(join(parentFolder, 'server-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const command = join(projectFolder, 'server/commands/bundle-server.mjs');
    await promisify(execFile)(process.execPath, [command, folder], { cwd: projectFolder });
    return join(folder, 'main.js');
  })();
  return serverBundle;
}

/**
 * Starts the server in its own process, and waits until it is ready. The server of this project runs as a bundle, any
 * other file from its source.
 * @param port a fixed port, so that a restarted server has the same URL
 * @param mainFile the file to run
 */
export async function startServerProcess(
  database: { url: string | undefined; dataDir: string },
  port: number,
  env: NodeJS.ProcessEnv = {},
  sourceRoot = projectFolder,
  mainFile = SERVER_MAIN_FILE,
): Promise<ServerProcess> {
  const inheritedEnv = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !NOT_INHERITED_VARIABLE_PATTERN.test(name)),
  );
  const nodeArguments =
    sourceRoot === projectFolder && mainFile === SERVER_MAIN_FILE
      ? [await bundleServerOnce()]
      : ['--import', 'tsx', join(sourceRoot, mainFile)];
  const child = spawn(process.execPath, nodeArguments, {
    cwd: sourceRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inheritedEnv,
      PORT: String(port),
      HOST: '127.0.0.1',
      MES_DATA_DIR: database.dataDir,
      ...(database.url ? { DATABASE_URL: database.url } : {}),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // The event 'close' comes after all output. The event 'exit' may come earlier.
  const exitCodePromise = new Promise<number | null>((resolve) =>
    child.once('close', (code) => resolve(code)),
  );
  const killChild = () => void child.kill('SIGKILL');
  process.once('exit', killChild);
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const code = await exitCodePromise;
    process.off('exit', killChild);
    return code;
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server did not start:\n${output}`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return { url, child, getOutput: () => output, end };
    if (Date.now() > deadline) {
      await end('SIGKILL');
      throw new Error(`The server did not answer within ${START_TIMEOUT_MS / 1000} s:\n${output}`);
    }
    await wait(50);
  }
}
