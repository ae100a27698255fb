import { BENCH_LOGIN } from './installation.ts';

/** The number of orders and the number of reports of the measured factory. */
export const ROW_COUNT = Number(process.env['MES_BENCH_ROWS'] ?? 100_000);

/** Inserts customers, crafts and orders. Every tenth order gets a part with one process. */
const FILL_ORDERS_SQL = `
  with f as (select id from factory where code = '${BENCH_LOGIN.factoryCode}'),
    customers as (insert into customer (factory_id, code, short_name)
      select f.id, 'C' || n, 'Customer ' || n from f, generate_series(1, 200) n returning id),
    crafts as (insert into craft (factory_id, code, name)
      select f.id, 'K' || n, 'Craft ' || n from f, generate_series(1, 100) n returning id),
    orders as (insert into work_order (factory_id, code, name, quantity, state, customer_id, due_date)
      select f.id, 'WO-' || lpad(n::text, 7, '0'), 'Order ' || n, 10, 'inProgress',
        (select min(id) from customers) + n % 200, date '2026-01-01' + n % 365
      from f, generate_series(1, ${ROW_COUNT}) n returning id, factory_id, code),
    parts as (insert into part (factory_id, order_id, code, name, quantity)
      select factory_id, id, 'P', 'Part of ' || code, 10 from orders where id % 10 = 0 returning id, factory_id),
    processes as (insert into process (factory_id, part_id, seq, craft_id, planned_quantity)
      select factory_id, id, 10, (select min(id) from crafts) + id % 100, 10 from parts returning id, factory_id)
  select count(*) from processes`;
const FILL_REPORTS_SQL = `
  with known as (select array_agg(id) as ids from process)
  insert into work_report (factory_id, kind, phase, process_id, started_at, ended_at, seconds, started, good)
  select f.id, 'finish', 'run', known.ids[1 + n % array_length(known.ids, 1)], now() - n * interval '2 minutes',
    now() - n * interval '2 minutes' + interval '90 seconds', 90, 1, 1
  from factory f, known, generate_series(1, ${ROW_COUNT}) n where f.code = '${BENCH_LOGIN.factoryCode}'`;

/** Fills a new factory with orders and reports. */
export async function fillOrdersAndReports(database: {
  query: (text: string) => Promise<unknown>;
}): Promise<void> {
  for (const statement of [FILL_ORDERS_SQL, FILL_REPORTS_SQL])
    await database.query(`set statement_timeout = 0; ${statement}`);
  await database.query('vacuum analyze');
}
