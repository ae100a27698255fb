import { sql } from 'kysely';
import type { FoundPart } from '#shared/answers/extra-process.ts';
import { REPORTABLE_ORDER_STATES } from '#shared/machines/work-order.ts';
import type { Db } from '../../../db/database.ts';
import { makeContainsPattern } from '../../../db/like-pattern.ts';

/** The maximum number of found parts. */
const MAX_FOUND_PARTS = 12;

/**
 * Finds parts on which work can be reported now. A part matches by its code or name, or by the code of its
 * order or of one of its cards. The part whose order is due first comes first.
 */
export async function findReportableParts(
  db: Db,
  factoryId: number,
  search: string | null,
): Promise<FoundPart[]> {
  // A scanned barcode ends with the code of the card.
  const pattern = makeContainsPattern((search ?? '').split('|').at(-1)!.trim());
  const { rows } = await sql<FoundPart>`
    select t.id, t.name, t.code, o.code as order_code
    from part t join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where t.factory_id = ${factoryId} and t.deleted_at is null and o.deleted_at is null
      and o.state = any(${[...REPORTABLE_ORDER_STATES]}::text[])
      and (t.code ilike ${pattern} or t.name ilike ${pattern} or o.code ilike ${pattern} or exists (
        select 1 from card k where k.factory_id = t.factory_id and k.part_id = t.id and k.deleted_at is null
          and k.code ilike ${pattern}))
    order by o.due_date nulls last, o.code, t.id limit ${MAX_FOUND_PARTS}`.execute(db);
  return rows;
}
