import { Client } from 'pg';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer, type RunningServer } from '#server/start-server.ts';
import { say } from './expected.ts';
import { administer, configOf, inHouse, LOGIN, urlOf } from './house.ts';
import { median } from './quantiles.ts';
import { record, type Statement } from './statements.ts';

const ROWS = Number(process.env['MES_BENCH_ROWS'] ?? 100_000);
const CALLS = Number(process.env['MES_BENCH_CALLS'] ?? 60);
const WARM_UP = 10;
/** A list page may take this much longer than its own SQL. */
const LIMIT = 1.5;
/** Rows of one page, as the client asks for them. */
const PAGE_ROWS = 100;

/** Rows of a factory that has been at work for long, in a few statements. */
const FILL = `
  with f as (select id from factory where code = '${LOGIN.factoryCode}'),
    customers as (insert into customer (factory_id, code, short_name)
      select f.id, 'C' || n, 'Customer ' || n from f, generate_series(1, 200) n returning id),
    crafts as (insert into craft (factory_id, code, name)
      select f.id, 'K' || n, 'Craft ' || n from f, generate_series(1, 100) n returning id),
    orders as (insert into work_order (factory_id, code, name, quantity, state, customer_id, due_date)
      select f.id, 'WO-' || lpad(n::text, 7, '0'), 'Order ' || n, 10, 'inProgress',
        (select min(id) from customers) + n % 200, date '2026-01-01' + n % 365
      from f, generate_series(1, ${ROWS}) n returning id, factory_id, code),
    parts as (insert into part (factory_id, order_id, code, name, quantity)
      select factory_id, id, 'P', 'Part of ' || code, 10 from orders where id % 10 = 0 returning id, factory_id),
    processes as (insert into process (factory_id, part_id, seq, craft_id, planned_quantity)
      select factory_id, id, 10, (select min(id) from crafts) + id % 100, 10 from parts returning id, factory_id)
  select count(*) from processes`;
const FILL_REPORTS = `
  with known as (select array_agg(id) as ids from process)
  insert into work_report (factory_id, kind, phase, process_id, started_at, ended_at, seconds, started, good)
  select f.id, 'finish', 'run', known.ids[1 + n % array_length(known.ids, 1)], now() - n * interval '2 minutes',
    now() - n * interval '2 minutes' + interval '90 seconds', 90, 1, 1
  from factory f, known, generate_series(1, ${ROWS}) n where f.code = '${LOGIN.factoryCode}'`;

/** What the client asks for: first pages, one far behind, a search. */
const PAGES: readonly { name: string; path: string; fields: Record<string, unknown> }[] = [
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

async function timed(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    const began = performance.now();
    await run();
    if (call >= WARM_UP) times.push(performance.now() - began);
  }
  return median(times);
}

/** Sends the statements of a call as the product does: those of the session first, then the others side by side. */
function rawCall(clients: readonly Client[], statements: readonly Statement[]): () => Promise<void> {
  const isSession = ({ text }: Statement) => /from session s/.test(text);
  const first = statements.filter(isSession);
  const others = statements.filter((one) => !isSession(one));
  return async () => {
    for (const { text, values } of first) await clients[0]!.query(text, values);
    await Promise.all(others.map(({ text, values }, index) => clients[index]!.query(text, values)));
  };
}

async function measureAll(server: RunningServer, url: string): Promise<void> {
  const client = new WireClient(server.url);
  await client.logIn(LOGIN);
  const clients = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const one = new Client({ connectionString: url });
      await one.connect();
      return one;
    }),
  );
  try {
    for (const { name, path, fields } of PAGES) {
      const asked = { limit: PAGE_ROWS, ...fields };
      const origin = { ip: '127.0.0.1', agent: 'bench', token: client.token };
      const statements = await record(() =>
        server.backend.call({ path, fields: asked, lang: 'en_US', requestId: undefined, origin }),
      );
      if (statements.length < 3)
        throw new Error(`${path}: the page, its count and the session were expected`);
      const call = await timed(() => client.call(path, asked));
      const raw = await timed(rawCall(clients, statements));
      say(`${name}: the call`, call, 'ms', null);
      say(`${name}: its ${statements.length} statements sent raw`, raw, 'ms', null);
      say(`${name}: ratio`, call / raw, '', LIMIT);
    }
  } finally {
    await Promise.all(clients.map((one) => one.end()));
  }
}

/** A list page of 100,000 rows: the product's own call over HTTP against its own SQL sent raw. */
export async function lists(): Promise<void> {
  await inHouse(async (house) => {
    console.log(`${house.machine}; ${ROWS} rows, ${CALLS} calls each, medians`);
    await administer(house, 'create database lists');
    const url = urlOf(house, 'lists');
    const server = await startServer(
      readConfig({ ...configOf(url, house.dataDir), PORT: '0', HOST: '127.0.0.1' }),
    );
    try {
      await server.connection.pool.query('set statement_timeout = 0; ' + FILL);
      await server.connection.pool.query('set statement_timeout = 0; ' + FILL_REPORTS);
      await server.connection.pool.query('vacuum analyze');
      await measureAll(server, url);
    } finally {
      await server.close();
    }
  });
}
