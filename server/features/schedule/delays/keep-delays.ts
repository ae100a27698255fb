import { sql } from 'kysely';
import type { DelayReason } from '#shared/answers/schedule/order-delay.ts';
import { waitForLock } from '../../../db/lock.ts';
import type { Db } from '../../../db/database.ts';
import { runTransaction, type Transaction } from '../../../db/transaction.ts';
import { keepProjectedEnds } from '../../../planning/projected-end.ts';
import { readLateOrders } from '../../../planning/schedule/read-late-orders.ts';
import { findDelays, type LateOrder } from './find-delays.ts';
import type { OrderForecast, PlannedFactory } from './forecast-orders.ts';
import { nameReasons } from './name-reasons.ts';

/** The name of delays in the change feed. */
export const ORDER_DELAY = 'orderDelay';
/**
 * A projected end that moves by at most this many minutes within its day is not written, because the change
 * does not matter to people.
 */
const END_TOLERANCE_MINUTES = 10;

/** Reads the ends of the due days of open orders, in minutes since 1970, by order id. */
async function readDues({ db, factoryId }: Transaction, zone: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; due: number }>`
    select id, floor(extract(epoch from (coalesce(due_date, promised_date) + 1)::timestamp at time zone ${zone}) / 60)::bigint as due
    from work_order where factory_id = ${factoryId} and deleted_at is null and state in ('released', 'inProgress')
      and coalesce(due_date, promised_date) is not null`.execute(db);
  return new Map(rows.map(({ id, due }) => [id, due]));
}

/**
 * Reads which orders were already late when the plan was applied, if this is the first forecast of this plan. For later
 * forecasts, the set is empty. Nobody gets a notice about these orders, because whoever applied the plan saw them.
 * Nobody saw a plan that the server applied by itself, so the set is empty then, too.
 */
async function readLateInPlan({ db, factoryId }: Transaction, runId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql`select 1 from order_delay_look
      where factory_id = ${factoryId} and run_id = ${runId}
    union all select 1 from schedule_run
      where factory_id = ${factoryId} and id = ${runId} and applies_itself`.execute(db);
  if (rows.length > 0) return new Set();
  const plan = await readLateOrders(db, factoryId);
  return new Set(plan?.orders.map(({ id }) => id));
}

