import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start/start-server.ts';
import { measureCalls, type MeasuredCall } from './measure-calls.ts';
import { fillOrdersAndReports, ROW_COUNT } from './fill-lists.ts';
import {
  executeAsAdministrator,
  makeServerEnvironment,
  runWithInstallation,
  makeDatabaseUrl,
} from './installation.ts';

const CALL_COUNT = Number(process.env['MES_BENCH_CALLS'] ?? 60);
/** The number of calls before the measurement. After them, Node.js runs optimised code. */
const WARM_UP_CALLS = 150;
/** The number of rows on one page of a list in the client. */
const PAGE_ROWS = 100;

/** The measured calls: two first pages, a page far from the start, and a search. */
const MEASURED_PAGES: readonly MeasuredCall[] = [
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

/**
 * Compares the duration of list calls over HTTP with the duration of their SQL sent directly. The lists have ROW_COUNT
 * rows.
 */
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
      await measureCalls(
        server,
        url,
        MEASURED_PAGES.map((page) => ({ ...page, fields: { limit: PAGE_ROWS, ...page.fields } })),
        { warmUpCount: WARM_UP_CALLS, count: CALL_COUNT },
      );
    } finally {
      await server.close();
    }
  });
}
