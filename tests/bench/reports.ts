import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start/start-server.ts';
import { freePort, startServerProcess } from '#tests/support/server-process.ts';
import { administer, configOf, withInstallation, LOGIN, urlOf, type Installation } from './installation.ts';
import { makeWorkplace } from './make-workplace.ts';
import { median } from './quantiles.ts';
import { isFeedOrLog, record } from './statements.ts';
import {
  finishOf,
  httpWriter,
  measure,
  rawWriter,
  startOf,
  timesOf,
  type Workplace,
  type RecordedPair,
} from './writers.ts';

const WRITERS = 8;
const ROUNDS = Number(process.env.MES_BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.MES_BENCH_SECONDS ?? 8);
const WARM_UP_SECONDS = 2;
/**
 * The first id of recorded reports. It is so large that no other number in a statement equals a
 * report id.
 */
const FAR_ID = 7_310_000_001;

/**
 * Creates a factory with a workplace for every writer. For each workplace it records the statements
 * of one start and one finish.
 */
async function prepare(
  installation: Installation,
): Promise<{ workplaces: Workplace[]; pairs: RecordedPair[]; token: string }> {
  await administer(installation, 'create database base');
  const server = await startServer(
    readConfig({
      ...configOf(urlOf(installation, 'base'), installation.dataDir),
      PORT: '0',
      HOST: '127.0.0.1',
    }),
  );
  try {
    const client = new WireClient(server.url);
    await client.logIn(LOGIN);
    const token = client.token!;
    const workplaces: Workplace[] = [];
    const pairs: RecordedPair[] = [];
    for (let number = 0; number < WRITERS; number++) workplaces.push(await makeWorkplace(client, number));
    await server.connection.pool.query('select setval($1, $2)', ['id_sequence', FAR_ID]);
    for (const bench of workplaces) {
      const requestIds = [randomUUID(), randomUUID()];
      const call = async <T>(path: string, fields: object, requestId: string): Promise<T> => {
        const { body } = await server.backend.call({
          path,
          fields: fields as Record<string, unknown>,
          lang: 'en_US',
          requestId,
          origin: { ip: '127.0.0.1', agent: 'bench', token },
        });
        const answer = body as { success: boolean; data: T };
        if (!answer.success) throw new Error(`${path}: ${JSON.stringify(body)}`);
        return answer.data;
      };
      let reportId = 0;
      const statements = await record(async () => {
        ({ reportId } = await call<{ reportId: number }>(
          '/mes/report/start',
          startOf(bench, 0),
          requestIds[0]!,
        ));
        await call('/mes/report/finish', finishOf(reportId, 0), requestIds[1]!);
      });
      pairs.push({ statements, reportId, requestIds, ...timesOf(0) });
    }
    return { workplaces, pairs, token };
  } finally {
    await server.close();
  }
}

interface Setting {
  name: string;
  run: (url: string) => Promise<number>;
}

async function raw(
  url: string,
  pairs: readonly RecordedPair[],
  skip: Parameters<typeof rawWriter>[2],
): Promise<number> {
  const clients = await Promise.all(
    pairs.map(async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  try {
    const writers = pairs.map((pair, index) => rawWriter(clients[index]!, pair, skip));
    await measure(writers, WARM_UP_SECONDS);
    return await measure(writers, SECONDS);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function overHttp(
  url: string,
  dataDir: string,
  workplaces: readonly Workplace[],
  token: string,
): Promise<number> {
  const server = await startServerProcess({ url, dataDir }, await freePort(), configOf(url, dataDir));
  try {
    const writers = workplaces.map((bench) => {
      const client = new WireClient(server.url);
      client.token = token;
      return httpWriter(client, bench);
    });
    await measure(writers, WARM_UP_SECONDS);
    return await measure(writers, SECONDS);
  } finally {
    await server.end();
  }
}

/**
 * Compares the reports per second through the HTTP API with those of the same SQL sent directly.
 */
export async function reports(): Promise<void> {
  await withInstallation(async (installation) => {
    const { workplaces, pairs, token } = await prepare(installation);
    const all = pairs[0]!.statements;
    console.log(installation.machine);
    console.log(
      `${WRITERS} writers, pairs of start and finish; ${all.length} statements a pair, ${all.filter(isFeedOrLog).length} of them for history and feed`,
    );
    const settings: Setting[] = [
      { name: 'through the HTTP API', run: (url) => overHttp(url, installation.dataDir, workplaces, token) },
      { name: 'the same SQL sent raw', run: (url) => raw(url, pairs, () => false) },
      { name: 'raw, without feed and log', run: (url) => raw(url, pairs, isFeedOrLog) },
    ];
    const found = new Map<string, number[]>(settings.map(({ name }) => [name, []]));
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [index, { name, run }] of settings.entries()) {
        const database = `round_${round}_${index}`;
        await administer(installation, `create database ${database} template base`);
        found.get(name)!.push(await run(urlOf(installation, database)));
        await administer(installation, `drop database ${database} with (force)`);
      }
    }
    const rates = settings.map(({ name }) => ({
      name,
      rate: median(found.get(name)!),
      all: found.get(name)!,
    }));
    for (const { name, rate, all: rounds } of rates) {
      console.log(
        `${name.padEnd(28)} ${(2 * rate).toFixed(0).padStart(6)} reports/s   (rounds: ${rounds.map((one) => (2 * one).toFixed(0)).join(', ')})`,
      );
    }
    const [http, same, bare] = rates.map(({ rate }) => rate) as [number, number, number];
    console.log(`ratio to the same SQL sent raw            ${(http / same).toFixed(2)}`);
    console.log(`ratio to the same without feed and log    ${(http / bare).toFixed(2)}`);
    console.log(`what feed and log cost of the raw SQL     ${(1 - same / bare).toFixed(2)}`);
  });
}
