import { sql } from 'kysely';
import type { StoredLossAnswer } from '#shared/ledger/answer-loss.ts';
import type { Db } from '../../db/database.ts';

/** Lists the answers to scrap at the processes of an order, including reversed answers, the latest first. */
export async function listLossAnswers(
  db: Db,
  factoryId: number,
  orderId: number,
): Promise<StoredLossAnswer[]> {
  const result = await sql<StoredLossAnswer>`
    select a.id as answer_id, a.process_id, coalesce(p.name, c.name) as process_name, t.name as part_name, a.answer,
      a.quantity, a.reason, a.at, a.by_name, r.by_name as reversed_by, r.at as reversed_at, r.reason as reverse_reason
    from loss_answer a
    join process p on p.factory_id = a.factory_id and p.id = a.process_id
    join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    join part t on t.factory_id = p.factory_id and t.id = p.part_id
    left join loss_answer r on r.factory_id = a.factory_id and r.reverses_id = a.id
    where a.factory_id = ${factoryId} and t.order_id = ${orderId} and a.reverses_id is null
    order by a.id desc limit 500`.execute(db);
  return result.rows;
}
