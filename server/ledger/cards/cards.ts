import { sql, type RawBuilder } from 'kysely';
import { findNextState } from '#shared/kernel/machine.ts';
import {
  CARD_PIECE_KINDS,
  deriveCardState,
  type CardHolding,
  type CardPieces,
} from '#shared/ledger/cards.ts';
import { cardStateMachine, LIVING_CARD_STATES, type CardState } from '#shared/machines/card.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Routing, RoutingProcess } from '../routing.ts';

interface CardRow extends Omit<CardHolding, 'pieces' | 'inWork'> {
  pieces: (CardPieces & { processId: number })[];
  inWork: { processId: number; quantity: number }[];
}

/**
 * Loads the cards that hold the pieces of parts, in id order. The reported quantities are loaded only for parts with
 * several cards. A caller who changes cards must hold the locks of the parts.
 */
export async function loadCardHoldings(
  db: Db,
  factoryId: number,
  partIds: readonly number[],
): Promise<CardHolding[]> {
  const result = await sql<CardRow>`with held as (
      select c.*, count(*) over (partition by c.part_id) > 1 as is_shared from card c
      where c.factory_id = ${factoryId} and c.part_id = any(${[...partIds]}::bigint[]) and c.deleted_at is null
        and c.state = any(${[...LIVING_CARD_STATES]}::text[])
    )
    select h.id, h.code, h.version, h.part_id, h.quantity, h.state, t.quantity as part_quantity,
      (select coalesce(json_agg(json_build_object('processId', m.process_id, 'good', m.good, 'scrap', m.scrap, 'rework', m.rework)), '[]'::json)
        from (select m.process_id, sum(m.good) as good, sum(m.scrap) as scrap, sum(m.rework) as rework from card_movement m
          where h.is_shared and m.factory_id = h.factory_id and m.card_id = h.id group by m.process_id) m) as pieces,
      (select coalesce(json_agg(json_build_object('processId', r.process_id, 'quantity', r.quantity)), '[]'::json)
        from (select r.process_id, sum(r.started) as quantity from work_report r
          where h.is_shared and r.factory_id = h.factory_id and r.card_id = h.id
            and not r.is_rework and r.ended_at is null and r.reversed_at is null group by r.process_id) r) as in_work
    from held h join part t on t.factory_id = h.factory_id and t.id = h.part_id
    order by h.id`.execute(db);
  return result.rows.map(({ pieces, inWork, ...card }) => ({
    ...card,
    pieces: new Map(pieces.map(({ processId, ...quantities }) => [processId, quantities])),
    inWork: new Map(inWork.map(({ processId, quantity }) => [processId, quantity])),
  }));
}

/** Builds the SQL of the id of the first active card of a part; null if the part has no active card. */
export const buildActiveCardSql = (partId: `${string}.part_id`): RawBuilder<number | null> =>
  sql`(select c.id from card c where c.factory_id = ${sql.ref(partId.replace('part_id', 'factory_id'))}
    and c.part_id = ${sql.ref(partId)} and c.deleted_at is null and c.state = 'active' order by c.code limit 1)`;

/**
 * Builds the SQL of the card code that lists show for a part: the code of the first active card, otherwise
 * of the first card.
 * @param partId the column with the id of the part, such as `p.part_id`. The table must also have a column
 * `factory_id`.
 */
export const buildShownCardSql = (partId: `${string}.part_id`): RawBuilder<string> =>
  sql`(select c.code from card c where c.factory_id = ${sql.ref(partId.replace('part_id', 'factory_id'))}
    and c.part_id = ${sql.ref(partId)} and c.deleted_at is null
    order by case c.state when 'active' then 0 when 'split' then 2 when 'combined' then 2 else 1 end, c.code limit 1)`;

export const findPartProcesses = (routing: Routing, partId: number): RoutingProcess[] =>
  routing.processes.filter((process) => process.partId === partId);

