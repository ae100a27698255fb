import {
  findCardPieces,
  readOnlyCardPieces,
  type CardHolding,
  type CardPieces,
} from '#shared/ledger/cards.ts';
import type { OrderWithLoss, QuantityChanges } from '#shared/ledger/answer-loss.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import { sql } from 'kysely';
import type { Transaction } from '../../db/transaction.ts';
import { createCard, updateCardQuantity } from '../../hooks/cards.ts';
import { findPartProcesses, loadCardHoldings, writeCardMovements } from '../../ledger/cards/cards.ts';
import type { Routing, RoutingProcess } from '../../ledger/routing.ts';

/**
 * Stores the reported quantities of the only card of a part, because the part gets a second card. Quantities may
 * already be stored if the part had several cards before.
 */
async function storeOnlyCardPieces(
  tx: Transaction,
  card: CardHolding,
  processes: readonly RoutingProcess[],
): Promise<ReadonlyMap<number, CardPieces>> {
  const storedPieces = await sql<CardPieces & { processId: number }>`
    select process_id, sum(good) as good, sum(scrap) as scrap, sum(rework) as rework from card_movement
    where factory_id = ${tx.factoryId} and card_id = ${card.id} group by process_id`.execute(tx.db);
  const storedPiecesByProcess = new Map(storedPieces.rows.map((row) => [row.processId, row]));
  const pieces = readOnlyCardPieces(processes);
  await writeCardMovements(
    tx,
    [...pieces].map(([processId, { good, scrap, rework }]) => {
      const before = storedPiecesByProcess.get(processId);
      return {
        cardId: card.id,
        processId,
        reportId: null,
        good: subtractQuantities(good, before?.good ?? 0),
        scrap: subtractQuantities(scrap, before?.scrap ?? 0),
        rework: subtractQuantities(rework, before?.rework ?? 0),
      };
    }),
  );
  return pieces;
}

/**
 * Divides the replacement pieces among the cards that lost pieces at the process. Each card gets at most as
 * many as it lost, the card with the most scrapped pieces first. This card also gets what then remains.
 */
function divideAmongCards(
  cards: readonly CardHolding[],
  process: RoutingProcess | undefined,
  quantity: number,
): { cardId: number; quantity: number }[] {
  const countScrap = (card: CardHolding) => (process ? findCardPieces(card, process.id).scrap : 0);
  const sortedCards = cards.toSorted((a, b) => countScrap(b) - countScrap(a) || a.id - b.id);
  let remainingQuantity = quantity;
  const shares = sortedCards.flatMap((card) => {
    const share = Math.min(remainingQuantity, countScrap(card));
    remainingQuantity = subtractQuantities(remainingQuantity, share);
    return share > 0 ? [{ cardId: card.id, quantity: share }] : [];
  });
  const firstCard = sortedCards[0];
  if (remainingQuantity <= 0 || !firstCard) return shares;
  const firstShare = shares.find(({ cardId }) => cardId === firstCard.id);
  if (!firstShare) return [...shares, { cardId: firstCard.id, quantity: remainingQuantity }];
  firstShare.quantity = addQuantities(firstShare.quantity, remainingQuantity);
  return shares;
}

/**
 * Creates the cards of replacement pieces: a card for the part, and a card for each of its child parts. The genealogy
 * links them to the cards of the scrapped pieces.
 */
export async function createReplenishmentCards(
  tx: Transaction,
  routing: Routing,
  orderId: number,
  process: RoutingProcess,
  changes: QuantityChanges,
): Promise<{ id: number; code: string; quantity: number }[]> {
  const createdCards: { id: number; code: string; quantity: number }[] = [];
  for (const [partId, { scrapAllowance: quantity }] of changes.parts) {
    const existingCards = await loadCardHoldings(tx.db, tx.factoryId, [partId]);
    const processes = findPartProcesses(routing, partId);
    const [onlyCard] = existingCards;
    const cards =
      existingCards.length === 1 && onlyCard
        ? [{ ...onlyCard, pieces: await storeOnlyCardPieces(tx, onlyCard, processes) }]
        : existingCards;
    const card = await createCard(tx, { id: partId, orderId, quantity });
    createdCards.push({ ...card, quantity });
    const shares = divideAmongCards(cards, processes.includes(process) ? process : undefined, quantity);
    if (shares.length > 0)
      await tx.db
        .insertInto('cardGenealogy')
        .values(
          shares.map((share) => ({
            factoryId: tx.factoryId,
            fromCardId: share.cardId,
            toCardId: card.id,
            kind: 'replenished' as const,
            quantity: share.quantity,
            at: tx.now,
            byName: tx.name,
          })),
        )
        .execute();
    tx.log({ entity: 'card', id: card.id, action: 'replenish', after: { code: card.code, quantity } });
    routing.partsToSettle.add(partId);
  }
  return createdCards;
}

/**
 * Adjusts the cards of changed parts to the new quantities of the parts.
 * @throws cardsHoldPieces
 */
export async function adjustCardsToParts(
  tx: Transaction,
  routing: Routing,
  order: OrderWithLoss,
  changes: QuantityChanges,
): Promise<void> {
  for (const { id, quantity, scrapAllowance } of order.parts) {
    const change = changes.parts.get(id);
    if (!change || (change.quantity === 0 && change.scrapAllowance === 0)) continue;
    const total = addQuantities(quantity, scrapAllowance, change.quantity, change.scrapAllowance);
    await updateCardQuantity(tx, { id, oldQuantity: quantity, total });
    routing.partsToSettle.add(id);
  }
}
