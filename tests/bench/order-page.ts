import { loadavg } from 'node:os';
import { Client } from 'pg';
import type { Page } from 'playwright';
import { readConfig } from '#server/config.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start/start-server.ts';
import { logIn } from '../e2e/log-in.ts';
import { printResult } from './expected.ts';
import { BENCH_LOGIN, makeServerEnvironment } from './installation.ts';
import { makeDirectSqlCall } from './direct-sql.ts';
import { computeMedian, computeQuantile } from './quantiles.ts';
import { recordStatements, type Statement } from './statements.ts';
import { runWithBrowser, type InstallationWithBrowser } from './with-browser.ts';

const PART_COUNT = 500;
const PROCESSES_PER_PART = 12;
const VIEW_COUNT = Number(process.env['MES_BENCH_VIEWS'] ?? 30);
/**
 * The quantile of the measured times that is compared. Other programs only make a view or a statement slower,
 * so the fastest times are closest to those of an idle machine. MAX_EXTRA_MS is a limit for an idle machine.
 */
const COMPARED_QUANTILE = 0.1;
const WARM_UP_VIEWS = 4;
/** The data must be on the screen within the time of its SQL multiplied by MAX_TIME_RATIO, plus MAX_EXTRA_MS. */
const MAX_TIME_RATIO = 1.5;
const MAX_EXTRA_MS = 100;
const TIMEOUT_MS = 30_000;

/** Inserts orders with PART_COUNT parts each, one for each view. It returns their ids and codes. */
const FILL_SQL = `
  with f as (select id from factory where code = '${BENCH_LOGIN.factoryCode}'),
    crafts as (insert into craft (factory_id, code, name)
      select f.id, 'K' || n, 'Craft ' || n from f, generate_series(1, ${PROCESSES_PER_PART}) n returning id, code),
    orders as (insert into work_order (factory_id, code, name, quantity, state)
      select f.id, 'BIG-' || n, 'Order ' || n, 10, 'released' from f, generate_series(1, ${WARM_UP_VIEWS + VIEW_COUNT}) n returning id, factory_id, code),
    parts as (insert into part (factory_id, order_id, code, name, quantity)
      select factory_id, id, 'P' || lpad(n::text, 4, '0'), 'Part ' || n || ' of ' || code, 10
      from orders, generate_series(1, ${PART_COUNT}) n returning id, factory_id),
    processes as (insert into process (factory_id, part_id, seq, craft_id, planned_quantity, arrived)
      select p.factory_id, p.id, 10 * n, (select id from crafts where code = 'K' || n), 10, case n when 1 then 10 else 0 end
      from parts p, generate_series(1, ${PROCESSES_PER_PART}) n returning id)
  select o.id, o.code from orders o, (select count(*) from processes) p order by o.id`;

interface BigOrder {
  id: number;
  code: string;
}

/**
 * Opens the page of an order within the application.
 * @returns the time until all its parts and the processes of the shown part are on the screen, in ms
 */
