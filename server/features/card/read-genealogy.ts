import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CardGenealogy } from '#shared/ledger/card-genealogy.ts';
import type { Db } from '../../db/database.ts';

/**
 * Reads where the pieces of a card came from and where they went: all cards that are connected with it by splitting,
 * unpacking and combining.
 * @throws rowNotFound
 */
export async function readGenealogy(db: Db, factoryId: number, cardId: number): Promise<CardGenealogy> {
  const connectedCardsSql = sql`with recursive connected(id) as (
      select c.id from card c where c.factory_id = ${factoryId} and c.id = ${cardId}
      union
      select case when g.from_card_id = k.id then g.to_card_id else g.from_card_id end
      from connected k join card_genealogy g on g.factory_id = ${factoryId} and k.id in (g.from_card_id, g.to_card_id)
    )`;
  const cards = await sql<CardGenealogy['cards'][number]>`${connectedCardsSql}
    select c.id, c.code, c.quantity, c.state, c.version, c.deleted_at is not null as is_deleted,
      (select count(*)::int from work_report r where r.factory_id = c.factory_id and r.card_id = c.id
        and r.reverses_id is null) as report_count
    from card c where c.factory_id = ${factoryId} and c.id in (select id from connected) order by c.id`.execute(
    db,
  );
  if (cards.rows.length === 0) throw makeError('rowNotFound');
  const edges = await sql<CardGenealogy['edges'][number]>`${connectedCardsSql}
    select g.id, g.from_card_id, g.to_card_id, g.kind, g.quantity, g.at, g.by_name from card_genealogy g
    where g.factory_id = ${factoryId} and g.from_card_id in (select id from connected) order by g.id`.execute(
    db,
  );
  return { cards: cards.rows, edges: edges.rows };
}
