import { sql } from 'kysely';
import type { Cause } from '#shared/planning/engine/proposal.ts';
import type { Instant } from '#shared/planning/engine/types.ts';
import type { Db } from '../../db/database.ts';
import { unpackPlan } from './stored-plan.ts';

/**
 * An order that ends after its due date according to the applied plan, with the causes that were found when
 * the plan was computed.
 */
export interface LateOrder {
  id: number;
  /** The end of the last placed operation of the order. */
  end: Instant;
  /** The minutes from the end of the due day to `end`. The minutes of all `causes` add up to this number. */
  lateBy: number;
  causes: readonly Cause[];
}

export interface LateOrdersOfPlan {
  /** When the plan was applied: ISO 8601. */
  appliedAt: string;
  /** The late orders, the longest delay first. */
  orders: readonly LateOrder[];
}

/**
 * The maximum number of plans whose late orders are cached. Without the cache, a plan of megabytes would be
 * unpacked at each read.
 */
const MAX_CACHED_PLANS = 20;
/** The late orders of applied plans. They stay valid, because an applied plan never changes. */
const cachedPlans = new Map<string, LateOrdersOfPlan>();

/** Reads the orders that end late according to the applied plan; null if no plan is applied. */
export async function readLateOrders(db: Db, factoryId: number): Promise<LateOrdersOfPlan | null> {
  const { rows } = await sql<{ id: number; appliedAt: string; inputHash: string }>`
    select id, applied_at, input_hash from schedule_run
    where factory_id = ${factoryId} and state = 'applied' and replaced_at is null`.execute(db);
  const [run] = rows;
  if (!run) return null;
  const key = [factoryId, run.id, run.appliedAt, run.inputHash].join(' ');
  const cached = cachedPlans.get(key);
  if (cached) return cached;
  const packed = await sql<{ plan: Uint8Array }>`
    select plan from schedule_run where factory_id = ${factoryId} and id = ${run.id}`.execute(db);
  const { proposal } = unpackPlan(packed.rows[0]!.plan);
  const late = proposal.orders
    .filter(({ lateBy }) => lateBy > 0)
    .map(({ id, end, lateBy, causes, chain }) => ({ id, end: end ?? chain.at(-1)!.until, lateBy, causes }))
    .sort((a, b) => b.lateBy - a.lateBy || a.id - b.id);
  const answer: LateOrdersOfPlan = { appliedAt: run.appliedAt, orders: late };
  cachedPlans.set(key, answer);
  for (const oldKey of [...cachedPlans.keys()].slice(0, -MAX_CACHED_PLANS)) cachedPlans.delete(oldKey);
  return answer;
}
