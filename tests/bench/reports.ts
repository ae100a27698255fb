import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start/start-server.ts';
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts';
import {
  executeAsAdministrator,
  makeServerEnvironment,
  runWithInstallation,
  BENCH_LOGIN,
  makeDatabaseUrl,
  type Installation,
} from './installation.ts';
import { createPersonWithOrder } from './make-workplace.ts';
import { computeMedian } from './quantiles.ts';
import { insertsIntoFeedOrLog, recordStatements } from './statements.ts';
import {
  makeFinishFields,
  createHttpWriter,
  measureReportPairsPerSecond,
  createSqlWriter,
  makeStartFields,
  computeReportPairTimes,
  type Workplace,
  type RecordedReportPair,
} from './writers.ts';

const WRITER_COUNT = 8;
const ROUND_COUNT = Number(process.env.MES_BENCH_ROUNDS ?? 3);
const MEASURED_SECONDS = Number(process.env.MES_BENCH_SECONDS ?? 8);
/** A new process is slow at first: V8 still compiles, and each connection prepares its statements. */
const WARM_UP_SECONDS = 10;
/**
 * The first id of recorded reports. It is so large that no other number in a statement equals a report id.
 */
const FIRST_REPORT_ID = 7_310_000_001;

/**
 * Creates a factory with a workplace for every writer. For each workplace it records the statements of one start and
 * one finish.
 */
async function prepareFactoryAndRecordPairs(
  installation: Installation,
): Promise<{ workplaces: Workplace[]; pairs: RecordedReportPair[]; token: string }> {
  await executeAsAdministrator(installation, 'create database base');
  const server = await startServer(
    readConfig({
      ...makeServerEnvironment(makeDatabaseUrl(installation, 'base'), installation.dataDir),
      PORT: '0',
      HOST: '127.0.0.1',
    }),
  );
  try {
    const client = new WireClient(server.url);
    await client.logIn(BENCH_LOGIN);
    const token = client.token!;
    const workplaces: Workplace[] = [];
    const pairs: RecordedReportPair[] = [];
    for (let number = 0; number < WRITER_COUNT; number++)
      workplaces.push(await createPersonWithOrder(client, number));
    await server.connection.pool.query('select setval($1, $2)', ['id_sequence', FIRST_REPORT_ID]);
    for (const workplace of workplaces) {
      const requestIds = [randomUUID(), randomUUID()];
      const call = async <T>(path: string, fields: object, requestId: string): Promise<T> => {
        const { body } = await server.backend.call({
          path,
          fields: fields as Record<string, unknown>,
          lang: 'en_US',
          requestId,
          sender: { ip: '127.0.0.1', agent: 'bench', token },
        });
        const answer = body as { success: boolean; data: T };
        if (!answer.success) throw new Error(`${path}: ${JSON.stringify(body)}`);
        return answer.data;
      };
      let reportId = 0;
      const statements = await recordStatements(async () => {
        ({ reportId } = await call<{ reportId: number }>(
          '/mes/report/start',
          makeStartFields(workplace, 0),
          requestIds[0]!,
        ));
        await call('/mes/report/finish', makeFinishFields(reportId, 0), requestIds[1]!);
      });
      pairs.push({ statements, reportId, requestIds, ...computeReportPairTimes(0) });
    }
    return { workplaces, pairs, token };
  } finally {
    await server.close();
  }
}

interface BenchmarkVariant {
  name: string;
  run: (url: string) => Promise<number>;
}

async function measureDirectSqlRate(
  url: string,
  pairs: readonly RecordedReportPair[],
  shouldSkip: Parameters<typeof createSqlWriter>[2],
): Promise<number> {
  const clients = await Promise.all(
    pairs.map(async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  try {
    const writers = pairs.map((recordedPair, index) =>
      createSqlWriter(clients[index]!, recordedPair, shouldSkip),
    );
    await measureReportPairsPerSecond(writers, WARM_UP_SECONDS);
    return await measureReportPairsPerSecond(writers, MEASURED_SECONDS);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function measureHttpRate(
  url: string,
  dataDir: string,
  workplaces: readonly Workplace[],
  token: string,
): Promise<number> {
  const server = await startServerProcess(
    { url, dataDir },
    await findFreePort(),
    makeServerEnvironment(url, dataDir),
  );
  try {
    const writers = workplaces.map((workplace) => {
      const client = new WireClient(server.url);
      client.token = token;
      return createHttpWriter(client, workplace);
    });
    await measureReportPairsPerSecond(writers, WARM_UP_SECONDS);
    return await measureReportPairsPerSecond(writers, MEASURED_SECONDS);
  } finally {
    await server.end();
  }
}

/** Compares the reports per second through the HTTP API with the reports per second of the same SQL sent directly. */
export async function measureReports(): Promise<void> {
  await runWithInstallation(async (installation) => {
    const { workplaces, pairs, token } = await prepareFactoryAndRecordPairs(installation);
    const pairStatements = pairs[0]!.statements;
    console.log(installation.machine);
    console.log(
      `${WRITER_COUNT} writers, pairs of start and finish; ${pairStatements.length} statements a pair, ${pairStatements.filter(insertsIntoFeedOrLog).length} of them for history and feed`,
    );
    const variants: BenchmarkVariant[] = [
      {
        name: 'through the HTTP API',
        run: (url) => measureHttpRate(url, installation.dataDir, workplaces, token),
      },
      { name: 'the same SQL sent raw', run: (url) => measureDirectSqlRate(url, pairs, () => false) },
      {
        name: 'raw, without feed and log',
        run: (url) => measureDirectSqlRate(url, pairs, insertsIntoFeedOrLog),
      },
    ];
    const ratesByName = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
    for (let round = 1; round <= ROUND_COUNT; round++) {
      for (const [index, { name, run }] of variants.entries()) {
        const database = `round_${round}_${index}`;
        await executeAsAdministrator(installation, `create database ${database} template base`);
        ratesByName.get(name)!.push(await run(makeDatabaseUrl(installation, database)));
        await executeAsAdministrator(installation, `drop database ${database} with (force)`);
      }
    }
    const rates = variants.map(({ name }) => ({
      name,
      rate: computeMedian(ratesByName.get(name)!),
      roundRates: ratesByName.get(name)!,
    }));
    for (const { name, rate, roundRates: ratesOfRounds } of rates) {
      console.log(
        `${name.padEnd(28)} ${(2 * rate).toFixed(0).padStart(6)} reports/s   (rounds: ${ratesOfRounds.map((roundRate) => (2 * roundRate).toFixed(0)).join(', ')})`,
      );
    }
    const [httpRate, directRate, plainSqlRate] = rates.map(({ rate }) => rate) as [number, number, number];
    console.log(`ratio to the same SQL sent raw            ${(httpRate / directRate).toFixed(2)}`);
    console.log(`ratio to the same without feed and log    ${(httpRate / plainSqlRate).toFixed(2)}`);
    console.log(`what feed and log cost of the raw SQL     ${(1 - directRate / plainSqlRate).toFixed(2)}`);
  });
}
