import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import {
  findCardPieces,
  limitToCard,
  takeBackPieces,
  type CardHolding,
  type CardPieces,
} from '#shared/ledger/cards.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { isCardLiving, type CardState } from '#shared/machines/card.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findPartProcesses, listFollowingCardCodes, type CardMovement } from './cards.ts';
import type { Routing, RoutingProcess } from '../routing.ts';

/**
 * A card that a report names, and the processes of its part. The quantities of the processes are limited to
 * the pieces of this card that can still be reported.
 */
export interface ReportingCard {
  card: CardHolding;
  /** All cards of the part. */
  cards: readonly CardHolding[];
  processes: readonly RoutingProcess[];
}

/**
 * Finds the card that a report at a process names.
 * @param allCards the cards that hold the pieces of the parts of the routing
 * @returns the card; null if no card is given
 * @throws fieldsInvalid if the card does not belong to the part; cardEnded, cardState
 */
export async function findReportingCard(
  tx: Transaction,
  routing: Routing,
  allCards: readonly CardHolding[],
  process: RoutingProcess,
  cardId: number | null,
): Promise<ReportingCard | null> {
  if (cardId === null) return null;
  const cards = allCards.filter(({ partId }) => partId === process.partId);
  const card = cards.find(({ id }) => id === cardId);
  if (!card) throw await makeCardError(tx, process.partId, cardId);
  if (card.state === 'outsourced')
    throw makeError('cardState', {
      code: card.code,
      state: markAsTerm(card.state),
      event: markAsTerm('report'),
    });
  return { card, cards, processes: limitToCard(card, cards, findPartProcesses(routing, process.partId)) };
}

async function makeCardError(tx: Transaction, partId: number, cardId: number): Promise<Error> {
  const card = await tx.db
    .selectFrom('card')
    .select(['code', 'state'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', cardId)
    .where('partId', '=', partId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!card || isCardLiving(card.state))
    return makeError('fieldsInvalid', {}, { cardId: { reason: 'notAReference' } });
  const codes = await listFollowingCardCodes(tx.db, tx.factoryId, cardId);
  return makeError('cardEnded', {
    code: card.code,
    state: markAsTerm(card.state as CardState),
    cards: codes.join(', '),
  });
}

/** Finds a process of a card by id. */
export const findCardProcess = (reportingCard: ReportingCard, processId: number): RoutingProcess =>
  reportingCard.processes.find(({ id }) => id === processId)!;

/**
 * Changes a card in the list, but only if its part has several cards. If the part has only one card, the
 * pieces are not stored per card.
 */
function updateSharedCard(
  cards: CardHolding[],
  cardId: number | null,
  getChanges: (card: CardHolding) => Partial<CardHolding>,
): void {
  const index = cards.findIndex(({ id }) => id === cardId);
  const card = cards[index];
  if (!card || cards.filter(({ partId }) => partId === card.partId).length <= 1) return;
  cards[index] = { ...card, ...getChanges(card) };
}

/** Adds a quantity to the pieces that a card has in open reports at a process. */
export const addCardWork = (
  cards: CardHolding[],
  cardId: number | null,
  processId: number,
  quantity: number,
): void =>
  updateSharedCard(cards, cardId, ({ inWork }) => ({
    inWork: new Map([...inWork, [processId, addQuantities(inWork.get(processId) ?? 0, quantity)]]),
  }));

/** Adds reported quantities to a card. */
export const addCardMovement = (
  cards: CardHolding[],
  { cardId, processId, good, scrap, rework }: CardMovement,
): void =>
  updateSharedCard(cards, cardId, (card) => {
    const cardPieces = findCardPieces(card, processId);
    const sum = {
      good: addQuantities(cardPieces.good, good),
      scrap: addQuantities(cardPieces.scrap, scrap),
      rework: addQuantities(cardPieces.rework, rework),
    };
    return { pieces: new Map([...card.pieces, [processId, sum]]) };
  });

/** Finds the active cards to which pieces of a card were moved, directly or through other cards. */
export async function findActiveFollowers(
  tx: Transaction,
  cardId: number,
  cards: readonly CardHolding[],
): Promise<CardHolding[]> {
  const result = await sql<{ id: number }>`with recursive follower(id) as (
      select g.to_card_id from card_genealogy g where g.factory_id = ${tx.factoryId} and g.from_card_id = ${cardId} and g.kind <> 'replenished'
      union
      select g.to_card_id from card_genealogy g join follower f on g.factory_id = ${tx.factoryId} and g.from_card_id = f.id and g.kind <> 'replenished'
    )
    select id from follower`.execute(tx.db);
  const ids = new Set(result.rows.map(({ id }) => id));
  return cards.filter(({ id }) => ids.has(id));
}

/**
 * Finds the cards from which pieces are taken for a reversal or an exception. These are the cards that hold the pieces
 * now.
 * @param routing the routing after the reversal
 * @param allCards the cards that hold the pieces of the parts of the routing
 * @param cause the reversal or the exception
 * @returns the pieces that each card loses; an empty list if the part has only one card
 * @throws cardPiecesUsed if a following process has used the pieces
 */
export async function takeBackCardPieces(
  tx: Transaction,
  routing: Routing,
  allCards: readonly CardHolding[],
  process: RoutingProcess,
  report: CardPieces & { cardId: number | null },
  cause: { reportId: number } | { exceptionId: number },
): Promise<CardMovement[]> {
  const cards = allCards.filter(({ partId }) => partId === process.partId);
  if (cards.length <= 1) return [];
  const { cardId, good, scrap, rework } = report;
  const ownCard = cards.find(({ id }) => id === cardId);
  const candidates = ownCard
    ? [ownCard]
    : cardId === null
      ? cards
      : await findActiveFollowers(tx, cardId, cards);
  const takenPieces = takeBackPieces(
    { good, scrap, rework },
    process,
    findPartProcesses(routing, process.partId),
    cards,
    candidates,
    ownCard !== undefined,
  );
  if (!takenPieces)
    throw makeError('cardPiecesUsed', { cards: candidates.map(({ code }) => code).join(', ') });
  return takenPieces.map(({ cardId: holderId, pieces }) => ({
    cardId: holderId,
    processId: process.id,
    reportId: null,
    ...cause,
    good: -pieces.good,
    scrap: -pieces.scrap,
    rework: -pieces.rework,
  }));
}
