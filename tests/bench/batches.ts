import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import pg from 'pg';
import { getBatchPath, type BatchAnswer } from '#shared/answers/batch.ts';
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
import { computeMedian } from './quantiles.ts';
import { createHttpWriter, measureReportPairsPerSecond } from './writers.ts';
import { printResult, printLeast } from './expected.ts';

const BATCH_ROWS = 1000;
const ROUND_COUNT = Number(process.env.MES_BENCH_ROUNDS ?? 3);
const MEASURED_SECONDS = Number(process.env.MES_BENCH_SECONDS ?? 6);
const WARM_UP_SECONDS = 4;
/** How many times the rate of single reports a batch must reach. */
const MIN_BATCH_RATIO = 5;

const getIsoTimeAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Sends a batch of one command. @returns the ids of its reports */
export async function sendBatch(
  client: WireClient,
  kind: string,
  rows: readonly object[],
): Promise<number[]> {
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

/** Compares the reports per second of batches of 1,000 with those of single reports, in turns. */
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
      const [own, ...others] = workplaces as [(typeof workplaces)[number], ...typeof workplaces];
      const single = [createHttpWriter(client, own)];
      const eight = others.map((workplace) => createHttpWriter(client, workplace));
      const rates = { single: [] as number[], eight: [] as number[], batch: [] as number[] };
      for (let round = 0; round <= ROUND_COUNT; round++) {
        const { employeeId } = await createPersonWithOrder(client, 100 + round);
        const processIds = await fillStartableProcesses(database, `B${round}`, BATCH_ROWS);
        const seconds = round === 0 ? WARM_UP_SECONDS : MEASURED_SECONDS;
        const singleRate = 2 * (await measureReportPairsPerSecond(single, seconds));
        const batchRate = await measureBatchRate(client, processIds, employeeId);
        const eightRate = 2 * (await measureReportPairsPerSecond(eight, seconds));
        if (round === 0) continue;
        rates.single.push(singleRate);
        rates.batch.push(batchRate);
        rates.eight.push(eightRate);
      }
      const single1 = computeMedian(rates.single);
      const batch = computeMedian(rates.batch);
      const eight8 = computeMedian(rates.eight);
      printResult('single reports by one writer', single1, '/s', null);
      printResult('single reports by 8 writers', eight8, '/s', null);
      printResult(`a batch of ${BATCH_ROWS}`, batch, '/s', null);
      printLeast('batch relative to one writer', batch / single1, MIN_BATCH_RATIO);
      printLeast('batch relative to 8 writers', batch / eight8, null);
    } finally {
      await database.end();
      await server.end();
    }
  });
}
