import { sql } from 'kysely';
import type { CardPieces } from '#shared/ledger/cards.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { HandlingQuantities, HoldSource } from '#shared/ledger/quality.ts';
import type { Transaction } from '../../db/transaction.ts';
import { loadCardHoldings, writeCardMovements, type CardMovement } from './cards.ts';
import { findActiveFollowers, takeBackCardPieces } from './reporting-cards.ts';
import type { Routing, RoutingProcess } from '../routing.ts';

/** An exception with the pieces that it holds. */
export interface HeldPieces {
  id: number;
  processId: number;
  source: HoldSource;
  quantity: number;
  cardId: number | null;
}

// Reported quantities are stored per card only if a part has several cards. An exception takes its pieces from cards.
// When it is cancelled, the cards get the pieces back. When its remedies are posted, the cards get the resulting
// pieces.

/** The kind of card pieces for each source of an exception; null if cards do not count the pieces of the source. */
const CARD_KIND_BY_SOURCE: Readonly<Record<HoldSource, keyof CardPieces | null>> = {
  good: 'good',
  concession: 'good',
  scrap: 'scrap',
  reworkOpen: 'rework',
  machinable: null,
  hold: null,
};

const makeCardPieces = (kind: keyof CardPieces | null, quantity: number): CardPieces => ({
  good: 0,
  scrap: 0,
  rework: 0,
  ...(kind && { [kind]: quantity }),
});

/**
 * Takes the pieces of an exception from the cards that have them.
 * @param routing the routing after the pieces were moved
 * @throws cardPiecesUsed
 */
export async function holdCardPieces(
  tx: Transaction,
  routing: Routing,
  process: RoutingProcess,
  { id, source, quantity, cardId }: HeldPieces,
): Promise<void> {
  const kind = CARD_KIND_BY_SOURCE[source];
  if (kind === null) return;
  const cards = await loadCardHoldings(tx.db, tx.factoryId, [process.partId]);
  const pieces = { ...makeCardPieces(kind, quantity), cardId };
  await writeCardMovements(
    tx,
    await takeBackCardPieces(tx, routing, cards, process, pieces, { exceptionId: id }),
  );
  routing.partsToSettle.add(process.partId);
}

/**
 * Finds the active cards that get the pieces of an exception: the cards from which the pieces came, or their
 * successors.
 */
async function findReceivingCards(
  tx: Transaction,
  process: RoutingProcess,
  heldPieces: HeldPieces,
): Promise<{ cardId: number; quantity: number }[]> {
  const cards = await loadCardHoldings(tx.db, tx.factoryId, [process.partId]);
  if (cards.length <= 1) return [];
  const { rows: takenPieces } = await sql<{ cardId: number; quantity: number }>`
    select card_id, -sum(good + scrap + rework) as quantity from card_movement
    where factory_id = ${tx.factoryId} and exception_id = ${heldPieces.id}
    group by card_id order by card_id`.execute(tx.db);
  if (takenPieces.length === 0 && heldPieces.cardId !== null)
    takenPieces.push({ cardId: heldPieces.cardId, quantity: heldPieces.quantity });
  const receivingCards: { cardId: number; quantity: number }[] = [];
  for (const { cardId, quantity } of takenPieces) {
    const receiver =
      cards.find(({ id }) => id === cardId) ?? (await findActiveFollowers(tx, cardId, cards))[0];
    if (receiver) receivingCards.push({ cardId: receiver.id, quantity });
  }
  return receivingCards;
}

/** Gives the pieces of a cancelled exception back to the cards. */
export async function giveBackHeldCardPieces(
  tx: Transaction,
  routing: Routing,
  process: RoutingProcess,
  heldPieces: HeldPieces,
): Promise<void> {
  const kind = CARD_KIND_BY_SOURCE[heldPieces.source];
  if (kind === null) return;
  const receivingCards = await findReceivingCards(tx, process, heldPieces);
  await writeCardMovements(
    tx,
    receivingCards.map(({ cardId, quantity }) => ({
      cardId,
      processId: process.id,
      reportId: null,
      exceptionId: heldPieces.id,
      ...makeCardPieces(kind, quantity),
    })),
  );
  routing.partsToSettle.add(process.partId);
}

/**
 * Adds the pieces that the remedies of an exception produced to its cards: first scrap, then rework, then good pieces.
 */
export async function postHeldCardPieces(
  tx: Transaction,
  routing: Routing,
  process: RoutingProcess,
  heldPieces: HeldPieces & HandlingQuantities,
): Promise<void> {
  const receivingCards = await findReceivingCards(tx, process, heldPieces);
  const remainingPieces: CardPieces = {
    scrap: heldPieces.scrap,
    rework: heldPieces.rework,
    good: heldPieces.source === 'machinable' ? 0 : heldPieces.concession,
  };
  const movements: CardMovement[] = [];
  for (const { cardId, quantity } of receivingCards) {
    const pieces: CardPieces = { good: 0, scrap: 0, rework: 0 };
    let openQuantity = quantity;
    for (const kind of ['scrap', 'rework', 'good'] as const) {
      const moved = Math.min(openQuantity, remainingPieces[kind]);
      pieces[kind] = addQuantities(pieces[kind], moved);
      remainingPieces[kind] = subtractQuantities(remainingPieces[kind], moved);
      openQuantity = subtractQuantities(openQuantity, moved);
    }
    movements.push({
      cardId,
      processId: process.id,
      reportId: null,
      exceptionId: heldPieces.id,
      ...pieces,
    });
  }
  await writeCardMovements(tx, movements);
  routing.partsToSettle.add(process.partId);
}
