import { sql, type RawBuilder } from 'kysely';
import { LIVING_CARD_STATES } from '#shared/machines/card.ts';
import type { RecallOrigin } from '#shared/quality/recall.ts';

/** The pieces of a card, or the piece with a barcode. Exactly one of the two fields is set. */
export interface TracedPieces {
  cardId: number | null;
  barcode: string | null;
}

/** The origin of suspect pieces. The time span limits the reports and issues; an open end is null. */
export type RecallInput =
  | { origin: 'card'; pieces: TracedPieces }
  | { origin: Exclude<RecallOrigin, 'card'>; id: number; from: string | null; to: string | null };

const buildSpanSql = (
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  { from, to }: { from: string | null; to: string | null },
) =>
  sql`(${from}::timestamptz is null or ${end} >= ${from}::timestamptz)
    and (${to}::timestamptz is null or ${start} < ${to}::timestamptz)`;

/**
 * Builds the SQL of the part and card of traced pieces, with their quantity. If the card is null, the row
 * stands for all cards of the part.
 */
export const buildPiecesSql = (factoryId: number, { cardId, barcode }: TracedPieces): RawBuilder<unknown> =>
  cardId === null
    ? sql`select distinct p.part_id, r.card_id, 1::numeric as quantity from work_report_barcodes b
        join work_report r on r.factory_id = b.factory_id and r.id = b.owner_id and r.reversed_at is null
        join process p on p.factory_id = r.factory_id and p.id = r.process_id
        where b.factory_id = ${factoryId} and b.barcode = ${barcode}`
    : sql`select c.part_id, c.id as card_id, c.quantity from card c
        where c.factory_id = ${factoryId} and c.id = ${cardId}`;

/**
 * Builds the SQL of the parts and cards with which a recall begins, with the quantity of each report or
 * issue. If the card is null, the row stands for all cards of the part.
 */
export function buildRootsSql(factoryId: number, input: RecallInput): RawBuilder<unknown> {
  if (input.origin === 'card') return buildPiecesSql(factoryId, input.pieces);
  const { origin, id } = input;
  if (origin === 'part')
    return sql`select t.id as part_id, null::bigint as card_id, t.quantity from part t
      where t.factory_id = ${factoryId} and t.id = ${id}`;
  if (origin === 'material')
    return sql`select i.part_id, r.card_id, i.quantity from material_issue i
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
  return sql`select p.part_id, r.card_id,
      case when r.ended_at is null then r.started else r.good + r.scrap + r.rework end as quantity
    from work_report r
    join process p on p.factory_id = r.factory_id and p.id = r.process_id
    where r.factory_id = ${factoryId} and ${conditions[origin]} and r.kind <> 'receive'
      and r.reverses_id is null and r.reversed_at is null
      and ${buildSpanSql(sql`r.started_at`, sql`coalesce(r.ended_at, now())`, input)}`;
}

/**
 * The SQL of one step of a walk through the genealogy. It starts at a row `k`, and leads to cards and to
 * whole parts.
 */
export interface WalkSteps {
  /** Reads the column `k.card_id`, and returns `card_id`, `step` and `quantity`. */
  cards: RawBuilder<unknown>;
  /** Reads the column `k.part_id`, and returns `part_id` and `step`. */
  parts: RawBuilder<unknown>;
}

const buildCardStepsSql = (factoryId: number, from: 'g.from_card_id' | 'g.to_card_id', to: string) =>
  sql`select ${sql.ref(to)} as card_id, g.kind as step, g.quantity from card_genealogy g
    where g.factory_id = ${factoryId} and ${sql.ref(from)} = k.card_id and g.kind <> 'replenished'`;

/**
 * Returns the steps that lead to where pieces went: to the cards that got them by splitting, unpacking or
 * combining, to the part into which their part was combined, and to the assembly that has received them.
 */
export const makeForwardSteps = (factoryId: number): WalkSteps => ({
  cards: buildCardStepsSql(factoryId, 'g.from_card_id', 'g.to_card_id'),
  parts: sql`select coalesce(t.combined_into_id, t.parent_id) as part_id,
      case when t.combined_into_id is null then 'builtInto' else 'partsMerged' end as step
    from part t
    where t.factory_id = ${factoryId} and t.id = k.part_id
      and (t.combined_into_id is not null or exists (select 1 from process q
        where q.factory_id = t.factory_id and q.part_id = t.parent_id and q.received > 0 and q.deleted_at is null))`,
});

/** Returns the steps that lead back to the cards and parts from which pieces may have come. */
export const makeBackwardSteps = (factoryId: number): WalkSteps => ({
  cards: buildCardStepsSql(factoryId, 'g.to_card_id', 'g.from_card_id'),
  parts: sql`select t.id as part_id, 'builtInto' as step from part t
      where t.factory_id = ${factoryId} and t.parent_id = k.part_id and t.deleted_at is null
    union all
    select t.id, 'partsMerged' from part t
      where t.factory_id = ${factoryId} and t.combined_into_id = k.part_id`,
});

/**
 * Builds the table expression `reached(part_id, card_id, is_living)`: the parts and cards that steps reach
 * from the roots. If `card_id` is null, the row stands for all cards of the part. The query walks all cards
 * first, because no step leads from a part to a card. It then visits each part only once, even if many cards
 * of the part were reached. `offset 0` makes PostgreSQL use an index at each step.
 */
export const buildReachedSql = (
  factoryId: number,
  roots: RawBuilder<unknown>,
  { cards, parts }: WalkSteps,
): RawBuilder<unknown> =>
  sql`with recursive root as materialized (select part_id, card_id from (${roots}) r),
    walked_card(card_id) as (
      select card_id from root where card_id is not null
      union
      select n.card_id from walked_card k cross join lateral (${cards} offset 0) n
    ),
    held_card as materialized (
      select c.part_id, c.id as card_id, c.state = any(${[...LIVING_CARD_STATES]}::text[]) as is_living
      from walked_card w join card c on c.factory_id = ${factoryId} and c.id = w.card_id
    ),
    walked_part(part_id) as (
      (select part_id from root where card_id is null
      union
      select n.part_id from (select distinct part_id from held_card) k cross join lateral (${parts}) n)
      union
      select n.part_id from walked_part k cross join lateral (${parts}) n
    ),
    reached as (
      select part_id, null::bigint as card_id, true as is_living from walked_part
      union all
      select part_id, card_id, is_living from held_card
    )`;
