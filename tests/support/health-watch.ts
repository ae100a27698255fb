import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * A script that calls `/healthz` again 50 ms after each answer. It runs in a worker thread, because the test keeps its
 * own thread busy.
 */
const HEALTH_WATCH_SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads');
const { get } = require('node:http');
let slowest = 0;
let failures = 0;
const ask = () => {
  const began = performance.now();
  const next = (failed) => {
    slowest = Math.max(slowest, performance.now() - began);
    failures += failed;
    setTimeout(ask, 50);
  };
  get(workerData.url + '/healthz', { agent: false }, (response) => {
    response.resume();
    response.once('end', () => next(response.statusCode === 200 ? 0 : 1));
  }).once('error', () => next(1));
};
ask();
parentPort.on('message', () => {
  parentPort.postMessage({ slowest, failures });
  slowest = failures = 0;
});
`;

/** Figures about the calls of `/healthz` since the last `readAndResetFigures`. */
export interface HealthFigures {
  /** The duration of the slowest call, in milliseconds. */
  slowest: number;
  /** The number of calls without an answer or with another status than 200. */
  failures: number;
}

/** Calls `/healthz` of a server again and again until `close`. */
export function watchHealth(url: string): {
  readAndResetFigures: () => Promise<HealthFigures>;
  close: () => Promise<unknown>;
} {
  const worker = new Worker(HEALTH_WATCH_SCRIPT, { eval: true, workerData: { url } });
  return {
    readAndResetFigures: () =>
      new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('message', (figures: HealthFigures) => {
          worker.off('error', reject);
          resolve(figures);
        });
        worker.postMessage(null);
      }),
    close: () => worker.terminate(),
  };
}

const IDLE_SERVER_SCRIPT = `
const server = require('node:http').createServer((_request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/**
 * Starts an HTTP server in its own process that answers every call at once. Its response times show how slow the
 * machine is at the moment.
 */
export async function startIdleServer(): Promise<{ url: string; close: () => void }> {
  const child = spawn(process.execPath, ['-e', IDLE_SERVER_SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, close: () => void child.kill('SIGKILL') };
}
