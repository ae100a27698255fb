import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { locatePieces, type TracedCard } from '#shared/ledger/locate-pieces.ts';
import type { LedgerProcess } from '#shared/ledger/ledger.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { ForwardTrace, FoundPieces, TracedSubject } from '#shared/quality/recall.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { Db } from '../../db/database.ts';
import { loadCardHoldings } from '../../ledger/cards/cards.ts';
import { buildFinishedPiecesSql } from '../../ledger/finished-pieces-sql.ts';
import { readForwardGenealogy } from './read-genealogy.ts';
import { buildReachedSql, buildRootsSql, makeForwardSteps, type RecallInput } from './reached-parts-sql.ts';

/** The maximum number of parts in an answer. The answer contains at most some tens of rows per part. */
const MAX_PARTS = 2000;

interface ReachedPart extends Pick<
  FoundPieces,
  'partId' | 'partCode' | 'partName' | 'orderId' | 'orderCode' | 'customerName' | 'assemblyCode'
> {
  warehoused: number;
  consumed: number;
  /** The traced cards that hold pieces; null for all cards of the part. */
  cardIds: number[] | null;
  processes: (LedgerProcess & { name: string })[];
}

async function loadReachedParts(db: Db, factoryId: number, input: RecallInput): Promise<ReachedPart[]> {
  const reachedSql = buildReachedSql(factoryId, buildRootsSql(factoryId, input), makeForwardSteps(factoryId));
  const { rows } = await sql<ReachedPart>`${reachedSql},
    traced as (
      select part_id, case when bool_or(card_id is null) then null
        else coalesce(array_agg(card_id) filter (where is_living), '{}') end as card_ids
      from reached group by part_id
    )
    select t.id as part_id, t.code as part_code, t.name as part_name, o.id as order_id, o.code as order_code,
      u.short_name as customer_name, t.warehoused, m.code as assembly_code, f.consumed, to_json(k.card_ids) as card_ids,
      (select coalesce(json_agg(json_build_object('id', p.id, 'partId', p.part_id, 'seq', p.seq, 'name', coalesce(p.name, c.name),
          'state', p.state, 'plannedQuantity', coalesce(p.planned_quantity, 0), 'scrapAllowance', p.scrap_allowance,
          'arrived', p.arrived, 'received', p.received, 'excess', p.excess, 'machinable', p.machinable, 'inWork', p.in_work,
          'good', p.good, 'concession', p.concession, 'reworkOpen', p.rework_open, 'inRework', p.in_rework,
          'scrap', p.scrap, 'hold', p.hold, 'outsourced', p.outsourced) order by p.seq, p.id), '[]'::json)
        from process p join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
        where p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null) as processes
    from traced k
      join part t on t.factory_id = ${factoryId} and t.id = k.part_id and t.deleted_at is null
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      left join customer u on u.factory_id = o.factory_id and u.id = o.customer_id
      left join part m on m.factory_id = t.factory_id and m.id = t.parent_id
      cross join lateral (${buildFinishedPiecesSql('t')}) f
    order by o.code, t.id limit ${MAX_PARTS + 1}`.execute(db);
  if (rows.length > MAX_PARTS) throw makeError('traceTooLarge', { max: MAX_PARTS });
  return rows;
}

/** Loads the cards of parts, with the pieces that exceptions have taken from them and not given back. */
async function loadTracedCards(
  db: Db,
  factoryId: number,
  partIds: readonly number[],
): Promise<ReadonlyMap<number, TracedCard[]>> {
  const cards = await loadCardHoldings(db, factoryId, partIds);
  const { rows } = await sql<{ cardId: number; processId: number; held: number }>`
    select card_id, process_id, -sum(good + scrap + rework) as held from card_movement
    where factory_id = ${factoryId} and exception_id is not null
      and card_id = any(${cards.map(({ id }) => id)}::bigint[])
    group by card_id, process_id having sum(good + scrap + rework) < 0`.execute(db);
  const heldByCard = groupBy(rows, ({ cardId }) => cardId);
  return groupBy(
    cards.map((card) => ({
      ...card,
      held: new Map((heldByCard.get(card.id) ?? []).map(({ processId, held }) => [processId, held])),
    })),
    ({ partId }) => partId,
  );
}

/**
 * Traces suspect pieces forward: finds each part and card that may hold them, and the places of its pieces now. The
 * pieces of a card cannot be told apart, so all of them are found.
 * @param subject the code and the name of what is traced, for the answer
 * @throws traceTooLarge if the recall reaches too many parts
 */
export async function readForwardTrace(
  db: Db,
  factoryId: number,
  input: RecallInput,
  subject: TracedSubject,
): Promise<ForwardTrace> {
  const start = performance.now();
  const parts = await loadReachedParts(db, factoryId, input);
  const cardsByPart = await loadTracedCards(
    db,
    factoryId,
    parts.filter(({ cardIds }) => cardIds !== null).map(({ partId }) => partId),
  );
  const expectedQuantities: number[] = [];
  const rows = parts.flatMap((part): FoundPieces[] => {
    const { partId, partCode, partName, orderId, orderCode, customerName, processes } = part;
    const allCards = cardsByPart.get(partId) ?? [];
    const cardIds = part.cardIds && new Set(part.cardIds);
    const tracedCards = allCards.filter(({ id }) => cardIds?.has(id));
    const { places, expected } = locatePieces(part, processes, allCards, cardIds);
    expectedQuantities.push(expected);
    // An exception that names no card takes its pieces from any card of the part.
    const mayHold = tracedCards.length <= 1 || tracedCards.length === allCards.length;
    return places.map((pieceLocation) => ({
      ...pieceLocation,
      hold: mayHold ? pieceLocation.hold : null,
      ...{ partId, partCode, partName, orderId, orderCode, customerName },
      cardCodes: tracedCards.map(({ code }) => code),
      cardId: tracedCards.length === 1 ? tracedCards[0]!.id : null,
      processName: processes.find(({ id }) => id === pieceLocation.processId)!.name,
      assemblyCode: pieceLocation.place === 'consumed' ? part.assemblyCode : null,
    }));
  });
  const genealogy = await readForwardGenealogy(db, factoryId, input, subject);
  return {
    subject,
    rows,
    partCount: parts.length,
    found: addQuantities(...rows.map(({ quantity }) => quantity)),
    expected: addQuantities(...expectedQuantities),
    genealogy,
    milliseconds: Math.round(performance.now() - start),
  };
}
