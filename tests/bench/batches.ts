import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { getBatchPath, getBatchRunPath, type BatchAnswer, type BatchRun } from '#shared/answers/batch.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts';
import { fillStartableProcesses } from './fill-batch.ts';
import {
  BENCH_LOGIN,
  executeAsAdministrator,
  makeDatabaseUrl,
  makeServerEnvironment,
  runWithInstallation,
} from './installation.ts';
import { createPersonWithOrder } from './make-workplace.ts';
import { computeMedian, computeQuantile } from './quantiles.ts';
import { createHttpWriter, measureReportPairsPerSecond, type ReportWriter } from './writers.ts';
import { printResult, printRatio } from './expected.ts';

const BATCH_ROWS = 1000;
const ROUND_COUNT = Number(process.env.MES_BENCH_ROUNDS ?? 3);
const MEASURED_SECONDS = Number(process.env.MES_BENCH_SECONDS ?? 6);
const WARM_UP_SECONDS = 4;
/** The number of rows of the batch that runs in the background while single reports are measured. */
const RUN_ROWS = Number(process.env.MES_BENCH_RUN_ROWS ?? 10_000);
const ALONE_SECONDS = 8;
/** The interval at which each writer reports a start and a finish while the batch runs, in milliseconds. */
const PAIR_INTERVAL_MS = 400;
/** The maximum duration of a single report while the batch runs, as a multiple of its duration without the batch. */
const MAX_BESIDE_RATIO = 2;
/** The minimum rate of reports in batches, as a multiple of the rate of single reports. */
const MIN_BATCH_RATIO = 5;

const getIsoTimeAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Sends a batch of one command. @returns the ids of its reports */
async function sendBatch(client: WireClient, kind: string, rows: readonly object[]): Promise<number[]> {
  const answer = await client.call<BatchAnswer<{ reportId: number }>>(
    getBatchPath(`/mes/report/${kind}`),
    { rows: JSON.stringify(rows) },
    randomUUID(),
  );
  return answer.rows.map(({ answer: row }) => {
    if (!row.success) throw new Error(`${kind}: ${row.code}`);
    return row.data.reportId;
  });
}

/** Starts and finishes processes as one batch, by two calls. @returns the reports per second */
async function measureBatchRate(
  client: WireClient,
  processIds: readonly number[],
  employeeId: number,
): Promise<number> {
  const startMs = performance.now();
  const batchId = randomUUID();
  const people = [{ employeeId }];
  const at = getIsoTimeAgo(30);
  const reportIds = await sendBatch(
    client,
    'start',
    processIds.map((id) => ({ id, processId: id, quantity: 10, people, batchId, at })),
  );
  await sendBatch(
    client,
    'finish',
    reportIds.map((id) => ({ id, reportId: id, good: 10, at: getIsoTimeAgo(29) })),
  );
  return (2 * processIds.length) / ((performance.now() - startMs) / 1000);
}

/**
 * Reports starts and finishes at a steady rate. @returns the duration of each start with its finish, in milliseconds
 */
async function measurePairsAtPace(
  writers: readonly ReportWriter[],
  isOver: () => boolean,
): Promise<number[]> {
  const durations: number[] = [];
  await Promise.all(
    writers.map(async (write) => {
      while (!isOver()) {
        const startMs = performance.now();
        await write();
        const duration = performance.now() - startMs;
        durations.push(duration);
        await pause(Math.max(0, PAIR_INTERVAL_MS - duration));
      }
    }),
  );
  return durations;
}

