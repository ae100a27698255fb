import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CardSheetContent, CardSheetsAnswer } from '#shared/ledger/card-sheet.ts';
import { isCardLiving, LIVING_CARD_STATES } from '#shared/machines/card.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';

/** The maximum number of cards that are printed at once. */
const MAX_SHEETS = 300;

interface SheetFilter {
  /** A text in the code of a card, an order or a part, or in the name of an order; null for all cards. */
  search: string | null;
  orderIds: readonly number[];
  partId: number | null;
  cardIds: readonly number[];
}

/**
 * Reads the contents of the printed sheets for the cards that hold pieces. Cards of parts without processes are left
 * out.
 * @param filter an empty list or null does not limit the cards
 * @returns at most 300 cards, those of the newest orders first, and the number of all matching cards
 */
export async function readCardSheets(
  db: Db,
  factoryId: number,
  { search, orderIds, partId, cardIds }: SheetFilter,
): Promise<CardSheetsAnswer> {
  const pattern = search === null ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const result = await sql<CardSheetContent & { total: number }>`
    select c.id, c.code, c.quantity, c.print_count, o.id as order_id, o.code as order_code, o.name as order_name,
      coalesce(t.due_date, o.due_date) as due_date, t.name as part_name, t.code as part_code, t.material_name, t.spec, t.size,
      (select coalesce(json_agg(k.code order by k.id), '[]'::json) from card_genealogy g
        join card k on k.factory_id = g.factory_id and k.id = g.from_card_id
        where g.factory_id = c.factory_id and g.to_card_id = c.id) as origin_codes,
      (select json_agg(json_build_object('seq', p.seq, 'name', coalesce(p.name, f.name), 'workGroupName', w.name) order by p.seq, p.id)
        from process p join craft f on f.factory_id = p.factory_id and f.id = p.craft_id
        left join work_group w on w.factory_id = p.factory_id and w.id = p.work_group_id
        where p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null) as processes,
      count(*) over ()::int as total
    from card c
    join part t on t.factory_id = c.factory_id and t.id = c.part_id and t.deleted_at is null
    join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
    where c.factory_id = ${factoryId} and c.deleted_at is null and c.state = any(${[...LIVING_CARD_STATES]}::text[])
      and exists (select 1 from process p where p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null)
      ${pattern === null ? sql`` : sql`and (c.code ilike ${pattern} or o.code ilike ${pattern} or o.name ilike ${pattern} or t.code ilike ${pattern})`}
      ${orderIds.length === 0 ? sql`` : sql`and o.id = any(${[...orderIds]}::bigint[])`}
      ${partId === null ? sql`` : sql`and t.id = ${partId}`}
      ${cardIds.length === 0 ? sql`` : sql`and c.id = any(${[...cardIds]}::bigint[])`}
    order by o.id desc, t.id, c.id limit ${MAX_SHEETS}`.execute(db);
  return {
    sheets: result.rows.map(({ total: _total, ...sheet }) => sheet),
    total: result.rows[0]?.total ?? 0,
  };
}

/**
 * Increases the print counts of cards.
 * @returns the new print count of each card
 * @throws nothingSelected, rowNotFound; cardState if a card has been replaced by other cards
 */
export async function countPrints(
  tx: Transaction,
  cardIds: readonly number[],
): Promise<{ id: number; printCount: number }[]> {
  if (cardIds.length === 0) throw makeError('nothingSelected');
  const cards = await tx.db
    .selectFrom('card')
    .select(['id', 'code', 'state', 'printCount'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', [...cardIds])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (cards.length < cardIds.length) throw makeError('rowNotFound');
  const endedCard = cards.find(({ state }) => !isCardLiving(state));
  if (endedCard)
    throw makeError('cardState', {
      code: endedCard.code,
      state: markAsTerm(endedCard.state),
      event: markAsTerm('printCard'),
    });
  await tx.db
    .updateTable('card')
    .set((builder) => ({ printCount: builder('printCount', '+', 1) }))
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', [...cardIds])
    .execute();
  const printCounts = cards.map(({ id, printCount }) => ({ id, printCount: printCount + 1 }));
  for (const { id, printCount } of printCounts)
    tx.log({ entity: 'card', id, action: 'printCard', after: { printCount } });
  tx.announce(
    'progress',
    'card',
    printCounts.map(({ id }) => id),
  );
  return printCounts;
}
