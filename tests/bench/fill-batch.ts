import { BENCH_LOGIN } from './installation.ts';

/** The number of parts of an order. The first of the two processes of each part can start. */
const PARTS_PER_ORDER = 100;

/** Builds a statement that inserts released orders. It returns the ids of their processes that can start. */
const buildFillSql = (name: string, processCount: number): string => `
  with f as (select id from factory where code = '${BENCH_LOGIN.factoryCode}'),
    crafts as (insert into craft (factory_id, code, name)
      select f.id, '${name}' || n, '${name} ' || n from f, generate_series(1, 2) n returning id, code),
    orders as (insert into work_order (factory_id, code, name, quantity, state)
      select f.id, '${name}-' || n, 'Batch ' || n, 10, 'released'
      from f, generate_series(1, ${Math.ceil(processCount / PARTS_PER_ORDER)}) n returning id, factory_id),
    parts as (insert into part (factory_id, order_id, code, name, quantity)
      select factory_id, id, 'P' || n, 'Part ' || n, 10 from orders, generate_series(1, ${PARTS_PER_ORDER}) n
      returning id, factory_id),
    processes as (insert into process (factory_id, part_id, seq, craft_id, planned_quantity, arrived)
      select p.factory_id, p.id, 10 * n, (select id from crafts where code = '${name}' || n), 10, case n when 1 then 10 else 0 end
      from parts p, generate_series(1, 2) n returning id, seq)
  select id from processes where seq = 10 order by id limit ${processCount}`;

/**
 * Fills a factory with released orders.
 * @param name the prefix of the codes of the orders and crafts
 * @returns the ids of processes of one craft that can start
 */
export async function fillStartableProcesses(
  database: { query: (text: string) => Promise<{ rows: { id: unknown }[] }> },
  name: string,
  processCount: number,
): Promise<number[]> {
  const { rows } = await database.query(buildFillSql(name, processCount));
  await database.query('vacuum analyze');
  return rows.map(({ id }) => Number(id));
}