async function openOrderPage(page: Page, { id, code }: BigOrder): Promise<number> {
  return page.evaluate(
    ({ path, text, parts, processes, timeout }) =>
      new Promise<number>((resolve, fail) => {
        const startMs = performance.now();
        const timer = setTimeout(() => fail(new Error(`${text} did not appear`)), timeout);
        new MutationObserver((_, observer) => {
          if (
            document.querySelectorAll('.order-page article').length !== processes ||
            document.querySelectorAll('.order-page [role=treeitem]').length !== parts ||
            !document.querySelector('.order-page')!.textContent.includes(text)
          )
            return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
        history.pushState({}, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }),
    {
      path: `/order/${id}`,
      text: `Part ${PART_COUNT} of ${code}`,
      parts: PART_COUNT,
      processes: PROCESSES_PER_PART,
      timeout: TIMEOUT_MS,
    },
  );
}

/** Records the statements of the first calls of the page, and of the call for the shown part. */
async function recordPageStatements(
  installation: InstallationWithBrowser,
  databaseUrl: string,
  { id }: BigOrder,
): Promise<{ first: Statement[][]; shownPart: Statement[] }> {
  const environment = makeServerEnvironment(databaseUrl, installation.folder);
  const server = await startServer(readConfig({ ...environment, PORT: '0', HOST: '127.0.0.1' }));
  try {
    const client = new WireClient(server.url);
    await client.logIn(BENCH_LOGIN);
    const recordCall = (path: string, fields: Record<string, unknown>) =>
      recordStatements(() =>
        server.backend.call({
          path,
          fields,
          lang: 'en_US',
          sender: { ip: '127.0.0.1', agent: 'bench', token: client.token },
        }),
      );
    const firstCallStatements = [
      await recordCall('/mes/order/get', { id }),
      await recordCall('/mes/order/part/page', {
        filter: JSON.stringify({ orderId: id }),
        sort: 'id',
        offset: 0,
        limit: PART_COUNT,
      }),
      await recordCall('/mes/process/progress/summary', { orderId: id }),
    ];
    const { rows } = await installation.database.query<{ id: string }>(
      'select min(id) as id from part where order_id = $1',
      [id],
    );
    return {
      first: firstCallStatements,
      shownPart: await recordCall('/mes/process/progress', { partId: Number(rows[0]!.id) }),
    };
  } finally {
    await server.close();
  }
}

/** Compares the time until a large order is on the screen with the time of its SQL sent directly. */
export async function measureOrderPage(): Promise<void> {
  await runWithBrowser(async (installation) => {
    const { browser, database, url, databaseUrl } = installation;
    console.log(
      `${installation.machine}; load ${loadavg()[0]!.toFixed(1)}; ${PART_COUNT} parts × ${PROCESSES_PER_PART} processes`,
    );
    const { rows } = await database.query<{ id: string; code: string }>(FILL_SQL);
    const orders = rows.map(({ id, code }) => ({ id: Number(id), code }));
    await database.query('vacuum analyze');
    const { first: firstCallStatements, shownPart } = await recordPageStatements(
      installation,
      databaseUrl,
      orders[0]!,
    );
    // Like the server, the bench sends statements at the same time, so each statement has a connection of its own.
    const sqlClients = await Promise.all(
      [...firstCallStatements.flat(), ...shownPart].map(async () => {
        const sqlClient = new Client({ connectionString: databaseUrl });
        await sqlClient.connect();
        return sqlClient;
      }),
    );
    let clientCount = 0;
    const makeCall = (callStatements: Statement[]) =>
      makeDirectSqlCall(
        sqlClients.slice(clientCount, (clientCount += callStatements.length)),
        callStatements,
      );
    const firstCalls = firstCallStatements.map(makeCall);
    const sendShownPart = makeCall(shownPart);
    const page = await browser.newPage();
    try {
      await page.goto(`${url}/login`);
      await logIn(page, DEFAULT_LANG, BENCH_LOGIN);
      await page.waitForURL((address) => !address.pathname.startsWith('/login'));
      const [viewMs, sqlMs]: [number[], number[]] = [[], []];
      for (const [view, order] of orders.entries()) {
        const seenMs = await openOrderPage(page, order);
        const sentMs = performance.now();
        await Promise.all(firstCalls.map((send) => send()));
        await sendShownPart();
        if (view < WARM_UP_VIEWS) continue;
        viewMs.push(seenMs);
        sqlMs.push(performance.now() - sentMs);
      }
      printResult('the order is on the screen, median', computeMedian(viewMs), 'ms', null);
      printResult('its statements sent raw, median', computeMedian(sqlMs), 'ms', null);
      const sqlFastMs = computeQuantile(sqlMs, COMPARED_QUANTILE);
      printResult('its statements sent raw, the fastest tenth', sqlFastMs, 'ms', null);
      printResult(
        'on the screen, the fastest tenth',
        computeQuantile(viewMs, COMPARED_QUANTILE),
        'ms',
        Math.round(MAX_TIME_RATIO * sqlFastMs + MAX_EXTRA_MS),
      );
    } finally {
      await page.close();
      await Promise.all(sqlClients.map((sqlClient) => sqlClient.end()));
    }
  });
}
