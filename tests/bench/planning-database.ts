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
/**
 * The maximum time to compute a promise, in milliseconds (issue of planning). A person waits for the promise
 * while entering an order.
 */
const MAX_PROMISE_MS = 2000;
/** The maximum time until the wall shows an applied plan, in milliseconds (issue of planning). */
const MAX_WALL_MS = 1000;
/** Those sources of the planning office's wall that change with each plan. */
const WALL_SOURCES = ['/mes/form/machineSchedule', '/mes/form/capacityLoad'];

/** Runs a function. @returns its duration, the processor time of this process, and its result */
async function measureTime<T>(run: () => Promise<T>): Promise<{ ms: number; cpuMs: number; result: T }> {
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
      const askForPromise = () =>
        client.call<SchedulePromise>('/mes/plan/schedule/promise', { orderId: draftId });
      const measurePromises = async (label: string): Promise<void> => {
        await askForPromise();
        const durationsMs: number[] = [];
        const cpuDurationsMs: number[] = [];
        for (let callIndex = 0; callIndex < PROMISE_COUNT; callIndex++) {
          const { ms, cpuMs, result } = await measureTime(askForPromise);
          if (result.end === null || result.processCount === 0) throw new Error('The promise is empty');
          durationsMs.push(ms);
          cpuDurationsMs.push(cpuMs);
        }
        printResult(`${label}, median`, computeMedian(durationsMs), 'ms', MAX_PROMISE_MS);
        printResult(
          '  its processor time without the database, median',
          computeMedian(cpuDurationsMs),
          'ms',
          null,
        );
        printResult(`${label}, longest`, Math.max(...durationsMs), 'ms', MAX_PROMISE_MS);
      };
      await measurePromises('promise without a present plan');
      const wall = await openScreen(server.url, client.token!);
      closeCallbacks.push(wall.close);
      for (const source of WALL_SOURCES)
        if (!(await wall.watch(source)).ok) throw new Error(`${source} cannot be watched`);
      /**
       * Waits until the sources of the planning office's wall have the plan.
       * @returns the milliseconds since `start`
       */
      const waitForWall = async (start: number): Promise<number> => {
        await waitUntil(
          'the wall follows',
          () => WALL_SOURCES.every((source) => wall.frames.some((frame) => frame.source.includes(source))),
          60_000,
        );
        return performance.now() - start;
      };
      for (const keep of ['planAfresh', 'keepOrder'] as const) {
        const { ms, cpuMs, result: run } = await measureTime(() => computePlan(client, keep));
        printResult(`dry run: ${keep}`, ms, 'ms', null);
        printResult('  its processor time without the database', cpuMs, 'ms', null);
        printResult('  placed', (100 * run.figures!.placed) / OPERATION_COUNT, '%', null);
        wall.frames.length = 0;
        const applyTime = await measureTime(() => applyPlan(client, run));
        // A plan with `keepOrder` changes too little to be seen on each tile.
        const wallMs = keep === 'planAfresh' ? await waitForWall(performance.now()) : null;
        printResult('  apply', applyTime.ms, 'ms', null);
        printResult('  its processor time without the database', applyTime.cpuMs, 'ms', null);
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
