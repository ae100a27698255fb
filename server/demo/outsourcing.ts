import type { OutsourcingCandidate } from '#shared/answers/outside.ts';
import type { DemoApiCall, SavedRow } from './demo-call.ts';
import { getDateAfter } from './orders.ts';

/**
 * An outsourcing order of the demonstration: the expected day of return, and the shares of its pieces that
 * are sent and returned.
 */
interface PlannedOutsourcing {
  processCount: number;
  /** The expected day of return, in days from today. */
  expected: number;
  sentShare: number;
  returnedShare: number;
}

/** A late order, an order at the supplier, a completed order, and a draft. */
const PLANNED_OUTSOURCING: readonly PlannedOutsourcing[] = [
  { processCount: 2, expected: -2, sentShare: 1, returnedShare: 0.5 },
  { processCount: 2, expected: 3, sentShare: 0.5, returnedShare: 0 },
  { processCount: 1, expected: -1, sentShare: 1, returnedShare: 1 },
  { processCount: 1, expected: 6, sentShare: 0, returnedShare: 0 },
];

/** The number of suppliers that process parts: the last ones in the list. The other suppliers sell material. */
const PROCESSING_SUPPLIER_COUNT = 2;

interface MovementAnswer {
  version: number;
}

async function placeOutsourcing(
  call: DemoApiCall,
  supplierId: number,
  candidates: readonly OutsourcingCandidate[],
  plan: PlannedOutsourcing,
  now: Date,
): Promise<void> {
  const { code } = await call<{ code: string }>('/mes/outsourcing/nextCode', {});
  const order = await call<SavedRow>('/mes/outsourcing/create', {
    code,
    supplierId,
    expectedDate: getDateAfter(now, plan.expected),
    items: candidates.map(({ processId, sendable }) => ({ processId, quantity: sendable })),
  });
  const sentItems = candidates.map(({ processId, sendable }) => ({
    processId,
    quantity: Math.floor(sendable * plan.sentShare),
  }));
  if (plan.sentShare === 0) return;
  const { version } = await call<MovementAnswer>('/mes/outsourcing/send', {
    id: order.id,
    version: order.version,
    items: sentItems,
  });
  if (plan.returnedShare === 0) return;
  await call('/mes/outsourcing/return', {
    id: order.id,
    version,
    items: sentItems.map(({ processId, quantity }) => ({
      processId,
      good: Math.floor(quantity * plan.returnedShare),
    })),
  });
}

/** Outsources processes with waiting pieces. The suppliers that process parts take turns. */
export async function seedOutsourcing(call: DemoApiCall, now: Date): Promise<void> {
  const { rows } = await call<{ rows: SavedRow[] }>('/mes/system/basic/supplier/page', { sort: 'code' });
  const suppliers = rows.slice(-PROCESSING_SUPPLIER_COUNT);
  for (const [index, plan] of PLANNED_OUTSOURCING.entries()) {
    const supplierId = suppliers[index % suppliers.length]!.id;
    const answer = await call<{ rows: OutsourcingCandidate[] }>('/mes/outsourcing/candidates', {
      supplierId,
    });
    const candidates = answer.rows.filter(({ sendable }) => sendable >= 4).slice(0, plan.processCount);
    if (candidates.length === plan.processCount)
      await placeOutsourcing(call, supplierId, candidates, plan, now);
  }
}
