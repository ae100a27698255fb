import type { LedgerAccount, LedgerBucket } from '#shared/ledger/process-state.ts';
import type { LedgerEntry } from '#shared/ledger/ledger.ts';
import { subtractQuantities, addQuantities } from '#shared/ledger/quantity.ts';

/** Computes the buckets, the received quantity and the excess of a process from its ledger entries alone. */
export function rebuildBuckets(
  entries: readonly Pick<LedgerEntry, 'from' | 'to' | 'quantity'>[],
): Record<LedgerBucket | 'received' | 'excess', number> {
  const totals: Record<string, number> = { received: 0, excess: 0 };
  const add = (account: LedgerAccount, quantity: number) => {
    if (account === 'supply') totals.received = subtractQuantities(totals.received!, quantity);
    else if (account === 'surplus') totals.excess = subtractQuantities(totals.excess!, quantity);
    else totals[account] = addQuantities(totals[account] ?? 0, quantity);
  };
  for (const entry of entries) {
    add(entry.from, -entry.quantity);
    add(entry.to, entry.quantity);
  }
  const of = (name: string) => totals[name] ?? 0;
  return {
    machinable: of('machinable'),
    inWork: of('inWork'),
    good: of('good'),
    concession: of('concession'),
    reworkOpen: of('reworkOpen'),
    scrap: of('scrap'),
    hold: of('hold'),
    outsourced: of('outsourced'),
    received: of('received'),
    excess: of('excess'),
  };
}
