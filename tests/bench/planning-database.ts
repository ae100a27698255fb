import { Client } from 'pg';
import type { SchedulePromise } from '#shared/answers/schedule/promise.ts';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start/start-server.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { printResult } from './expected.ts';
import {
  BENCH_LOGIN,
  executeAsAdministrator,
  makeDatabaseUrl,
  makeServerEnvironment,
  runWithInstallation,
} from './installation.ts';
import { applyPlan, computePlan, fillPlannedFactory, OPERATION_COUNT } from './planned-factory.ts';
import { computeMedian } from './quantiles.ts';

const PROMISE_COUNT = 5;
/** A promise is computed while somebody enters an order (issue of planning), in milliseconds. */
const MAX_PROMISE_MS = 2000;
/** The wall follows an applied plan within this time (issue of planning), in milliseconds. */
const MAX_WALL_MS = 1000;
/** The sources of the planning office's wall that change with each plan. */
const WALL_SOURCES = ['/mes/form/machineSchedule', '/mes/form/capacityLoad'];

/** Runs a function. @returns how long it took, and the processor time of this process with its threads */
async function time<T>(run: () => Promise<T>): Promise<{ ms: number; cpuMs: number; result: T }> {
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(cpuStart);
  return { ms: performance.now() - start, cpuMs: (user + system) / 1000, result };
}

/** Plans a factory through the HTTP API and PostgreSQL: dry runs, applying them, and promises. */
export async function measurePlanningDatabase(): Promise<void> {
  await runWithInstallation(async (installation) => {
    console.log(`${installation.machine}; ${OPERATION_COUNT} open operations in PostgreSQL`);
    await executeAsAdministrator(installation, 'create database planned');
    const url = makeDatabaseUrl(installation, 'planned');
    const server = await startServer(
      readConfig({ ...makeServerEnvironment(url, installation.dataDir), PORT: '0', HOST: '127.0.0.1' }),
    );
    const database = new Client({ connectionString: url });
    const closeCallbacks: (() => void)[] = [];
    try {
      await database.connect();
      const client = new WireClient(server.url);
      await client.logIn(BENCH_LOGIN);
      const draftId = await fillPlannedFactory(client, database);
      const promise = () => client.call<SchedulePromise>('/mes/plan/schedule/promise', { orderId: draftId });
      const measurePromises = async (label: string): Promise<void> => {
        await promise();
        const durationsMs: number[] = [];
        const cpusMs: number[] = [];
        for (let count = 0; count < PROMISE_COUNT; count++) {
          const { ms, cpuMs, result } = await time(promise);
          if (result.end === null || result.processCount === 0) throw new Error('The promise is empty');
          durationsMs.push(ms);
          cpusMs.push(cpuMs);
        }
        printResult(`${label}, median`, computeMedian(durationsMs), 'ms', MAX_PROMISE_MS);
        printResult('  its processor time without the database, median', computeMedian(cpusMs), 'ms', null);
        printResult(`${label}, longest`, Math.max(...durationsMs), 'ms', MAX_PROMISE_MS);
      };
      await measurePromises('promise without a present plan');
      const wall = await openScreen(server.url, client.token!);
      closeCallbacks.push(wall.close);
      for (const source of WALL_SOURCES)
        if (!(await wall.watch(source)).ok) throw new Error(`${source} cannot be watched`);
      /** Waits until the sources of the planning office's wall have the plan. @returns the milliseconds since `start` */
      const waitForWall = async (start: number): Promise<number> => {
        await waitUntil(
          'the wall follows',
          () => WALL_SOURCES.every((source) => wall.frames.some((frame) => frame.source.includes(source))),
          60_000,
        );
        return performance.now() - start;
      };
      for (const keep of ['planAfresh', 'keepOrder'] as const) {
        const { ms, cpuMs, result: run } = await time(() => computePlan(client, keep));
        printResult(`dry run: ${keep}`, ms, 'ms', null);
        printResult('  its processor time without the database', cpuMs, 'ms', null);
        printResult('  placed', (100 * run.figures!.placed) / OPERATION_COUNT, '%', null);
        wall.frames.length = 0;
        const applied = await time(() => applyPlan(client, run));
        // Keeping the order changes too little to be seen on each tile.
        const wallMs = keep === 'planAfresh' ? await waitForWall(performance.now()) : null;
        printResult('  apply', applied.ms, 'ms', null);
        printResult('  its processor time without the database', applied.cpuMs, 'ms', null);
        if (wallMs !== null)
          printResult('apply → wall: from the answer to the last tile', wallMs, 'ms', MAX_WALL_MS);
      }
      const { rows } = await database.query<{ count: string }>('select count(*) from planned_operation');
      printResult(
        'rows of the present plan, of the operations',
        (100 * Number(rows[0]!.count)) / OPERATION_COUNT,
        '%',
        null,
      );
      await measurePromises('promise beside the present plan');
    } finally {
      for (const close of closeCallbacks) close();
      await database.end();
      await server.close();
    }
  });
}
