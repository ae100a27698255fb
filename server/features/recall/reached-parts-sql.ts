import { sql, type RawBuilder } from 'kysely';
import type { RecallOrigin } from '#shared/quality/recall.ts';

/** The origin of suspect pieces. The time span limits the reports and issues; an open end is null. */
export interface RecallInput {
  origin: RecallOrigin;
  id: number;
  from: string | null;
  to: string | null;
}

const buildSpanSql = (start: RawBuilder<unknown>, end: RawBuilder<unknown>, { from, to }: RecallInput) =>
  sql`(${from}::timestamptz is null or ${end} >= ${from}::timestamptz)
    and (${to}::timestamptz is null or ${start} < ${to}::timestamptz)`;

/** Builds the SQL of the parts and cards with which a recall begins. A card of null stands for all cards of the part. */
function buildRootsSql(factoryId: number, input: RecallInput): RawBuilder<unknown> {
  const { origin, id } = input;
  if (origin === 'card')
    return sql`select c.part_id, c.id from card c where c.factory_id = ${factoryId} and c.id = ${id}`;
  if (origin === 'material')
    return sql`select i.part_id, r.card_id from material_issue i
      left join work_report r on r.factory_id = i.factory_id and r.id = i.report_id
      where i.factory_id = ${factoryId} and i.material_id = ${id} and i.reverses_id is null
        and not exists (select 1 from material_issue v where v.factory_id = i.factory_id and v.reverses_id = i.id)
        and ${buildSpanSql(sql`i.at`, sql`i.at`, input)}`;
  const conditions = {
    process: sql`r.process_id = ${id}`,
    device: sql`r.device_id = ${id}`,
    employee: sql`exists (select 1 from work_report_people w
      where w.factory_id = r.factory_id and w.owner_id = r.id and w.employee_id = ${id})`,
  };
  return sql`select p.part_id, r.card_id from work_report r
    join process p on p.factory_id = r.factory_id and p.id = r.process_id
    where r.factory_id = ${factoryId} and ${conditions[origin]} and r.kind <> 'receive'
      and r.reverses_id is null and r.reversed_at is null
      and ${buildSpanSql(sql`r.started_at`, sql`coalesce(r.ended_at, now())`, input)}`;
}

/**
 * Builds the table expression `reached(part_id, card_id)`: the parts and cards that may hold pieces of the origin. Pieces
 * go on to the cards that got them by splitting, unpacking and combining, and to the assemblies that have received them.
 */
export const buildReachedPartsSql = (factoryId: number, input: RecallInput): RawBuilder<unknown> =>
  sql`with recursive reached(part_id, card_id) as (
      ${buildRootsSql(factoryId, input)}
      union
      select n.part_id, n.card_id from reached k cross join lateral (
        select c.part_id, c.id as card_id from card_genealogy g
          join card c on c.factory_id = g.factory_id and c.id = g.to_card_id
          where g.factory_id = ${factoryId} and g.from_card_id = k.card_id and g.kind <> 'replenished'
        union all
        select coalesce(t.combined_into_id, t.parent_id), null from part t
          where t.factory_id = ${factoryId} and t.id = k.part_id
            and (t.combined_into_id is not null or exists (select 1 from process q
              where q.factory_id = t.factory_id and q.part_id = t.parent_id and q.received > 0 and q.deleted_at is null))
      ) n
    )`;

/**
 * Builds the table expression `origin(part_id, card_id)`: the parts and cards whose pieces may be in the pieces of a card,
 * or in the piece with a barcode. A card of null stands for all cards of the part.
 */
export const buildOriginPartsSql = (
  factoryId: number,
  { cardId, barcode }: { cardId: number | null; barcode: string | null },
): RawBuilder<unknown> =>
  sql`with recursive origin(part_id, card_id) as (
      select * from (
        select c.part_id, c.id from card c where c.factory_id = ${factoryId} and c.id = ${cardId}::bigint
        union
        select p.part_id, r.card_id from work_report_barcodes b
          join work_report r on r.factory_id = b.factory_id and r.id = b.owner_id and r.reversed_at is null
          join process p on p.factory_id = r.factory_id and p.id = r.process_id
          where b.factory_id = ${factoryId} and b.barcode = ${barcode}::text
      ) root
      union
      select n.part_id, n.card_id from origin k cross join lateral (
        select c.part_id, c.id as card_id from card_genealogy g
          join card c on c.factory_id = g.factory_id and c.id = g.from_card_id
          where g.factory_id = ${factoryId} and g.to_card_id = k.card_id and g.kind <> 'replenished'
        union all
        select t.id, null from part t where t.factory_id = ${factoryId} and t.parent_id = k.part_id and t.deleted_at is null
        union all
        select t.id, null from part t where t.factory_id = ${factoryId} and t.combined_into_id = k.part_id
      ) n
    )`;
