import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { WireClient } from '#server/demo/wire-client.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { printResult } from './expected.ts';
import {
  BENCH_LOGIN,
  executeAsAdministrator,
  makeDatabaseUrl,
  makeServerEnvironment,
  runWithInstallation,
} from './installation.ts';
import { createPersonWithOrder } from './make-workplace.ts';
import { readProcessorSeconds, readResidentKb } from './process-figures.ts';
import { computeLatencies, readCommitTimes } from './push.ts';
import { computeQuantile } from './quantiles.ts';
import type { CollectedData, ReceivedFrame, SocketCommand, SocketPlan } from './watching-sockets.ts';
import { createHttpWriter, type ReportWriter } from './writers.ts';

const SOCKET_COUNT = Number(process.env['MES_BENCH_SOCKETS'] ?? 1000);
const PROCESS_COUNT = 4;
const SOURCE_COUNT = 8;
const REPORTS_PER_SECOND = 50;
const MEASURED_SECONDS = Number(process.env['MES_BENCH_SECONDS'] ?? 20);
const WRITER_COUNT = 4;
/** The number of sockets of an account. The server allows 240 sockets per account and 120 per session. */
const SOCKETS_PER_ACCOUNT = 100;
/** How long the server is idle before its memory is read, in milliseconds. */
const SETTLE_MS = 6000;
const WATCHED_REPORT_PATH = '/mes/form/latestReports';
const MAX_DELAY_P95_MS = 400;
const MAX_CPU_RATIO = 1.5;
const MAX_SOCKET_KB = 30;
const MAX_RESUME_SECONDS = 10;
/** A child process that holds sockets. */
class SocketProcess {
  readonly child: ChildProcess = fork(new URL('./watching-sockets.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  reconnectedCount = 0;

  constructor() {
    this.child.on('message', (message: { kind: string; count?: number }) => {
      if (message.kind === 'reconnected') this.reconnectedCount = message.count!;
    });
  }

  async runCommand<T = null>(command: SocketCommand): Promise<T> {
    this.child.send(command);
    for (;;) {
      const [message] = (await once(this.child, 'message')) as [
        { kind: string; answer?: T; message?: string },
      ];
      if (message.kind === 'error') throw new Error(message.message);
      if (message.kind === 'answer') return message.answer!;
    }
  }
}

/** Logs in one account for each SOCKETS_PER_ACCOUNT sockets. @returns their tokens */
async function logInWatchers(url: string, admin: WireClient): Promise<string[]> {
  const saveRow = (path: string, fields: Record<string, unknown>) =>
    admin.call<{ id: number; version: number; code: string }>(path, fields, randomUUID());
  const role = await saveRow('/mes/system/basic/role/save', {
    name: 'Watcher',
    permissions: [{ permission: 'REPORT_FORM_LATEST_REPORTS' }],
  });
  const tokens: string[] = [];
  for (let number = 0; number * SOCKETS_PER_ACCOUNT < SOCKET_COUNT; number++) {
    const code = `W${number}`;
    const { id } = await saveRow('/mes/system/basic/employee/save', { code, name: code, roleIds: [role.id] });
    const { password } = await admin.call<{ password: string }>(
      '/mes/system/basic/employee/firstPassword',
      { id },
      randomUUID(),
    );
    const client = new WireClient(url);
    await client.logIn({ ...BENCH_LOGIN, employeeCode: code, password });
    const newPassword = BENCH_LOGIN.password;
    await client.call('/mes/user/password/modify', {
      oldPassword: password,
      newPassword,
      newPasswordAgain: newPassword,
    });
    tokens.push(client.token!);
  }
  return tokens;
}

/** Reports at a steady rate. @returns the reports per second that were reached */
async function reportSteadily(writers: readonly ReportWriter[], seconds: number): Promise<number> {
  const startMs = performance.now();
  let pairCount = 0;
  const pairIntervalMs = (2 * writers.length * 1000) / REPORTS_PER_SECOND;
  await Promise.all(
    writers.map(async (write, index) => {
      for (
        let dueMs = startMs + (index * pairIntervalMs) / writers.length;
        dueMs < startMs + seconds * 1000;
      ) {
        await wait(Math.max(0, dueMs - performance.now()));
        await write();
        pairCount += 1;
        dueMs += pairIntervalMs;
      }
    }),
  );
  return (2 * pairCount) / ((performance.now() - startMs) / 1000);
}

const makeParams = (sourceIndex: number): Record<string, string> => ({
  limit: String(10 + 5 * (sourceIndex % SOURCE_COUNT)),
});

/** Splits the sockets of a measurement among the processes. */
function planSockets(tokens: readonly string[], sourcesPerSocket: number): SocketPlan[][] {
  const plans = Array.from({ length: SOCKET_COUNT }, (_, index): SocketPlan => ({
    token: tokens[Math.floor(index / SOCKETS_PER_ACCOUNT)]!,
    paramsList: Array.from({ length: sourcesPerSocket }, (_, sourceIndex) => makeParams(index + sourceIndex)),
  }));
  const socketsPerProcess = Math.ceil(SOCKET_COUNT / PROCESS_COUNT);
  return Array.from({ length: PROCESS_COUNT }, (_, index) =>
    plans.slice(index * socketsPerProcess, (index + 1) * socketsPerProcess),
  );
}

const printDelays = (name: string, delays: readonly number[], limit: number | null): void => {
  printResult(`${name}, ${delays.length} deliveries: p50`, computeQuantile(delays, 0.5), 'ms', null);
  printResult(`${name}: p95`, computeQuantile(delays, 0.95), 'ms', limit);
  printResult(`${name}: p99`, computeQuantile(delays, 0.99), 'ms', null);
};

/** The server, the writers and the processes of a measurement. */
interface Bench {
  server: ServerProcess;
  writers: readonly ReportWriter[];
  processes: readonly SocketProcess[];
}

/** Measures reports while the sockets watch. @returns the seconds of processor time, and what the sockets received */
async function measureLoad(bench: Bench): Promise<{ processorSeconds: number; collected: CollectedData[] }> {
  const { server, writers, processes } = bench;
  await Promise.all(processes.map((child) => child.runCommand<CollectedData>({ kind: 'collect' })));
  const startSeconds = readProcessorSeconds(server.child.pid!);
  const reportsPerSecond = await reportSteadily(writers, MEASURED_SECONDS);
  const usedSeconds = readProcessorSeconds(server.child.pid!) - startSeconds;
  printResult('reports', reportsPerSecond, '/s', null);
  await wait(1000);
  return {
    processorSeconds: usedSeconds,
    collected: await Promise.all(
      processes.map((child) => child.runCommand<CollectedData>({ kind: 'collect' })),
    ),
  };
}

const listReceivedFrames = (collected: readonly CollectedData[]): ReceivedFrame[][] =>
  collected.flatMap(({ receivedBySocket }) => receivedBySocket);

/** For each commit after the first frame, computes the milliseconds until each socket received the change. */
async function computeDelays(url: string, collected: readonly CollectedData[]): Promise<number[]> {
  const received = listReceivedFrames(collected);
  const firstPosition = Math.min(...received.map((frames) => frames[0]?.[0] ?? Infinity));
  const lastPosition = Math.max(...received.map((frames) => frames.at(-1)?.[0] ?? 0));
  const arrivals = received.map((frames) => frames.map(([pos, at]) => ({ pos, at })));
  return computeLatencies(await readCommitTimes(url, firstPosition, lastPosition), arrivals);
}

/** Sends the recorded messages to plain WebSockets at the recorded times. @returns delays, processor seconds */
async function measurePlainServer(
  bench: Bench,
  collected: readonly CollectedData[],
): Promise<{ delays: number[]; processorSeconds: number }> {
  const messages = collected[0]!.recordedMessages;
  const firstArrivalMs = Math.min(...messages.map(([at]) => at));
  const schedule = messages
    .map(([at, socketIndex, text]) => [at - firstArrivalMs, socketIndex % SOURCE_COUNT, text])
    .sort(([a], [b]) => Number(a) - Number(b));
  const server = fork(new URL('./plain-sockets.mjs', import.meta.url), { serialization: 'advanced' });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const socketsPerProcess = Math.ceil(SOCKET_COUNT / PROCESS_COUNT);
  for (const child of bench.processes)
    await child.runCommand({
      kind: 'openPlain',
      url: `ws://127.0.0.1:${port}`,
      count: socketsPerProcess,
    });
  const startSeconds = readProcessorSeconds(server.pid!);
  server.send({ schedule, groups: SOURCE_COUNT });
  await once(server, 'message');
  const usedSeconds = readProcessorSeconds(server.pid!) - startSeconds;
  await wait(1000);
  const received = listReceivedFrames(
    await Promise.all(bench.processes.map((child) => child.runCommand<CollectedData>({ kind: 'collect' }))),
  );
  for (const child of bench.processes) await child.runCommand({ kind: 'close' });
  server.kill();
  return {
    delays: received.flatMap((frames) => frames.map(([sentAt, at]) => at - sentAt)),
    processorSeconds: usedSeconds,
  };
}

/** Kills the server and starts it again. @returns the seconds until every socket watches again */
async function measureResume(bench: Bench, restart: () => Promise<ServerProcess>): Promise<number> {
  await bench.server.end('SIGKILL');
  bench.server = await restart();
  const restartedAtMs = performance.now();
  const countReconnected = () => bench.processes.reduce((sum, child) => sum + child.reconnectedCount, 0);
  await waitUntil('every socket watches again', () => countReconnected() >= SOCKET_COUNT, 120_000);
  return (performance.now() - restartedAtMs) / 1000;
}

/**
 * Measures what SOCKET_COUNT sockets in other processes cost. It measures the time from the commit of a
 * report to its arrival, the processor time and the memory of the server, and the time until all sockets
 * watch again after the server was killed. For comparison, it also sends the same messages to plain
 * WebSockets.
 */
export async function measureWatch(): Promise<void> {
  await runWithInstallation(async (installation) => {
    console.log(`${installation.machine}; ${SOCKET_COUNT} sockets, ${SOURCE_COUNT} sources`);
    await executeAsAdministrator(installation, 'create database watch');
    const url = makeDatabaseUrl(installation, 'watch');
    const port = await findFreePort();
    const startServer = () =>
      startServerProcess(
        { url, dataDir: installation.dataDir },
        port,
        makeServerEnvironment(url, installation.dataDir),
      );
    const bench: Bench = {
      server: await startServer(),
      writers: [],
      processes: Array.from({ length: PROCESS_COUNT }, () => new SocketProcess()),
    };
    try {
      const admin = new WireClient(bench.server.url);
      await admin.logIn(BENCH_LOGIN);
      const writers: ReportWriter[] = [];
      for (let number = 0; number < WRITER_COUNT; number++)
        writers.push(createHttpWriter(admin, await createPersonWithOrder(admin, number)));
      bench.writers = writers;
      const tokens = await logInWatchers(bench.server.url, admin);
      const openSockets = (sourcesPerSocket: number) =>
        Promise.all(
          planSockets(tokens, sourcesPerSocket).map((plans, index) =>
            bench.processes[index]!.runCommand({
              kind: 'open',
              url: bench.server.url,
              report: WATCHED_REPORT_PATH,
              plans,
            }),
          ),
        );

      // The server compiles its code during the first reports.
      await reportSteadily(writers, MEASURED_SECONDS / 2);
      const unwatchedLoad = await measureLoad(bench);
      await wait(SETTLE_MS);
      const idleKb = readResidentKb(bench.server.child.pid!);
      await openSockets(1);
      await wait(SETTLE_MS);
      const socketKb = (readResidentKb(bench.server.child.pid!) - idleKb) / SOCKET_COUNT;

      const watchedLoad = await measureLoad(bench);
      printDelays('one source per socket', await computeDelays(url, watchedLoad.collected), MAX_DELAY_P95_MS);
      printResult('memory of the server per socket', socketKb, 'KB', MAX_SOCKET_KB);
      printResult('resume after a kill', await measureResume(bench, startServer), 's', MAX_RESUME_SECONDS);
      for (const child of bench.processes) await child.runCommand({ kind: 'close' });

      const plainResult = await measurePlainServer(bench, watchedLoad.collected);
      printDelays('the same messages over plain ws', plainResult.delays, null);
      const pushSeconds = watchedLoad.processorSeconds - unwatchedLoad.processorSeconds;
      printResult('processor time of the push', pushSeconds, 's', null);
      printResult('processor time of plain ws', plainResult.processorSeconds, 's', null);
      printResult(
        'processor time relative to plain ws',
        pushSeconds / plainResult.processorSeconds,
        '',
        MAX_CPU_RATIO,
      );

      await openSockets(SOURCE_COUNT);
      const allSourcesLoad = await measureLoad(bench);
      printDelays(
        `${SOURCE_COUNT} sources per socket`,
        await computeDelays(url, allSourcesLoad.collected),
        null,
      );
    } finally {
      for (const child of bench.processes) child.child.kill();
      await bench.server.end();
    }
  });
}
