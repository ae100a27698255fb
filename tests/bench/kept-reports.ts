import { loadavg } from 'node:os';
import { Client } from 'pg';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start/start-server.ts';
import { printResult } from './expected.ts';
import { fillKeptReports, HAND_WRITTEN_MONTH_SQL, MONTH, requireEqualMonths } from './fill-kept-reports.ts';
import {
  BENCH_LOGIN,
  executeAsAdministrator,
  makeDatabaseUrl,
  makeServerEnvironment,
  runWithInstallation,
  type Installation,
} from './installation.ts';
import { computeMedian } from './quantiles.ts';

const REPORT_COUNT = Number(process.env['MES_BENCH_REPORTS'] ?? 1_000_000);
/** The number of reports of the factory with little history. */
const FEW_REPORTS = 10_000;
const MONTH_CALLS = Number(process.env['MES_BENCH_CALLS'] ?? 15);
/**
 * The number of calls to the sources of the present day. Each call takes only milliseconds, so many are
 * measured.
 */
const DAY_CALLS = 10 * MONTH_CALLS;
const WARM_UP_CALLS = 5;
/** The maximum time of the report of a month, as a multiple of the time of hand-written SQL. */
const MAX_MONTH_RATIO = 1.5;
/** The maximum time to read today's data, as a multiple of the time in the factory with little history. */
const MAX_HISTORY_RATIO = 1.2;

/** The sources of walls that show the present day: their paths, and their parameters that are not the default. */
const DAY_SOURCES: readonly [string, Record<string, unknown>][] = [
  ['/mes/form/planActualToday', {}],
  ['/mes/form/outputByHour', {}],
  ['/mes/form/latestReports', {}],
  ['/mes/form/deviceStates', {}],
  ['/mes/form/outputByPerson', { period: 'today' }],
];

/**
 * Runs functions in turns and reverses their order each time, so that no function always runs after the same
 * other function.
 * @returns the median duration of each, in milliseconds
 */
async function measureInTurns(
  runs: readonly (() => Promise<unknown>)[],
  callCount: number,
): Promise<number[]> {
  const durations = runs.map((): number[] => []);
  for (let call = 0; call < WARM_UP_CALLS + callCount; call++)
    for (const [index, run] of call % 2 === 0 ? [...runs.entries()] : [...runs.entries()].toReversed()) {
      const startMs = performance.now();
      await run();
      if (call >= WARM_UP_CALLS) durations[index]!.push(performance.now() - startMs);
    }
  return durations.map(computeMedian);
}

/** Fills a factory with reports and starts a server for it. */
async function openFactory(installation: Installation, name: string, reportCount: number) {
  await executeAsAdministrator(installation, `create database ${name}`);
  const url = makeDatabaseUrl(installation, name);
  const environment = makeServerEnvironment(url, installation.dataDir);
  const server = await startServer(readConfig({ ...environment, PORT: '0', HOST: '127.0.0.1' }));
  // Filling takes longer than the time limit of the server's connections, so it has its own connection.
  const database = new Client({ connectionString: url });
  await database.connect();
  await fillKeptReports(database, reportCount);
  await database.end();
  const client = new WireClient(server.url);
  await client.logIn(BENCH_LOGIN);
  return { url, client, close: () => server.close() };
}

/** Measures monthly reports and the sources of today's data in a factory with a long history. */
export async function measureKeptReports(): Promise<void> {
  await runWithInstallation(async (installation) => {
    console.log(`${installation.machine}; load ${loadavg()[0]!.toFixed(1)}; ${REPORT_COUNT} kept reports`);
    const longFactory = await openFactory(installation, 'long', REPORT_COUNT);
    const shortFactory = await openFactory(installation, 'short', FEW_REPORTS);
    const sqlClient = new Client({ connectionString: longFactory.url, options: '-c jit=off' });
    await sqlClient.connect();
    try {
      const callMonth = () =>
        longFactory.client.call<{ rows: Record<string, unknown>[] }>('/mes/form/employeeDailyDetails', MONTH);
      const queryMonth = () => sqlClient.query<unknown[]>({ text: HAND_WRITTEN_MONTH_SQL, rowMode: 'array' });
      requireEqualMonths((await callMonth()).rows, (await queryMonth()).rows);
      const [reportMs, sqlMs] = (await measureInTurns([callMonth, queryMonth], MONTH_CALLS)) as [
        number,
        number,
      ];
      printResult('the people’s month', reportMs, 'ms', null);
      printResult('hand-written SQL with the same answer', sqlMs, 'ms', null);
      printResult('the people’s month: ratio', reportMs / sqlMs, '', MAX_MONTH_RATIO);
      for (const [path, parameters] of DAY_SOURCES) {
        const [longMs, shortMs] = (await measureInTurns(
          [() => longFactory.client.call(path, parameters), () => shortFactory.client.call(path, parameters)],
          DAY_CALLS,
        )) as [number, number];
        printResult(`${path}: ratio to ${FEW_REPORTS} reports`, longMs / shortMs, '', MAX_HISTORY_RATIO);
        printResult(path, longMs, 'ms', null);
      }
    } finally {
      await sqlClient.end();
      await longFactory.close();
      await shortFactory.close();
    }
  });
}