/** Ends the delays of orders that are on time again, or are no longer open. */
async function endDelays(
  { db, factoryId, now }: Transaction,
  openOrderIds: readonly number[],
  onTimeIds: ReadonlySet<number>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update order_delay set ended_at = ${now}::timestamptz
    where factory_id = ${factoryId} and ended_at is null
      and (order_id = any(${[...onTimeIds]}::bigint[]) or order_id <> all(${openOrderIds}::bigint[]))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds delays. @returns the ids of the delays, by the id of the order */
async function addDelays(
  { db, factoryId, now }: Transaction,
  delays: readonly { orderId: number; reason: DelayReason | null }[],
): Promise<Map<number, number>> {
  const json = JSON.stringify(delays.map(({ orderId, reason }) => ({ order_id: orderId, reason })));
  const { rows } = await sql<{ id: number; orderId: number }>`
    insert into order_delay (factory_id, order_id, began_at, reason)
    select ${factoryId}::bigint, d.order_id, ${now}::timestamptz, nullif(d.reason, 'null'::jsonb)
    from jsonb_to_recordset(${json}::jsonb) as d (order_id bigint, reason jsonb)
    returning id, order_id`.execute(db);
  return new Map(rows.map(({ id, orderId }) => [orderId, id]));
}

/** Lists the groups that work on the critical chain of an order or on its stuck process. */
const listChainGroups = ({ works }: OrderForecast, { order, stuck }: LateOrder): number[] => [
  ...new Set(
    [...order.chain.map(({ task }) => task), ...(stuck ? [stuck.task] : [])].flatMap(
      (task) => works.get(task)?.workGroupId ?? [],
    ),
  ),
];

/**
 * Adds notices for the people whom a delay concerns: the planners, the leader of the project, and the heads of the
 * departments of the groups in `groupIds`. The customer gets a notice if the setting says so.
 */
async function notifyConcerned(
  { db, factoryId }: Transaction,
  delays: readonly { delayId: number; orderId: number; groupIds: readonly number[] }[],
): Promise<void> {
  const json = JSON.stringify(
    delays.map(({ delayId, orderId, groupIds }) => ({
      delay_id: delayId,
      order_id: orderId,
      group_ids: groupIds,
    })),
  );
  await sql`
    with told as (
      select * from jsonb_to_recordset(${json}::jsonb) as d (delay_id bigint, order_id bigint, group_ids bigint[])
    ), planner as (
      select distinct h.account_id from account_role h
        join role r on r.factory_id = h.factory_id and r.id = h.role_id and r.deleted_at is null
        join role_permissions p on p.factory_id = r.factory_id and p.owner_id = r.id
      where h.factory_id = ${factoryId} and p.permission = 'WORK_PLAN_CYCLE_SCHEDULE'
    )
    insert into order_delay_notice (factory_id, delay_id, account_id)
    select ${factoryId}::bigint, d.delay_id, a.id
    from told d
      join work_order o on o.factory_id = ${factoryId} and o.id = d.order_id
      join account a on a.factory_id = o.factory_id and a.disabled_at is null
      left join employee e on e.factory_id = a.factory_id and e.id = a.employee_id
      left join project j on j.factory_id = o.factory_id and j.id = o.project_id
    where a.kind = 'employee' and e.deleted_at is null and e.working_status <> 'quit'
        and (a.id in (select account_id from planner) or e.id = j.leader_id
          or e.departmental_role = 'head' and exists (select 1 from work_group g
            where g.factory_id = e.factory_id and g.department_id = e.department_id and g.id = any(d.group_ids)))
      or a.kind = 'customer' and a.customer_id = o.customer_id and exists (select 1 from cycle_schedule_setting s
        where s.factory_id = o.factory_id and s.tells_customers and s.deleted_at is null)`.execute(db);
}

/** Whether a plan is still the applied one. */
async function isApplied({ db, factoryId }: Transaction, runId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from schedule_run
    where factory_id = ${factoryId} and id = ${runId} and state = 'applied' and replaced_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Stores a forecast: when each order is ready, which orders have become late, and who gets a notice. One transaction
 * writes everything, so that nobody gets a notice twice or never if the node is killed. A forecast of a plan that is no
 * longer the applied one is ignored.
 * @param mayWrite checks in the transaction whether this node may still write
 */
export async function keepDelays(
  db: Db,
  { factoryId, zone }: Pick<PlannedFactory, 'factoryId' | 'zone'>,
  forecast: OrderForecast,
  mayWrite: (transaction: Db) => Promise<boolean>,
): Promise<void> {
  await runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, async (tx) => {
    // While this lock is held, no other plan is applied.
    await waitForLock(tx, 'schedules');
    if (!(await mayWrite(tx.db)) || !(await isApplied(tx, forecast.runId))) return;
    const { lateOrders, onTimeIds } = findDelays(forecast, await readDues(tx, zone));
    const lateInPlan = await readLateInPlan(tx, forecast.runId);
    const openOrderIds = forecast.orders.map(({ id }) => id);
    const endedIds = await endDelays(tx, openOrderIds, onTimeIds);
    const knownDelays = await sql<{ orderId: number }>`
      select order_id from order_delay where factory_id = ${factoryId} and ended_at is null`.execute(tx.db);
    const knownIds = new Set(knownDelays.rows.map(({ orderId }) => orderId));
    const addedOrders = lateOrders.filter(({ order }) => !knownIds.has(order.id));
    const notifiedOrders = addedOrders.filter(({ order }) => !lateInPlan.has(order.id));
    const reasonByOrder = new Map(
      (await nameReasons(tx.db, factoryId, notifiedOrders)).map((reason, index) => [
        notifiedOrders[index]!.order.id,
        reason,
      ]),
    );
    const delayIds = await addDelays(
      tx,
      addedOrders.map(({ order }) => ({ orderId: order.id, reason: reasonByOrder.get(order.id) ?? null })),
    );
    await notifyConcerned(
      tx,
      notifiedOrders.map((row) => ({
        delayId: delayIds.get(row.order.id)!,
        orderId: row.order.id,
        groupIds: listChainGroups(forecast, row),
      })),
    );
    await keepProjectedEnds(tx, forecast.orders, END_TOLERANCE_MINUTES);
    await sql`insert into order_delay_look (factory_id, run_id, looked_at)
      values (${factoryId}, ${forecast.runId}, ${tx.now}::timestamptz)
      on conflict (factory_id) do update set run_id = excluded.run_id, looked_at = excluded.looked_at`.execute(
      tx.db,
    );
    const changedIds = [...endedIds, ...delayIds.values()];
    if (changedIds.length > 0) tx.announce('plan', ORDER_DELAY, changedIds);
  });
}
