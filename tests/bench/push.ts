import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Client } from 'pg';
import { WireClient } from '#server/demo/wire-client.ts';
import { openScreen, type Screen } from '#tests/support/live-node.ts';
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts';
import { printResult } from './expected.ts';
import {
  executeAsAdministrator,
  makeServerEnvironment,
  runWithInstallation,
  BENCH_LOGIN,
  makeDatabaseUrl,
} from './installation.ts';
import { createPersonWithOrder } from './make-workplace.ts';
import { computeQuantile } from './quantiles.ts';
import {
  makeFinishFields,
  createHttpWriter,
  measureReportPairsPerSecond,
  makeStartFields,
} from './writers.ts';

const SCREEN_COUNT = 100;
const WRITER_COUNT = 4;
const MEASURED_SECONDS = Number(process.env['MES_BENCH_SECONDS'] ?? 8);
const SINGLE_CHANGE_COUNT = 20;
/** After this time without a change, the server sends the next change at once. */
const QUIET_MS = 1200;
const WATCHED_REPORT_PATH = '/mes/form/latestReports';
const MAX_SINGLE_CHANGE_DELAY_MS = 60;
const MAX_BUSY_CHANGE_DELAY_MS = 350;

/** The time, in epoch milliseconds, at which a screen had received all changes up to a feed position. */
export interface ChangeArrival {
  pos: number;
  at: number;
}

/** The part of the ws client that this benchmark uses. */
interface BareSocket {
  on: (event: 'message' | 'open', listener: (data: { toString: () => string }) => void) => void;
  close: () => void;
}
const { WebSocket } = createRequire(import.meta.url)('ws') as {
  WebSocket: new (url: string) => BareSocket;
};

/**
 * Reads the commit times of the transactions that wrote a report.
 * @returns milliseconds of the system clock, by the first feed position of the transaction
 */
export async function readCommitTimes(url: string, from: number, to: number): Promise<Map<number, number>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pos: string; at: string }>(
    `select min(pos) as pos, extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as at from feed
     where pos > $1 and pos <= $2 group by xmin having bool_or(topic = 'report')`,
    [from, to],
  );
  await client.end();
  return new Map(rows.map((row) => [Number(row.pos), Number(row.at)]));
}

/**
 * Computes the time from each commit until each screen received its change, in milliseconds. A change that a screen did
 * not receive is left out.
 */
export function computeLatencies(
  commitTimeByPos: ReadonlyMap<number, number>,
  arrivalsByScreen: readonly ChangeArrival[][],
): number[] {
  return [...commitTimeByPos].flatMap(([pos, committedAt]) =>
    arrivalsByScreen.flatMap((arrivals) => {
      const firstArrival = arrivals.find((arrival) => arrival.pos >= pos);
      return firstArrival ? [firstArrival.at - committedAt] : [];
    }),
  );
}

const findLastFeedPosition = (arrivalsByScreen: readonly ChangeArrival[][]): number =>
  Math.max(0, ...arrivalsByScreen.map((arrivals) => arrivals.at(-1)?.pos ?? 0));

/**
 * Measures the broadcast of a text of this size to SCREEN_COUNT plain WebSockets.
 * @returns the delays in milliseconds
 */
async function measurePlainSockets(bytes: number): Promise<number[]> {
  const worker = new Worker(new URL('./broadcaster.mjs', import.meta.url), { workerData: { bytes } });
  const [{ port }] = (await once(worker, 'message')) as [{ port: number }];
  const latenciesMs: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: SCREEN_COUNT }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      await new Promise<void>((resolve) => socket.on('open', () => resolve()));
      socket.on('message', (data) => {
        const { at } = JSON.parse(data.toString()) as { at: number };
        latenciesMs.push(Date.now() - at);
      });
      return socket;
    }),
  );
  for (let round = 0; round < 40; round++) {
    worker.postMessage('send');
    await wait(50);
  }
  for (const socket of sockets) socket.close();
  await worker.terminate();
  return latenciesMs;
}

/**
 * Measures the time from the commit of a report to its arrival at SCREEN_COUNT screens. For comparison it also measures
 * a broadcast to plain WebSockets.
 */