async function measureBesideRun(
  client: WireClient,
  database: pg.Client,
  writers: readonly ReportWriter[],
  employeeId: number,
): Promise<void> {
  const processIds = await fillStartableProcesses(database, 'RUN', RUN_ROWS);
  const measureAlone = () => {
    const endMs = performance.now() + ALONE_SECONDS * 1000;
    return measurePairsAtPace(writers, () => performance.now() > endMs);
  };
  const durationsBefore = await measureAlone();
  const people = [{ employeeId }];
  const [batchId, at] = [randomUUID(), getIsoTimeAgo(30)];
  const beganMs = performance.now();
  const { id } = await client.call<{ id: number }>(
    getBatchRunPath('/mes/report/start'),
    {
      rows: JSON.stringify(
        processIds.map((processId) => ({ id: processId, processId, quantity: 10, people, batchId, at })),
      ),
    },
    randomUUID(),
  );
  let run: BatchRun | null = null;
  const [durationsBeside] = await Promise.all([
    measurePairsAtPace(writers, () => run?.endedAt !== undefined && run.endedAt !== null),
    (async () => {
      while (!run?.endedAt) {
        await pause(500);
        run = await client.call<BatchRun>('/mes/batch/status', { id });
      }
    })(),
  ]);
  const runSeconds = (performance.now() - beganMs) / 1000;
  const durationsAlone = [...durationsBefore, ...(await measureAlone())];
  printResult(`a batch of ${RUN_ROWS} in the background`, RUN_ROWS / runSeconds, '/s', null);
  for (const [name, quantile] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const [aloneMs, besideMs] = [
      computeQuantile(durationsAlone, quantile),
      computeQuantile(durationsBeside, quantile),
    ];
    printResult(`${name} of a single start and finish, alone`, aloneMs, 'ms', null);
    printResult(`${name} of a single start and finish, beside the batch`, besideMs, 'ms', null);
    printResult(`${name} beside relative to alone`, besideMs / aloneMs, '', MAX_BESIDE_RATIO);
  }
}

/**
 * Compares the reports per second of batches of 1,000 reports with the reports per second of single reports.
 * Measures both in turns.
 */
export async function measureBatches(): Promise<void> {
  await runWithInstallation(async (installation) => {
    const { dataDir } = installation;
    console.log(`${installation.machine}; load ${loadavg()[0]!.toFixed(1)}`);
    await executeAsAdministrator(installation, 'create database batches');
    const url = makeDatabaseUrl(installation, 'batches');
    const server = await startServerProcess(
      { url, dataDir },
      await findFreePort(),
      makeServerEnvironment(url, dataDir),
    );
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    try {
      const client = new WireClient(server.url);
      await client.logIn(BENCH_LOGIN);
      const workplaces = [];
      for (let number = 0; number < 9; number++) workplaces.push(await createPersonWithOrder(client, number));
      const [singleWorkplace, ...otherWorkplaces] = workplaces as [
        (typeof workplaces)[number],
        ...typeof workplaces,
      ];
      const singleWriter = [createHttpWriter(client, singleWorkplace)];
      const eightWriters = otherWorkplaces.map((workplace) => createHttpWriter(client, workplace));
      const rates = { single: [] as number[], eight: [] as number[], batch: [] as number[] };
      for (let round = 0; round <= ROUND_COUNT; round++) {
        const { employeeId } = await createPersonWithOrder(client, 100 + round);
        const processIds = await fillStartableProcesses(database, `B${round}`, BATCH_ROWS);
        const seconds = round === 0 ? WARM_UP_SECONDS : MEASURED_SECONDS;
        const singleRate = 2 * (await measureReportPairsPerSecond(singleWriter, seconds));
        const batchRate = await measureBatchRate(client, processIds, employeeId);
        const eightRate = 2 * (await measureReportPairsPerSecond(eightWriters, seconds));
        if (round === 0) continue;
        rates.single.push(singleRate);
        rates.batch.push(batchRate);
        rates.eight.push(eightRate);
      }
      const singleMedian = computeMedian(rates.single);
      const batchMedian = computeMedian(rates.batch);
      const eightMedian = computeMedian(rates.eight);
      printResult('single reports by one writer', singleMedian, '/s', null);
      printResult('single reports by 8 writers', eightMedian, '/s', null);
      printResult(`a batch of ${BATCH_ROWS}`, batchMedian, '/s', null);
      printRatio('batch relative to one writer', batchMedian / singleMedian, MIN_BATCH_RATIO);
      printRatio('batch relative to 8 writers', batchMedian / eightMedian, null);
      const { employeeId } = await createPersonWithOrder(client, 200);
      await measureBesideRun(client, database, eightWriters.slice(0, 4), employeeId);
    } finally {
      await database.end();
      await server.end();
    }
  });
}
