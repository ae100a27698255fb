import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { countUntouchedPieces, type CardHolding, type CardProcess } from '#shared/ledger/cards.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import { loadCardHoldings } from '../ledger/cards/cards.ts';
import type { Transaction } from '../db/transaction.ts';

/** The highest number of a process card within an order. */
const MAX_CARD_NUMBER = 9999;

/** A part that gets a process card. */
interface PartOfCard {
  id: number;
  orderId: number;
  quantity: number;
}

/** Loads the codes of orders, and how many cards their parts have had. */
async function countCardsOfOrders(tx: Transaction, orderIds: readonly number[]) {
  const { rows } = await sql<{ id: number; code: string; cards: number }>`
    select o.id, o.code, (select count(*)::int from card c join part p on p.factory_id = c.factory_id and p.id = c.part_id
        where c.factory_id = o.factory_id and p.order_id = o.id) as cards
    from work_order o where o.factory_id = ${tx.factoryId} and o.id = any(${[...orderIds]}::bigint[])`.execute(
    tx.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Creates a process card of each part. The cards of an order are numbered from 01. Numbers in use are skipped.
 * @returns the cards by the id of the part
 */
export async function createCards(
  tx: Transaction,
  parts: readonly PartOfCard[],
): Promise<Map<number, { id: number; code: string }>> {
  const cards = new Map<number, { id: number; code: string }>();
  const orders = await countCardsOfOrders(tx, [...new Set(parts.map(({ orderId }) => orderId))]);
  let partsWithoutCard = [...parts];
  while (partsWithoutCard.length > 0) {
    const newCards = partsWithoutCard.map(({ id, orderId, quantity }) => {
      const order = orders.get(orderId)!;
      order.cards += 1;
      if (order.cards > MAX_CARD_NUMBER) throw new Error(`Order ${order.code} has no card number left`);
      return { part_id: id, quantity, code: `${order.code}-${String(order.cards).padStart(2, '0')}` };
    });
    // If another transaction has inserted a card with one of these numbers, the insert waits until that
    // transaction ends. If that transaction commits, the loop tries the next number.
    const inserted = await sql<{ id: number; code: string; partId: number }>`
      insert into card (factory_id, created_by, updated_by, code, part_id, quantity)
      select ${tx.factoryId}::bigint, ${tx.name}::text, ${tx.name}::text, code, part_id, quantity
      from jsonb_to_recordset(${JSON.stringify(newCards)}::jsonb) as w (part_id bigint, quantity numeric, code text)
      on conflict do nothing returning id, code, part_id`.execute(tx.db);
    for (const { id, code, partId } of inserted.rows) cards.set(partId, { id, code });
    partsWithoutCard = partsWithoutCard.filter(({ id }) => !cards.has(id));
  }
  if (cards.size > 0)
    tx.announce(
      'progress',
      'card',
      [...cards.values()].map(({ id }) => id),
    );
  return cards;
}

/** Creates a process card of a part, as `createCards` does. */
export const createCard = async (tx: Transaction, part: PartOfCard): Promise<{ id: number; code: string }> =>
  (await createCards(tx, [part])).get(part.id)!;

/** Writes new quantities of cards. A card without a quantity is deleted. */
async function writeCardQuantities(
  tx: Transaction,
  changes: readonly { card: CardHolding; quantity: number }[],
): Promise<void> {
  for (const { card, quantity } of changes) {
    const deletedAt = quantity === 0 ? tx.now : null;
    await tx.db
      .updateTable('card')
      .set((expression) => ({
        // A deleted card keeps the quantity that it had.
        quantity: deletedAt ? card.quantity : quantity,
        deletedAt,
        version: expression('version', '+', 1),
        updatedAt: tx.now,
        updatedBy: tx.name,
      }))
      .where('factoryId', '=', tx.factoryId)
      .where('id', '=', card.id)
      .execute();
    tx.log({
      entity: 'card',
      id: card.id,
      action: deletedAt ? 'delete' : 'modify',
      before: { quantity: card.quantity },
      after: { quantity },
    });
    tx.announce('progress', 'card', [card.id]);
  }
}

/** Loads the process values that the card rules of a part need. */
async function loadPlannedProcesses(tx: Transaction, partId: number): Promise<CardProcess[]> {
  const result = await sql<CardProcess>`
    select id, part_id, seq, coalesce(planned_quantity, 0) as planned_quantity, scrap_allowance, arrived, received, machinable, in_work,
      outsourced, good, concession, scrap, rework_open, in_rework
    from process where factory_id = ${tx.factoryId} and part_id = ${partId} and deleted_at is null`.execute(
    tx.db,
  );
  return result.rows;
}

/**
 * Takes a quantity from the untouched pieces of the cards of a part, the newest card first. A piece is untouched if no
 * process has received it.
 * @throws cardsHoldPieces if too few pieces are untouched
 */
async function shrinkCards(
  tx: Transaction,
  cards: readonly CardHolding[],
  processes: readonly CardProcess[],
  quantity: number,
): Promise<void> {
  let missingQuantity = quantity;
  const changes: { card: CardHolding; quantity: number }[] = [];
  for (const card of cards.toReversed()) {
    if (missingQuantity === 0) break;
    const untouchedPieces = card.state === 'active' ? countUntouchedPieces(card, processes) : 0;
    const takenQuantity = Math.min(missingQuantity, untouchedPieces);
    if (takenQuantity === 0) continue;
    changes.push({ card, quantity: subtractQuantities(card.quantity, takenQuantity) });
    missingQuantity = subtractQuantities(missingQuantity, takenQuantity);
  }
  if (missingQuantity > 0)
    throw makeError('cardsHoldPieces', {
      cards: cards.map(({ code }) => code).join(', '),
      max: subtractQuantities(quantity, missingQuantity),
    });
  await writeCardQuantities(tx, changes);
}

/**
 * Adjusts the cards of a part, so that their quantities add up to the quantity of the part and its scrap
 * allowance. If the part has one card, the card gets the new total. If it has several cards, additional
 * pieces go to the newest card whose pieces are all untouched, or else to a new card. If the total becomes
 * smaller, the difference is taken from the untouched pieces of the cards. A piece is untouched if no process
 * has received it. The caller must hold the lock of the part, and must not have written the processes yet.
 * @param part.oldQuantity the quantity of the part before the change
 * @param part.total the sum of the quantities of the cards after the change
 * @throws cardsHoldPieces
 */
export async function updateCardQuantity(
  tx: Transaction,
  part: { id: number; oldQuantity: number; total: number },
): Promise<void> {
  const loadedCards = await loadCardHoldings(tx.db, tx.factoryId, [part.id]);
  const change = subtractQuantities(part.total, ...loadedCards.map(({ quantity }) => quantity));
  if (change === 0 || loadedCards.length === 0) return;
  if (loadedCards.length === 1)
    return writeCardQuantities(tx, [{ card: loadedCards[0]!, quantity: part.total }]);
  const cards = loadedCards.map((card) => ({ ...card, partQuantity: part.oldQuantity }));
  const processes = await loadPlannedProcesses(tx, part.id);
  if (change < 0) return shrinkCards(tx, cards, processes, -change);
  const untouchedCard = cards.findLast(
    (card) => card.state === 'active' && countUntouchedPieces(card, processes) === card.quantity,
  );
  if (untouchedCard)
    return writeCardQuantities(tx, [
      { card: untouchedCard, quantity: addQuantities(untouchedCard.quantity, change) },
    ]);
  const { orderId } = await tx.db
    .selectFrom('part')
    .select('orderId')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', part.id)
    .executeTakeFirstOrThrow();
  await createCard(tx, { id: part.id, orderId, quantity: change });
}

/** Marks the cards of the given parts as deleted. */
export async function deleteCards(tx: Transaction, partIds: readonly number[]): Promise<void> {
  const deletedCards = await sql<{ id: number }>`
    update card set deleted_at = ${tx.now}, version = version + 1, updated_at = now(), updated_by = ${tx.name}
    where factory_id = ${tx.factoryId} and part_id = any(${[...partIds]}::bigint[]) and deleted_at is null
    returning id`.execute(tx.db);
  if (deletedCards.rows.length > 0)
    tx.announce(
      'progress',
      'card',
      deletedCards.rows.map((row) => row.id),
    );
}
