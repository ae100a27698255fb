import { Client } from 'pg';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer, type RunningServer } from '#server/start/start-server.ts';
import { makeDirectSqlCall } from './direct-sql.ts';
import { printResult } from './expected.ts';
import { fillOrdersAndReports, ROW_COUNT } from './fill-lists.ts';
import {
  executeAsAdministrator,
  makeServerEnvironment,
  runWithInstallation,
  BENCH_LOGIN,
  makeDatabaseUrl,
} from './installation.ts';
import { computeMedian } from './quantiles.ts';
import { recordStatements } from './statements.ts';

const CALL_COUNT = Number(process.env['MES_BENCH_CALLS'] ?? 60);
/** The number of calls before the measurement. After them, Node.js runs optimised code. */
const WARM_UP_CALLS = 150;
/** The maximum time of a call for a list page, as a multiple of the time of its SQL. */
const MAX_TIME_RATIO = 1.5;
/** The number of rows on one page of a list in the client. */
const PAGE_ROWS = 100;

/** The measured calls: two first pages, a page far from the start, and a search. */
const MEASURED_PAGES: readonly { name: string; path: string; fields: Record<string, unknown> }[] = [
  { name: 'work orders, newest first', path: '/mes/order/page', fields: { sort: '-id' } },
  {
    name: 'work orders by due date, page 500',
    path: '/mes/order/page',
    fields: { sort: 'dueDate', offset: 49_900 },
  },
  {
    name: 'work orders that contain a text',
    path: '/mes/order/page',
    fields: { sort: '-id', search: '0123' },
  },
  { name: 'reports, latest first', path: '/mes/report/page', fields: { sort: '-startedAt' } },
];

async function measureMedianMs(run: () => Promise<unknown>): Promise<number> {
  const durationsMs: number[] = [];
  for (let call = 0; call < WARM_UP_CALLS + CALL_COUNT; call++) {
    const startMs = performance.now();
    await run();
    if (call >= WARM_UP_CALLS) durationsMs.push(performance.now() - startMs);
  }
  return computeMedian(durationsMs);
}

async function measurePages(server: RunningServer, url: string): Promise<void> {
  const client = new WireClient(server.url);
  await client.logIn(BENCH_LOGIN);
  const sqlClients = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const sqlClient = new Client({ connectionString: url });
      await sqlClient.connect();
      return sqlClient;
    }),
  );
  try {
    for (const { name, path, fields } of MEASURED_PAGES) {
      const requestFields = { limit: PAGE_ROWS, ...fields };
      const origin = { ip: '127.0.0.1', agent: 'bench', token: client.token };
      const statements = await recordStatements(() =>
        server.backend.call({ path, fields: requestFields, lang: 'en_US', requestId: undefined, origin }),
      );
      if (statements.length < 3)
        throw new Error(`${path}: the page, its count and the session were expected`);
      const callMs = await measureMedianMs(() => client.call(path, requestFields));
      const directSqlMs = await measureMedianMs(makeDirectSqlCall(sqlClients, statements));
      printResult(`${name}: the call`, callMs, 'ms', null);
      printResult(`${name}: its ${statements.length} statements sent raw`, directSqlMs, 'ms', null);
      printResult(`${name}: ratio`, callMs / directSqlMs, '', MAX_TIME_RATIO);
    }
  } finally {
    await Promise.all(sqlClients.map((sqlClient) => sqlClient.end()));
  }
}

/** Compares the duration of list calls over HTTP with the duration of their SQL sent directly. The lists have ROW_COUNT rows. */
export async function measureLists(): Promise<void> {
  await runWithInstallation(async (installation) => {
    console.log(`${installation.machine}; ${ROW_COUNT} rows, ${CALL_COUNT} calls each, medians`);
    await executeAsAdministrator(installation, 'create database lists');
    const url = makeDatabaseUrl(installation, 'lists');
    const server = await startServer(
      readConfig({ ...makeServerEnvironment(url, installation.dataDir), PORT: '0', HOST: '127.0.0.1' }),
    );
    try {
      await fillOrdersAndReports(server.connection.pool);
      await measurePages(server, url);
    } finally {
      await server.close();
    }
  });
}
