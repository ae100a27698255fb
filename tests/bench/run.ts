import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start-server.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { findPostgres } from '../support/programs.ts';
import { freePort, startServerProcess } from '../support/server-process.ts';
import { isFeedOrLog, record } from './statements.ts';
import {
  finishOf,
  httpWriter,
  measure,
  rawWriter,
  startOf,
  timesOf,
  type Bench,
  type RecordedPair,
} from './writers.ts';

const WRITERS = 8;
const ROUNDS = Number(process.env.MES_BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.MES_BENCH_SECONDS ?? 8);
const WARM_UP_SECONDS = 2;
const LOGIN = { factoryCode: 'BENCH', employeeCode: 'admin', password: 'Bench-1234' };
/** Ids of recorded reports begin here, so that no other number in a statement looks like one. */
const FAR_ID = 7_310_000_001;
/** As a factory runs it: an acknowledged report is on the disk. */
const DURABLE = 'fsync = on\nsynchronous_commit = on\nfull_page_writes = on\n';

const config = (url: string, dataDir: string) => ({
  MES_DATA_DIR: dataDir,
  DATABASE_URL: url,
  MES_DEMO: 'off',
  MES_FACTORY_CODE: LOGIN.factoryCode,
  MES_ADMIN_PASSWORD: LOGIN.password,
  MES_CAPTCHA: 'off',
  MES_RATE_LIMIT: '0',
  MES_LOG_LEVEL: 'warn',
});

const urlOf = (cluster: Cluster, database: string): string =>
  Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href;

async function admin(cluster: Cluster, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function makeBench(client: WireClient, number: number): Promise<Bench> {
  const save = <T = { id: number; version: number }>(path: string, fields: Record<string, unknown>) =>
    client.call<T>(path, fields, randomUUID());
  const quantity = 1_000_000;
  const employee = await save('/mes/system/basic/employee/save', {
    code: `E${number}`,
    name: `Worker ${number}`,
  });
  const craft = await save('/mes/system/basic/crafts/save', { code: `C${number}`, name: `Craft ${number}` });
  const order = await save('/mes/order/save', { code: `O${number}`, name: `Order ${number}`, quantity });
  const part = await save('/mes/order/part/save', { orderId: order.id, code: 'P', name: 'Part', quantity });
  const made = await save('/mes/process/save', { partId: part.id, seq: 10, craftId: craft.id });
  await save('/mes/process/save', { partId: part.id, seq: 20, craftId: craft.id });
  await save('/mes/order/release', { id: order.id, version: order.version });
  return { processId: made.id, employeeId: employee.id };
}

/** Makes a factory with a bench for every writer, and records one pair of each as the product itself sends it. */
async function prepare(
  cluster: Cluster,
  dataDir: string,
): Promise<{ benches: Bench[]; pairs: RecordedPair[]; token: string }> {
  await admin(cluster, 'create database base');
  const server = await startServer(
    readConfig({ ...config(urlOf(cluster, 'base'), dataDir), PORT: '0', HOST: '127.0.0.1' }),
  );
  try {
    const client = new WireClient(server.url);
    await client.logIn(LOGIN);
    const token = client.token!;
    const benches: Bench[] = [];
    const pairs: RecordedPair[] = [];
    for (let number = 0; number < WRITERS; number++) benches.push(await makeBench(client, number));
    await server.connection.pool.query('select setval($1, $2)', ['id_sequence', FAR_ID]);
    for (const bench of benches) {
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
    return { benches, pairs, token };
  } finally {
    await server.close();
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

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
  benches: readonly Bench[],
  token: string,
): Promise<number> {
  const server = await startServerProcess({ url, dataDir }, await freePort(), config(url, dataDir));
  try {
    const writers = benches.map((bench) => {
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

async function main(): Promise<void> {
  const programs = await findPostgres();
  if (!programs)
    throw new Error(
      'The bench needs the server programs of PostgreSQL 15 or newer (Debian: apt-get install postgresql).',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'mes-bench-'));
  const cluster = await startCluster(programs.folder, DURABLE);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  try {
    const { benches, pairs, token } = await prepare(cluster, dataDir);
    const all = pairs[0]!.statements;
    console.log(
      `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL ${programs.major} with fsync`,
    );
    console.log(
      `${WRITERS} writers, pairs of start and finish; ${all.length} statements a pair, ${all.filter(isFeedOrLog).length} of them for history and feed`,
    );
    const settings: Setting[] = [
      { name: 'through the HTTP API', run: (url) => overHttp(url, dataDir, benches, token) },
      { name: 'the same SQL sent raw', run: (url) => raw(url, pairs, () => false) },
      { name: 'raw, without feed and log', run: (url) => raw(url, pairs, isFeedOrLog) },
    ];
    const found = new Map<string, number[]>(settings.map(({ name }) => [name, []]));
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [index, { name, run }] of settings.entries()) {
        const database = `round_${round}_${index}`;
        await admin(cluster, `create database ${database} template base`);
        found.get(name)!.push(await run(urlOf(cluster, database)));
        await admin(cluster, `drop database ${database} with (force)`);
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
  } finally {
    cluster.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