export async function measurePush(): Promise<void> {
  await runWithInstallation(async (installation) => {
    console.log(`${installation.machine}; ${SCREEN_COUNT} screens`);
    await executeAsAdministrator(installation, 'create database push');
    const url = makeDatabaseUrl(installation, 'push');
    const server = await startServerProcess(
      { url, dataDir: installation.dataDir },
      await findFreePort(),
      makeServerEnvironment(url, installation.dataDir),
    );
    const screens: Screen[] = [];
    try {
      const client = new WireClient(server.url);
      await client.logIn(BENCH_LOGIN);
      const workplaces = [];
      for (let number = 0; number <= WRITER_COUNT; number++)
        workplaces.push(await createPersonWithOrder(client, number));
      const arrivalsByScreen: ChangeArrival[][] = [];
      let frameBytes = 0;
      for (let number = 0; number < SCREEN_COUNT; number++) {
        const arrivals: ChangeArrival[] = [];
        const screen = await openScreen(server.url, client.token!);
        screen.socket.on('patch', (frame) => {
          arrivals.push({ pos: frame.pos, at: Date.now() });
          if (number === 0) frameBytes = Math.max(frameBytes, JSON.stringify(frame).length);
        });
        const answer = await screen.watch(WATCHED_REPORT_PATH);
        if (!answer.ok) throw new Error(answer.code);
        screens.push(screen);
        arrivalsByScreen.push(arrivals);
      }

      // Single changes: a pause precedes each call.
      const singleWorkplace = workplaces.pop()!;
      for (let pairNumber = 1; pairNumber <= SINGLE_CHANGE_COUNT / 2; pairNumber++) {
        await wait(QUIET_MS);
        const { reportId } = await client.call<{ reportId: number }>(
          '/mes/report/start',
          makeStartFields(singleWorkplace, pairNumber),
          randomUUID(),
        );
        await wait(QUIET_MS);
        await client.call('/mes/report/finish', makeFinishFields(reportId, pairNumber), randomUUID());
      }
      await wait(QUIET_MS);
      const positionAfterSingleChanges = findLastFeedPosition(arrivalsByScreen);
      const singleLatencies = computeLatencies(
        await readCommitTimes(url, 0, positionAfterSingleChanges),
        arrivalsByScreen,
      );

      // Changes under load: the writers report as fast as they can.
      const writers = workplaces.map((workplace) => {
        const writerClient = new WireClient(server.url);
        writerClient.token = client.token;
        return createHttpWriter(writerClient, workplace);
      });
      const pairsPerSecond = await measureReportPairsPerSecond(writers, MEASURED_SECONDS);
      await wait(QUIET_MS);
      const busyLatencies = computeLatencies(
        await readCommitTimes(url, positionAfterSingleChanges, findLastFeedPosition(arrivalsByScreen)),
        arrivalsByScreen,
      );
      const plainLatencies = await measurePlainSockets(frameBytes);

      printResult(
        `first change, ${singleLatencies.length} deliveries: p50`,
        computeQuantile(singleLatencies, 0.5),
        'ms',
        null,
      );
      printResult(
        'first change: p95',
        computeQuantile(singleLatencies, 0.95),
        'ms',
        MAX_SINGLE_CHANGE_DELAY_MS,
      );
      printResult(
        `at ${(2 * pairsPerSecond).toFixed(0)} reports/s, ${busyLatencies.length} deliveries: p50`,
        computeQuantile(busyLatencies, 0.5),
        'ms',
        null,
      );
      printResult('at that rate: p95', computeQuantile(busyLatencies, 0.95), 'ms', MAX_BUSY_CHANGE_DELAY_MS);
      printResult(`bare ws, ${frameBytes} bytes each: p50`, computeQuantile(plainLatencies, 0.5), 'ms', null);
      printResult('bare ws: p95', computeQuantile(plainLatencies, 0.95), 'ms', null);
      const frameCount = arrivalsByScreen[0]!.length;
      if (frameCount === 0 || singleLatencies.length === 0 || busyLatencies.length === 0)
        throw new Error('The screens received nothing');
    } finally {
      for (const screen of screens) screen.close();
      await server.end();
    }
  });
}
