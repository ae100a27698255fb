import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Asks `/healthz` again and again. It runs in a thread of its own, because the test itself keeps its thread busy. */
const ASK_REPEATEDLY = `
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

/** What `/healthz` answered since the last look. */
export interface HealthFigures {
  /** The longest time of an answer, in milliseconds. */
  slowest: number;
  /** The number of calls without an answer. */
  failures: number;
}

/** Watches the health of a server until it is closed. */
export function watchHealth(url: string): {
  take: () => Promise<HealthFigures>;
  close: () => Promise<unknown>;
} {
  const worker = new Worker(ASK_REPEATEDLY, { eval: true, workerData: { url } });
  return {
    take: () =>
      new Promise((done, failed) => {
        worker.once('error', failed);
        worker.once('message', (figures: HealthFigures) => {
          worker.off('error', failed);
          done(figures);
        });
        worker.postMessage(null);
      }),
    close: () => worker.terminate(),
  };
}

const ANSWER_AT_ONCE = `
const server = require('node:http').createServer((_request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/**
 * Starts a process that only answers. It shows how slow the machine itself is at the moment, because other processes
 * keep it busy.
 */
export async function startIdleServer(): Promise<{ url: string; close: () => void }> {
  const child = spawn(process.execPath, ['-e', ANSWER_AT_ONCE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, close: () => void child.kill('SIGKILL') };
}
