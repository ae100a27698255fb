import { sql } from 'kysely';
import {
  MAX_USING_ORDERS,
  type OperationTime,
  type DocumentOfPart,
  type OrderWithPart,
  type WhereUsed,
} from '#shared/answers/routing/where-used.ts';
import type { Db } from '../../db/database.ts';
import { buildPartScope } from '../../hooks/outside-scope.ts';
import type { Viewer } from '../../hooks/hooks.ts';

/** Builds the SQL condition that a part `t` has the given code and that the viewer may see the part. */
const buildPartCondition = (viewer: Viewer, code: string) =>
  sql`t.factory_id = ${viewer.factoryId} and t.code = ${code} and t.deleted_at is null
    and ${buildPartScope(viewer) ?? sql`true`}`;

async function readUsingOrders(db: Db, viewer: Viewer, code: string) {
  const { rows } = await sql<
    OrderWithPart & { total: number }
  >`select o.id as order_id, o.code as order_code, o.name as order_name,
      o.state as order_state, t.id as part_id, t.name as part_name, n.name as parent_name, n.code as parent_code, t.quantity,
      coalesce((select min(p.good) from process p where p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
        and not exists (select 1 from process q where q.factory_id = p.factory_id and q.part_id = p.part_id
          and q.deleted_at is null and q.seq > p.seq)), 0) as good,
      (select max(r.ended_at) from process p join work_report r on r.factory_id = p.factory_id and r.process_id = p.id
        where p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null and r.good > 0
          and r.reversed_at is null and r.reverses_id is null) as last_made_at,
      count(*) over () as total
    from part t join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
      left join part n on n.factory_id = t.factory_id and n.id = t.parent_id
    where ${buildPartCondition(viewer, code)}
    order by o.id desc, t.id limit ${MAX_USING_ORDERS}`.execute(db);
  return { orders: rows.map(({ total: _total, ...order }) => order), orderCount: rows[0]?.total ?? 0 };
}

/** Reads the standard routings and procedures for a code. Withdrawn editions are left out. */
async function readUsingDocuments(db: Db, viewer: Viewer, code: string): Promise<DocumentOfPart[]> {
  // Customers and suppliers do not see these documents.
  if (viewer.kind !== 'employee') return [];
  const queriesByKind = (['processLibrary', 'sop', 'sip'] as const).map((kind) => {
    const table = sql.table(kind === 'processLibrary' ? 'process_library' : kind);
    return sql`select ${sql.lit(kind)} as kind, d.id, d.code, d.name, d.edition, d.state from ${table} d
      where d.factory_id = ${viewer.factoryId} and d.part_code = ${code} and d.state <> 'withdrawn' and d.deleted_at is null`;
  });
  const { rows } =
    await sql<DocumentOfPart>`${sql.join(queriesByKind, sql` union all `)} order by kind, code, edition desc`.execute(
      db,
    );
  return rows;
}

/**
 * Reads how long the operations of a part code have taken. For a process that has a planned machine time or
 * no planned working time, it reads the duration of each report. For all other processes, it reads the
 * working time of the people.
 */
async function readUsedTimes(db: Db, viewer: Viewer, code: string): Promise<OperationTime[]> {
  const { rows } = await sql<OperationTime>`with work as (
        select p.id, p.craft_id, coalesce(p.name, c.name) as name, c.code as craft_code, p.seq, p.device_minutes, p.man_minutes,
          r.good + r.scrap as pieces,
          case when coalesce(p.device_minutes, 0) > 0 or p.man_minutes is null then r.seconds
            else (select sum(coalesce(w.seconds, r.seconds)) from work_report_people w
              where w.factory_id = r.factory_id and w.owner_id = r.id) end as seconds
        from part t join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
          join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
          join work_report r on r.factory_id = p.factory_id and r.process_id = p.id
        where ${buildPartCondition(viewer, code)} and r.phase = 'run' and r.ended_at is not null and r.good + r.scrap > 0
          and r.reversed_at is null and r.reverses_id is null
      )
      select craft_id, craft_code, name, count(*) as reports, sum(pieces) as pieces,
        round(percentile_cont(0.5) within group (order by seconds / pieces)::numeric / 60, 2) as median_minutes,
        (array_agg(coalesce(nullif(device_minutes, 0), man_minutes) order by id desc))[1] as standard_minutes
      from work group by craft_id, craft_code, name order by min(seq), name`.execute(db);
  return rows;
}

/**
 * Finds where a part code occurs: in which orders and assemblies, in which standard routings and procedures, and how
 * long its operations have taken. A customer finds only the parts of its own orders.
 */
export async function findWhereUsed(db: Db, viewer: Viewer, code: string): Promise<WhereUsed> {
  const { orders, orderCount } = await readUsingOrders(db, viewer, code);
  return {
    code,
    orders,
    orderCount,
    documents: await readUsingDocuments(db, viewer, code),
    times: await readUsedTimes(db, viewer, code),
  };
}
