import { sql } from 'kysely';
import type { Connection } from '#server/db/connect.ts';

/**
 * Checks every part that has cards. The quantities of the cards that hold its pieces must add up to its quantity plus
 * its scrap allowance. No card may have a negative number of reported pieces. If several cards hold pieces of a part,
 * the pieces reported for these cards must not be more than the pieces of the process. A card that was split or
 * combined must have passed on its whole quantity.
 * @returns the number of checked parts, and a description of every mismatch
 */
export async function checkCards(
  { db }: Connection,
  factoryId: number,
): Promise<{ checkedCount: number; mismatches: string[] }> {
  const parts = await sql<{ id: number; quantity: number; held: number; cards: number }>`
    select t.id, t.quantity + t.scrap_allowance as quantity, sum(c.quantity) as held, count(*)::int as cards
    from part t join card c on c.factory_id = t.factory_id and c.part_id = t.id
    where t.factory_id = ${factoryId} and t.deleted_at is null and c.deleted_at is null and c.state not in ('split', 'combined')
    group by t.id, t.quantity, t.scrap_allowance`.execute(db);
  const pieces = await sql<{
    partId: number;
    cardId: number;
    processId: number;
    good: number;
    scrap: number;
    rework: number;
  }>`select c.part_id, c.id as card_id, m.process_id, sum(m.good) as good, sum(m.scrap) as scrap, sum(m.rework) as rework
    from card_movement m join card c on c.factory_id = m.factory_id and c.id = m.card_id
    where m.factory_id = ${factoryId} and c.deleted_at is null and c.state not in ('split', 'combined')
    group by c.part_id, c.id, m.process_id`.execute(db);
  const processes = await sql<{ id: number; partId: number; good: number; scrap: number; rework: number }>`
    select id, part_id, good + concession as good, scrap, rework_open as rework from process
    where factory_id = ${factoryId} and deleted_at is null`.execute(db);
  const wrongEdges = await sql<{ id: number; quantity: number; moved: number }>`
    select c.id, c.quantity, sum(g.quantity) as moved from card c
    join card_genealogy g on g.factory_id = c.factory_id and c.id in (g.from_card_id, g.to_card_id)
    where c.factory_id = ${factoryId} and c.state in ('split', 'combined') and g.from_card_id = c.id and g.kind <> 'replenished'
    group by c.id, c.quantity having c.quantity <> sum(g.quantity)`.execute(db);
  const mismatches = [
    ...parts.rows
      .filter(({ quantity, held }) => quantity !== held)
      .map(({ id, quantity, held }) => `part ${id} has ${quantity}, its cards hold ${held}`),
    ...pieces.rows
      .filter(({ good, scrap, rework }) => good < 0 || scrap < 0 || rework < 0)
      .map(({ cardId, processId }) => `card ${cardId} has negative pieces at ${processId}`),
    ...wrongEdges.rows.map(({ id, quantity, moved }) => `card ${id} had ${quantity} and passed ${moved} on`),
  ];
  const sharedPartIds = new Set(parts.rows.filter(({ cards }) => cards > 1).map(({ id }) => id));
  for (const process of processes.rows.filter(({ partId }) => sharedPartIds.has(partId)))
    for (const kind of ['good', 'scrap', 'rework'] as const) {
      const heldQuantity = pieces.rows
        .filter(({ processId }) => processId === process.id)
        .reduce((sum, row) => sum + row[kind], 0);
      if (heldQuantity > process[kind] + 0.00001)
        mismatches.push(
          `process ${process.id}: its cards have ${heldQuantity} ${kind}, it has ${process[kind]}`,
        );
    }
  return { checkedCount: parts.rows.length, mismatches };
}
