import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { readOnlyCardPieces, type CardHolding, type CardPieces } from '#shared/ledger/cards.ts';
import { cardStateMachine, type CardState } from '#shared/machines/card.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { createCard } from '../../hooks/cards.ts';
import {
  findPartProcesses,
  loadCardHoldings,
  updateCardStates,
  writeCardMovements,
  writeCardState,
} from '../../ledger/cards/cards.ts';
import {
  openPartRoutings,
  RoutingChangedError,
  type Routing,
  type RoutingProcess,
} from '../../ledger/routing.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

const EVENT_TERMS = { split: 'splitCard', unpack: 'unpackCard', combine: 'combineCards' } as const;
const EDGE_KINDS = { split: 'split', unpack: 'unpacked', combine: 'combined' } as const;
type CardReplacingEvent = keyof typeof EVENT_TERMS;

/** A card that the caller last read in the given version. */
export interface CardVersion {
  cardId: number;
  version: number;
}

/** Cards of one part that the transaction has locked, with the reported quantities of their pieces. */
export interface LockedCards {
  routing: Routing;
  part: { id: number; orderId: number };
  /** The processes of the part. */
  processes: RoutingProcess[];
  /** The locked cards, in the order in which they were given. */
  cards: CardHolding[];
}

async function readCards(tx: Transaction, ids: readonly number[]) {
  return tx.db
    .selectFrom('card')
    .select(['id', 'code', 'partId', 'state', 'version', 'updatedBy', 'updatedAt'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .execute();
}

/** Refuses a card with an open report, because its pieces cannot be divided before they are reported. */
async function refuseOpenReports(
  tx: Transaction,
  cards: readonly CardHolding[],
  isOnlyCard: boolean,
  processes: readonly RoutingProcess[],
): Promise<void> {
  const openReport = await tx.db
    .selectFrom('workReport as r')
    .innerJoin('process as p', (join) =>
      join.onRef('p.factoryId', '=', 'r.factoryId').onRef('p.id', '=', 'r.processId'),
    )
    .select(['r.processId', 'r.cardId'])
    .where('r.factoryId', '=', tx.factoryId)
    .where('r.endedAt', 'is', null)
    .where('r.reversedAt', 'is', null)
    .where((builder) =>
      isOnlyCard
        ? builder('p.partId', '=', cards[0]!.partId)
        : builder(
            'r.cardId',
            'in',
            cards.map(({ id }) => id),
          ),
    )
    .orderBy('r.id')
    .executeTakeFirst();
  if (!openReport) return;
  const process = processes.find(({ id }) => id === openReport.processId);
  const card = cards.find(({ id }) => id === openReport.cardId) ?? cards[0]!;
  throw makeError('cardHasOpenReport', { code: card.code, name: process?.name ?? '' }, undefined, [
    { entity: 'process', id: openReport.processId!, name: process?.name ?? '' },
  ]);
}

/**
 * Locks the part to which the cards belong, and loads the cards. Reports take the same lock. The cards must
 * belong to one part, and their states must allow an event.
 * @throws rowNotFound, stale, cardsOfDifferentParts, orderState, cardState, cardHasOpenReport
 */
export async function lockCards(
  tx: Transaction,
  cardVersions: readonly CardVersion[],
  event: CardReplacingEvent,
): Promise<LockedCards> {
  const ids = cardVersions.map(({ cardId }) => cardId);
  const foundCards = await readCards(tx, ids);
  if (foundCards.length < ids.length) throw makeError('rowNotFound');
  const [partId, ...otherPartIds] = new Set(foundCards.map((card) => card.partId));
  if (otherPartIds.length > 0) throw makeError('cardsOfDifferentParts');
  const routing = await openPartRoutings(tx, [partId!]);
  // The cards are read again under the lock of the part.
  const currentCards = new Map((await readCards(tx, ids)).map((card) => [card.id, card]));
  const part = await tx.db
    .selectFrom('part as t')
    .innerJoin('workOrder as o', (join) =>
      join.onRef('o.factoryId', '=', 't.factoryId').onRef('o.id', '=', 't.orderId'),
    )
    .select(['t.id', 't.orderId', 'o.state'])
    .where('t.factoryId', '=', tx.factoryId)
    .where('t.id', '=', partId!)
    .where('t.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!part) throw makeError('rowNotFound');
  for (const { cardId, version } of cardVersions) {
    const card = currentCards.get(cardId);
    if (!card) throw makeError('rowNotFound');
    if (card.partId !== partId) throw new RoutingChangedError();
    if (findNextState(cardStateMachine, card.state, event) === null)
      throw makeError('cardState', {
        code: card.code,
        state: markAsTerm(card.state),
        event: markAsTerm(EVENT_TERMS[event]),
      });
    refuseStale(card, version);
  }
  if (hasOrderEnded(part.state))
    throw makeError('orderState', {
      state: markAsTerm(part.state),
      event: markAsTerm(EVENT_TERMS[event]),
    });
  const holdings = await loadCardHoldings(tx.db, tx.factoryId, [part.id]);
  const processes = findPartProcesses(routing, part.id);
  const isOnlyCard = holdings.length === 1;
  const cards = ids.map((id) => {
    const card = holdings.find((holding) => holding.id === id)!;
    return isOnlyCard ? { ...card, pieces: readOnlyCardPieces(processes) } : card;
  });
  await refuseOpenReports(tx, cards, isOnlyCard, processes);
  return { routing, part, processes, cards };
}

/** A new card that replaces other cards: its quantity, and the reported quantities of its pieces. */
export interface NewCard {
  quantity: number;
  pieces: ReadonlyMap<number, CardPieces>;
}

/**
 * Replaces cards by new cards that hold the same pieces. It records which pieces moved to which card, and derives the
 * states of the new cards.
 * @param edges the quantities that move from ended cards to new cards, with the indexes of both cards
 * @returns the new cards
 */
export async function replaceCards(
  tx: Transaction,
  { routing, part, cards }: LockedCards,
  event: CardReplacingEvent,
  newCards: readonly NewCard[],
  edges: readonly { from: number; to: number; quantity: number }[],
): Promise<{ id: number; code: string; quantity: number }[]> {
  const state: CardState = event === 'combine' ? 'combined' : 'split';
  for (const card of cards) await writeCardState(tx, card, state);
  const createdCards: { id: number; code: string; quantity: number }[] = [];
  for (const { quantity, pieces } of newCards) {
    const card = { ...(await createCard(tx, { ...part, quantity })), quantity };
    createdCards.push(card);
    await writeCardMovements(
      tx,
      [...pieces].map(([processId, moved]) => ({ cardId: card.id, processId, reportId: null, ...moved })),
    );
  }
  await tx.db
    .insertInto('cardGenealogy')
    .values(
      edges.map(({ from, to, quantity }) => ({
        factoryId: tx.factoryId,
        fromCardId: cards[from]!.id,
        toCardId: createdCards[to]!.id,
        kind: EDGE_KINDS[event],
        quantity,
        at: tx.now,
        byName: tx.name,
      })),
    )
    .execute();
  const action = EVENT_TERMS[event];
  for (const [from, { id, state: before }] of cards.entries()) {
    const targetCards = edges
      .filter((edge) => edge.from === from)
      .map(({ to, quantity }) => ({ code: createdCards[to]!.code, quantity }));
    tx.log({ entity: 'card', id, action, before: { state: before }, after: { state, into: targetCards } });
  }
  for (const [to, { id, code, quantity }] of createdCards.entries()) {
    const from = edges.filter((edge) => edge.to === to).map((edge) => cards[edge.from]!.code);
    tx.log({ entity: 'card', id, action, after: { code, quantity, from } });
  }
  await updateCardStates(tx, routing, new Set([part.id]));
  return createdCards;
}
