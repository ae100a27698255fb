import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/** The highest number of a process card within an order. */
const MAX_CARD_NUMBER = 9999;

/**
 * Creates the process card of a new part. The cards of an order are numbered from 01. Numbers in use are
 * skipped.
 * @returns the id of the card
 */
export async function createCard(
  tx: Transaction,
  part: { id: number; orderId: number; quantity: number },
): Promise<number> {
  const found = await sql<{ code: string; cards: number }>`
    select o.code, (select count(*)::int from card c join part p on p.factory_id = c.factory_id and p.id = c.part_id
        where c.factory_id = o.factory_id and p.order_id = o.id) as cards
    from work_order o where o.factory_id = ${tx.factoryId} and o.id = ${part.orderId}`.execute(tx.db);
  const { code, cards } = found.rows[0]!;
  for (let number = cards + 1; number <= MAX_CARD_NUMBER; number++) {
    // If another transaction has inserted a card with this number, the insert waits until that
    // transaction ends. If that transaction commits, the loop tries the next number.
    const insertedCards = await sql<{ id: number }>`
      insert into card (factory_id, created_by, updated_by, code, part_id, quantity)
      values (${tx.factoryId}, ${tx.name}, ${tx.name}, ${`${code}-${String(number).padStart(2, '0')}`}, ${part.id}, ${part.quantity})
      on conflict do nothing returning id`.execute(tx.db);
    const id = insertedCards.rows[0]?.id;
    if (id === undefined) continue;
    tx.announce('progress', 'card', [id]);
    return id;
  }
  throw new Error(`Order ${code} has no card number left`);
}

/** Updates the quantity on the process card of a part, if the part has never had another card. */
export async function updateCardQuantity(
  tx: Transaction,
  part: { id: number; quantity: number },
): Promise<void> {
  const updatedCards = await sql<{ id: number }>`
    update card set quantity = ${part.quantity}, version = version + 1, updated_at = now(), updated_by = ${tx.name}
    where factory_id = ${tx.factoryId} and part_id = ${part.id} and deleted_at is null and quantity <> ${part.quantity}
      and (select count(*) from card c where c.factory_id = ${tx.factoryId} and c.part_id = ${part.id}) = 1
    returning id`.execute(tx.db);
  if (updatedCards.rows.length > 0)
    tx.announce(
      'progress',
      'card',
      updatedCards.rows.map((row) => row.id),
    );
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
