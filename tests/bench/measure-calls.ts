import { Client } from 'pg';
import { WireClient } from '#server/demo/wire-client.ts';
import type { RunningServer } from '#server/start/start-server.ts';
import { makeDirectSqlCall } from './direct-sql.ts';
import { printResult } from './expected.ts';
import { BENCH_LOGIN } from './installation.ts';
import { computeMedian } from './quantiles.ts';
import { recordStatements } from './statements.ts';

/** The maximum time of a call, as a multiple of the time of its SQL. */
const MAX_TIME_RATIO = 1.5;

/** A query over HTTP. */
export interface MeasuredCall {
  name: string;
  path: string;
  fields: Record<string, unknown>;
}

/**
 * How often a call runs before the measurement, so that Node.js runs optimised code, and how often it is
 * measured.
 */
interface CallCounts {
  warmUpCount: number;
  count: number;
}

async function measureMedianMs(
  run: () => Promise<unknown>,
  { warmUpCount, count }: CallCounts,
): Promise<number> {
  const durationsMs: number[] = [];
  for (let call = 0; call < warmUpCount + count; call++) {
    const startMs = performance.now();
    await run();
    if (call >= warmUpCount) durationsMs.push(performance.now() - startMs);
  }
  return computeMedian(durationsMs);
}

/**
 * Prints the duration of each call over HTTP, the duration of its statements sent directly, and the ratio.
 */
export async function measureCalls(
  server: RunningServer,
  databaseUrl: string,
  calls: readonly MeasuredCall[],
  counts: CallCounts,
): Promise<void> {
  const client = new WireClient(server.url);
  await client.logIn(BENCH_LOGIN);
  // The direct statements run with the session settings of the server. With other settings, PostgreSQL would
  // compile long statements for seconds.
  const sessionOptions = server.connection.pool.options.options;
  const sqlClients = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const sqlClient = new Client({ connectionString: databaseUrl, options: sessionOptions });
      await sqlClient.connect();
      return sqlClient;
    }),
  );
  try {
    for (const { name, path, fields } of calls) {
      const sender = { ip: '127.0.0.1', agent: 'bench', token: client.token };
      const statements = await recordStatements(() =>
        server.backend.call({ path, fields, lang: 'en_US', requestId: undefined, sender }),
      );
      if (statements.length < 2)
        throw new Error(`${path}: a statement and that of the session were expected`);
      const callMs = await measureMedianMs(() => client.call(path, fields), counts);
      const directSqlMs = await measureMedianMs(makeDirectSqlCall(sqlClients, statements), counts);
      printResult(`${name}: the call`, callMs, 'ms', null);
      printResult(`${name}: its ${statements.length} statements sent raw`, directSqlMs, 'ms', null);
      printResult(`${name}: ratio`, callMs / directSqlMs, '', MAX_TIME_RATIO);
    }
  } finally {
    await Promise.all(sqlClients.map((sqlClient) => sqlClient.end()));
  }
}
