import { sql } from 'kysely';
import type {
  OutsourcingDetail,
  OutsourcingDetailLine,
  OutsourcingMovement,
} from '#shared/answers/outside.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { loadOutsourcingLines } from '../../ledger/outsourcing.ts';
import { OUTSOURCEABLE_COLUMNS, OUTSOURCEABLE_TABLES } from './outsourceable-sql.ts';

type ProcessRow = Omit<
  OutsourcingDetailLine,
  'quantity' | 'sent' | 'returnedGood' | 'returnedHold' | 'takenBack'
>;

/**
 * Reads the movements of an outsourcing order, and its lines with the quantities that can be sent now.
 * @throws rowNotFound
 */
export async function readOutsourcingDetail(
  db: Db,
  { factoryId }: CurrentUser,
  orderId: number,
): Promise<OutsourcingDetail> {
  const { rows } = await sql<ProcessRow>`
    select ${OUTSOURCEABLE_COLUMNS}, i.unit_price, i.lump_sum, i.remark
    from outsourcing_order x
      join outsourcing_order_items i on i.factory_id = x.factory_id and i.owner_id = x.id
      join process p on p.factory_id = i.factory_id and p.id = i.process_id
      ${OUTSOURCEABLE_TABLES}
    where x.factory_id = ${factoryId} and x.id = ${orderId} and x.deleted_at is null
    order by i.position`.execute(db);
  if (rows.length === 0) throw makeError('rowNotFound');
  const quantities = await loadOutsourcingLines(db, factoryId, orderId);
  const { rows: movements } = await sql<OutsourcingMovement>`
    select m.id, m.kind, m.at, m.by_name, m.delivery_note, m.remark, m.reverses_id, r.id as reversed_by_id, l.lines
    from outsourcing_movement m
      left join outsourcing_movement r on r.factory_id = m.factory_id and r.reverses_id = m.id
      cross join lateral (
        select json_agg(json_build_object('processId', l.process_id, 'sent', l.sent, 'returnedGood', l.returned_good,
          'returnedHold', l.returned_hold, 'takenBack', l.taken_back) order by l.process_id) as lines
        from outsourcing_movement_line l where l.factory_id = m.factory_id and l.movement_id = m.id
      ) l
    where m.factory_id = ${factoryId} and m.order_id = ${orderId}
    order by m.id desc`.execute(db);
  return {
    lines: rows.map((row) => {
      const { hasMovements: _, ...line } = quantities.find(({ processId }) => processId === row.processId)!;
      return { ...row, ...line };
    }),
    movements,
  };
}
