import { sql } from 'kysely';
import type { OutsourcingCandidate } from '#shared/answers/outside.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { isEventAllowed, PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { isOrderReportable, ORDER_STATES } from '#shared/machines/work-order.ts';
import type { Db } from '../../db/database.ts';
import { makeContainsPattern } from '../../db/like-pattern.ts';
import { OUTSOURCEABLE_COLUMNS, OUTSOURCEABLE_TABLES } from './outsourceable-sql.ts';

const MAX_CANDIDATES = 100;
const OUTSOURCEABLE_STATES = PROCESS_STATES.filter((state) => isEventAllowed(state, 'outsource'));
const REPORTABLE_STATES = ORDER_STATES.filter(isOrderReportable);

/**
 * Finds processes that can be added to an outsourcing order with a supplier, at most MAX_CANDIDATES. External processes
 * that are planned for this supplier, or for no supplier yet, come first. Then come processes with pieces that can be
 * sent now. Processes in another open outsourcing order are left out.
 * @param search a text in the code or name of the order or the part, or in the name of the process; null for all
 */
export async function findOutsourcingCandidates(
  db: Db,
  { factoryId }: CurrentUser,
  { search, supplierId, exceptId }: { search: string | null; supplierId: number; exceptId: number | null },
): Promise<{ rows: OutsourcingCandidate[] }> {
  const pattern = search === null ? null : makeContainsPattern(search);
  const { rows } = await sql<OutsourcingCandidate>`
    select ${OUTSOURCEABLE_COLUMNS}, p.external
    from process p ${OUTSOURCEABLE_TABLES}
    where p.factory_id = ${factoryId} and p.deleted_at is null and t.deleted_at is null and o.deleted_at is null
      and p.state = any(${OUTSOURCEABLE_STATES}::text[]) and o.state = any(${REPORTABLE_STATES}::text[])
      and (not p.external or p.supplier_id is null or p.supplier_id = ${supplierId})
      and (${pattern}::text is null or o.code ilike ${pattern} or o.name ilike ${pattern} or t.code ilike ${pattern}
        or t.name ilike ${pattern} or coalesce(p.name, c.name) ilike ${pattern})
      and not exists (
        select 1 from outsourcing_order_items i
          join outsourcing_order x on x.factory_id = i.factory_id and x.id = i.owner_id
        where i.factory_id = p.factory_id and i.process_id = p.id and x.deleted_at is null
          and x.state not in ('completed', 'cancelled') and x.id is distinct from ${exceptId}::bigint)
    order by p.external desc, p.machinable + greatest(0, p.arrived - p.received) > 0 desc, o.due_date nulls last, o.id, t.id, p.seq
    limit ${MAX_CANDIDATES}`.execute(db);
  return { rows };
}