/** Lists the codes of the cards to which the pieces of a card were moved directly. */
export async function listFollowingCardCodes(db: Db, factoryId: number, cardId: number): Promise<string[]> {
  const result = await sql<{ code: string }>`select c.code from card_genealogy g
    join card c on c.factory_id = g.factory_id and c.id = g.to_card_id
    where g.factory_id = ${factoryId} and g.from_card_id = ${cardId} and g.kind <> 'replenished' order by c.id`.execute(
    db,
  );
  return result.rows.map(({ code }) => code);
}

/** A change of the reported pieces of a card. */
export interface CardMovement extends CardPieces {
  cardId: number;
  processId: number;
  reportId: number | null;
  /** The quality exception that holds or moved the pieces; absent if there is none. */
  exceptionId?: number;
}

/** Adds changes of the reported pieces of cards. Changes without pieces are left out. */
export async function writeCardMovements(tx: Transaction, movements: readonly CardMovement[]): Promise<void> {
  const rows = movements
    .filter((movement) => CARD_PIECE_KINDS.some((kind) => movement[kind] !== 0))
    .map(({ cardId, processId, reportId, exceptionId = null, good, scrap, rework }) => ({
      card_id: cardId,
      process_id: processId,
      report_id: reportId,
      exception_id: exceptionId,
      good,
      scrap,
      rework,
    }));
  if (rows.length === 0) return;
  await sql`insert into card_movement (factory_id, card_id, process_id, report_id, exception_id, good, scrap, rework)
    select ${tx.factoryId}::bigint, card_id, process_id, report_id, exception_id, good, scrap, rework
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (card_id bigint, process_id bigint, report_id bigint,
      exception_id bigint, good numeric, scrap numeric, rework numeric)`.execute(tx.db);
}

/** The states of a process that decide whether cards are completed or scrapped. */
const DECIDING_STATES: ReadonlySet<string> = new Set(['completed', 'specialAcceptance', 'scrapped']);

/** Finds the parts whose cards may have become completed or scrapped, or may have left one of these states. */
export function findPartsToSettle(routing: Routing): Set<number> {
  const partIds = new Set(routing.partsToSettle);
  for (const { processId, from, to } of routing.stateChanges)
    if (DECIDING_STATES.has(from) !== DECIDING_STATES.has(to) || from === 'scrapped' || to === 'scrapped')
      partIds.add(routing.processes.find(({ id }) => id === processId)!.partId);
  return partIds;
}

/**
 * Computes the states of the cards of parts again, and writes the changed states. The caller must hold the
 * locks of the parts.
 */
export async function updateCardStates(
  tx: Transaction,
  routing: Routing,
  partIds: ReadonlySet<number>,
): Promise<void> {
  const partIdsWithProcesses = [...partIds].filter((id) => findPartProcesses(routing, id).length > 0);
  if (partIdsWithProcesses.length === 0) return;
  const allCards = await loadCardHoldings(tx.db, tx.factoryId, partIdsWithProcesses);
  for (const card of allCards) {
    if (card.state === 'outsourced') continue;
    const cards = allCards.filter(({ partId }) => partId === card.partId);
    const state = deriveCardState(card, cards, findPartProcesses(routing, card.partId));
    if (state === card.state) continue;
    const retractedState = findNextState(cardStateMachine, card.state, 'retract') ?? card.state;
    const event = state === 'completed' ? 'complete' : 'scrap';
    const nextState =
      state === 'active' ? retractedState : findNextState(cardStateMachine, retractedState, event)!;
    await writeCardState(tx, card, nextState);
    tx.log({
      entity: 'card',
      id: card.id,
      action: 'modify',
      before: { state: card.state },
      after: { state: nextState },
    });
  }
}

/** Writes the state of a card, and announces it. */
export async function writeCardState(
  tx: Transaction,
  { id }: Pick<CardHolding, 'id'>,
  state: CardState,
): Promise<void> {
  await tx.db
    .updateTable('card')
    .set((expression) => ({
      state,
      version: expression('version', '+', 1),
      updatedAt: tx.now,
      updatedBy: tx.name,
    }))
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .execute();
  tx.announce('progress', 'card', [id]);
}
