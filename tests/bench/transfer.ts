import { Client } from 'pg';
import { TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start/start-server.ts';
import { measurePeopleImportAndExport } from './import-people.ts';
import { printResult } from './expected.ts';
import { fillOrdersAndReports, ROW_COUNT } from './fill-lists.ts';
import {
  executeAsAdministrator,
  makeServerEnvironment,
  runWithInstallation,
  BENCH_LOGIN,
  makeDatabaseUrl,
} from './installation.ts';

/** The limit for the memory growth of the process during an export, in megabytes. */
const MAX_MEMORY_GROWTH_MB = 200;
const MEMORY_SAMPLE_INTERVAL_MS = 50;

/**
 * Downloads an export and discards it.
 * @returns the size of the export in bytes
 */
async function downloadExport(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/mes/order/export?lang=en_US`, {
    method: 'POST',
    headers: { [TIMESTAMP_HEADER]: String(Date.now()), [TOKEN_HEADER]: token },
    body: new URLSearchParams({ sort: '-id' }),
  });
  if (!response.ok) throw new Error(await response.text());
  if (response.headers.get('x-total-rows') !== String(ROW_COUNT)) throw new Error('The workbook lacks rows');
  let bytes = 0;
  for await (const piece of response.body!) bytes += piece.length;
  return bytes;
}

/**
 * Compares the export of a long list with an SQL query for its rows, measures the memory that the export takes, and
 * measures the import of people on both databases.
 */
export const measureTransfer = (): Promise<void> =>
  runWithInstallation(async (installation) => {
    console.log(`${installation.machine}; ${ROW_COUNT} orders`);
    await executeAsAdministrator(installation, 'create database transfer');
    const url = makeDatabaseUrl(installation, 'transfer');
    const server = await startServer(
      readConfig({ PORT: '0', ...makeServerEnvironment(url, installation.dataDir) }),
    );
    const databaseClient = new Client({ connectionString: url });
    await databaseClient.connect();
    try {
      await fillOrdersAndReports(databaseClient);
      const client = new WireClient(server.url);
      await client.logIn(BENCH_LOGIN);
      const queryStartMs = performance.now();
      await databaseClient.query(`select t.*, c.short_name from work_order t
        left join customer c on c.factory_id = t.factory_id and c.id = t.customer_id order by t.id desc`);
      const rawQueryMs = performance.now() - queryStartMs;
      const rssBefore = process.memoryUsage.rss();
      let maxRss = rssBefore;
      const samplingTimer = setInterval(
        () => (maxRss = Math.max(maxRss, process.memoryUsage.rss())),
        MEMORY_SAMPLE_INTERVAL_MS,
      );
      const exportStartMs = performance.now();
      const bytes = await downloadExport(server.url, client.token!);
      const exportMs = performance.now() - exportStartMs;
      clearInterval(samplingTimer);
      printResult('its rows read raw, all at once', (ROW_COUNT / rawQueryMs) * 1000, 'rows/s', null);
      printResult('the workbook', (ROW_COUNT / exportMs) * 1000, 'rows/s', null);
      printResult('its size', bytes / 2 ** 20, 'MB', null);
      printResult(
        'memory at most, above what it was before',
        (maxRss - rssBefore) / 2 ** 20,
        'MB',
        MAX_MEMORY_GROWTH_MB,
      );
    } finally {
      await databaseClient.end();
      await server.close();
    }
    await executeAsAdministrator(installation, 'create database people');
    await measurePeopleImportAndExport(makeDatabaseUrl(installation, 'people'), installation.dataDir);
    await measurePeopleImportAndExport(undefined, installation.dataDir);
  });
