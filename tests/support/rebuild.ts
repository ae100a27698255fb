import type { LedgerAccount, LedgerBucket } from '#shared/ledger/process-state.ts';
import type { LedgerEntry } from '#shared/ledger/ledger.ts';
import { subtractQuantities, addQuantities } from '#shared/ledger/quantity.ts';

/** Computes the buckets, the received quantity and the excess of a process from its ledger entries alone. */
export function rebuildBuckets(
  entries: readonly Pick<LedgerEntry, 'from' | 'to' | 'quantity'>[],
): Record<LedgerBucket | 'received' | 'excess', number> {
  const totals: Record<string, number> = { received: 0, excess: 0 };
  const addToAccount = (account: LedgerAccount, quantity: number) => {
    if (account === 'supply') totals.received = subtractQuantities(totals.received!, quantity);
    else if (account === 'surplus') totals.excess = subtractQuantities(totals.excess!, quantity);
    else totals[account] = addQuantities(totals[account] ?? 0, quantity);
  };
  for (const entry of entries) {
    addToAccount(entry.from, -entry.quantity);
    addToAccount(entry.to, entry.quantity);
  }
  const getTotal = (name: string) => totals[name] ?? 0;
  return {
    machinable: getTotal('machinable'),
    inWork: getTotal('inWork'),
    good: getTotal('good'),
    concession: getTotal('concession'),
    reworkOpen: getTotal('reworkOpen'),
    inRework: getTotal('inRework'),
    scrap: getTotal('scrap'),
    hold: getTotal('hold'),
    outsourced: getTotal('outsourced'),
    received: getTotal('received'),
    excess: getTotal('excess'),
  };
}
