import { sql } from 'kysely';
import type { OrderDelayNotice } from '#shared/answers/schedule/order-delay.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../../db/database.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { ORDER_DELAY } from './keep-delays.ts';

const MAX_NOTICES = 50;

/** Lists the notices about late orders that the caller has not seen yet, the newest first. */
export async function listDelayNotices(db: Db, user: CurrentUser): Promise<OrderDelayNotice[]> {
  const { rows } = await sql<OrderDelayNotice>`
    select d.id as delay_id, o.id as order_id, o.code as order_code, o.name as order_name,
      coalesce(o.due_date, o.promised_date) as due_date, d.began_at, d.reason
    from order_delay_notice n
      join order_delay d on d.factory_id = n.factory_id and d.id = n.delay_id and d.ended_at is null
      join work_order o on o.factory_id = d.factory_id and o.id = d.order_id and o.deleted_at is null
    where n.factory_id = ${user.factoryId} and n.account_id = ${user.accountId} and n.seen_at is null
    order by d.id desc limit ${MAX_NOTICES}`.execute(db);
  if (user.kind === 'employee') return rows;
  // A customer does not see the causes, because they name orders of other customers.
  return rows.map((row) => ({ ...row, reason: { ...row.reason, causes: [], stuck: null } }));
}

/** Stores that the caller has seen the notice about a delay. @throws rowNotFound if the caller has no such notice */
export async function markDelaySeen(tx: Transaction, user: CurrentUser, delayId: number): Promise<null> {
  const { rows } = await sql`
    update order_delay_notice set seen_at = coalesce(seen_at, ${tx.now}::timestamptz)
    where factory_id = ${tx.factoryId} and delay_id = ${delayId} and account_id = ${user.accountId}
    returning delay_id`.execute(tx.db);
  if (rows.length === 0) throw makeError('rowNotFound');
  // This makes the other screens of the caller read the notices again.
  tx.announce('plan', ORDER_DELAY, [delayId]);
  return null;
}
